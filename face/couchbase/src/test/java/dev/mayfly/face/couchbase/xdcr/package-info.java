@NullMarked
package dev.mayfly.face.couchbase.xdcr;

import org.jspecify.annotations.NullMarked;
