/**
 * Replication to other clusters (XDCR): follows the changes of a bucket, and writes them to another with their metadata, by the
 * key-value protocol of the target.
 */
@NullMarked
package dev.mayfly.face.couchbase.xdcr;

import org.jspecify.annotations.NullMarked;
