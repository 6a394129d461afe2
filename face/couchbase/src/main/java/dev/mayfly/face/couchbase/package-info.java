/** The face that Couchbase clients see. */
@NullMarked
package dev.mayfly.face.couchbase;

import org.jspecify.annotations.NullMarked;
