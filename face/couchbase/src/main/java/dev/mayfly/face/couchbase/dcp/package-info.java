/**
 * The change protocol of Couchbase (DCP): one producer a connection, which streams what {@link
 * dev.mayfly.face.couchbase.bucket.BucketChanges} has in order, vBucket by vBucket.
 */
@NullMarked
package dev.mayfly.face.couchbase.dcp;

import org.jspecify.annotations.NullMarked;
