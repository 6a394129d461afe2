package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Manifest;
import org.jspecify.annotations.Nullable;

/** A listener for the scopes and collections that statements have made and dropped. Safe for concurrent use. */
public interface ManifestWitness {
    /** A listener that ignores everything. */
    ManifestWitness NONE = new ManifestWitness() {};

    /** @param collection or null where the scope is meant */
    default void created(Bucket bucket, String scope, @Nullable String collection, Manifest manifest) {}

    /** @param collection or null where the scope is meant */
    default void dropped(Bucket bucket, String scope, @Nullable String collection, Manifest manifest) {}
}
