/** What a Mongo client may write, and how its writes are carried out by the engine. */
@NullMarked
package dev.mayfly.face.mongo.write;

import org.jspecify.annotations.NullMarked;
