/** Window functions over the ordered rows of one partition. */
@NullMarked
package dev.mayfly.face.couchbase.query.window;

import org.jspecify.annotations.NullMarked;
