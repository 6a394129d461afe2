/** Bytes on the wire of the key-value protocol: frames, requests, answers. */
@NullMarked
package dev.mayfly.face.couchbase.wire;

import org.jspecify.annotations.NullMarked;
