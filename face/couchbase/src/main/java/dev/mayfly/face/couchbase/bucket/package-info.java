/** Buckets, scopes and collections: what exists, what it is called, and what it says about expiry. */
@NullMarked
package dev.mayfly.face.couchbase.bucket;

import org.jspecify.annotations.NullMarked;
