/** The base of every stage of a pipeline: rows, their memory, the scope of names, sort keys. */
@NullMarked
package dev.mayfly.face.mongo.language.aggregation.stage;

import org.jspecify.annotations.NullMarked;
