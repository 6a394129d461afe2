@NullMarked
package dev.mayfly.face.couchbase.bucket;

import org.jspecify.annotations.NullMarked;
