/** Indexes of keyspaces: what they hold, how they are kept, and how a query finds its documents by them. */
@NullMarked
package dev.mayfly.face.couchbase.query.index;

import org.jspecify.annotations.NullMarked;
