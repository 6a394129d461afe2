@NullMarked
package dev.mayfly.face.couchbase.kv;

import org.jspecify.annotations.NullMarked;
