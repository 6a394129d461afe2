package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.Manifest;
import org.jspecify.annotations.Nullable;

/** A listener for the changes that requests make. Safe for concurrent use. */
public interface BucketEvents {
    /** A listener that ignores everything. */
    BucketEvents NONE = new BucketEvents() {};

    default void created(RestCall call, Bucket bucket) {}

    default void modified(RestCall call, Bucket bucket, BucketSettings before) {}

    default void deleted(RestCall call, Bucket bucket) {}

    default void flushed(RestCall call, Bucket bucket) {}

    /**
     * A scope or a collection was made, changed or dropped.
     *
     * @param collection or null where the scope is meant
     */
    default void manifestChanged(
            RestCall call,
            ManifestStep step,
            Bucket bucket,
            String scope,
            @Nullable String collection,
            Manifest manifest) {}

    /** All scopes and collections were made those of a list. */
    default void manifestSet(RestCall call, Bucket bucket, Manifest manifest) {}

    /** The kinds of change of a scope or a collection. */
    enum ManifestStep {
        CREATED,
        MODIFIED,
        DROPPED
    }
}
