/** Vectors: the indexes that name their fields, the queries for the nearest, and how values are read as vectors. */
@NullMarked
package dev.mayfly.face.mongo.language.vector;

import org.jspecify.annotations.NullMarked;
