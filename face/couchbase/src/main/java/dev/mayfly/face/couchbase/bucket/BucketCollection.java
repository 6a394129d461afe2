package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.Collection;

/** A collection of a bucket as requests find it. Immutable: a change of the manifest makes another. */
public final class BucketCollection {
    private final Bucket bucket;
    private final String scope;
    private final CollectionDefinition definition;
    private final Collection collection;

    BucketCollection(Bucket bucket, String scope, CollectionDefinition definition, Collection collection) {
        this.bucket = bucket;
        this.scope = scope;
        this.definition = definition;
        this.collection = collection;
    }

    public Bucket bucket() {
        return bucket;
    }

    public String scope() {
        return scope;
    }

    public String name() {
        return definition.name();
    }

    /** Returns true for the collection that every bucket has from the start. */
    public boolean isDefault() {
        return scope.equals(Scope.DEFAULT) && name().equals(CollectionDefinition.DEFAULT);
    }

    /** Returns true if a manifest names it. */
    boolean isIn(Manifest manifest) {
        Scope found = manifest.find(scope);
        CollectionDefinition named = found == null ? null : found.find(name());
        return named != null && named.uid() == uid();
    }

    /** Returns scope and name with a dot between them, which neither contains. */
    public String path() {
        return scope + "." + definition.name();
    }

    public int uid() {
        return definition.uid();
    }

    public CollectionDefinition definition() {
        return definition;
    }

    /** Returns the engine's collection of its documents. */
    public Collection collection() {
        return collection;
    }

    /** The longest that a document written now may live and the default too, in seconds, or {@link MaxTtl#NONE}. */
    public int ttlLimit() {
        return MaxTtl.limit(definition.maxTtl(), bucket.settings().maxTtl());
    }

    @Override
    public String toString() {
        return bucket.name() + "." + path();
    }
}
