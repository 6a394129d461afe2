@NullMarked
package dev.mayfly.face.couchbase.wire;

import org.jspecify.annotations.NullMarked;
