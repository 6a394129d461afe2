/** A replica set with one member: what it tells of itself, and its time. */
@NullMarked
package dev.mayfly.face.mongo.replica;

import org.jspecify.annotations.NullMarked;
