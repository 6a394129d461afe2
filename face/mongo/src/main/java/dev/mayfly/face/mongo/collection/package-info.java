/** Mongo collections in the engine's terms: names, index specifications, lifetimes and TTL rules. */
@NullMarked
package dev.mayfly.face.mongo.collection;

import org.jspecify.annotations.NullMarked;
