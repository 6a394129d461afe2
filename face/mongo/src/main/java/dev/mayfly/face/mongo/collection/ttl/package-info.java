/** The rules by which documents of Mongo expire, as administrators change them, and the monitor that passes over them. */
@NullMarked
package dev.mayfly.face.mongo.collection.ttl;

import org.jspecify.annotations.NullMarked;
