/** One connection of the key-value protocol: what it has told, proven and chosen, and which command answers it. */
@NullMarked
package dev.mayfly.face.couchbase.session;

import org.jspecify.annotations.NullMarked;
