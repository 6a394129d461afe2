@NullMarked
package dev.mayfly.face.couchbase;

import org.jspecify.annotations.NullMarked;
