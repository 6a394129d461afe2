/** The writes that a Mongo client may make, and their execution by the engine. */
@NullMarked
package dev.mayfly.face.mongo.write;

import org.jspecify.annotations.NullMarked;
