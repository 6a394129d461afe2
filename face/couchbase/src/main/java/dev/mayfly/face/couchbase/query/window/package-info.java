/** What window functions come to, over the rows of one part of a window that are in order. */
@NullMarked
package dev.mayfly.face.couchbase.query.window;

import org.jspecify.annotations.NullMarked;
