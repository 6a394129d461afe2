/** What a Mongo collection is to the engine: names, index specifications, lifetimes and TTL rules. */
@NullMarked
package dev.mayfly.face.mongo.collection;

import org.jspecify.annotations.NullMarked;
