@NullMarked
package dev.mayfly.face.couchbase.xdcr.filter;

import org.jspecify.annotations.NullMarked;
