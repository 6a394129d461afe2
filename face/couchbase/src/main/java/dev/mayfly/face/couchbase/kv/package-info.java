/** Documents by key: the rules of Couchbase for reading and writing one, and the commands that do so. */
@NullMarked
package dev.mayfly.face.couchbase.kv;

import org.jspecify.annotations.NullMarked;
