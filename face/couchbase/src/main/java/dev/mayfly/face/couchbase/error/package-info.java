/** The answers of this face's services when the engine refuses. */
@NullMarked
package dev.mayfly.face.couchbase.error;

import org.jspecify.annotations.NullMarked;
