/** A replica set with one member: its description of itself, and its time. */
@NullMarked
package dev.mayfly.face.mongo.replica;

import org.jspecify.annotations.NullMarked;
