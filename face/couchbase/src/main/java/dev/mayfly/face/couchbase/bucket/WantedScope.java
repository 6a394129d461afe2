package dev.mayfly.face.couchbase.bucket;

import java.util.List;

/** The requested state of a scope, with its collections and no others. */
public record WantedScope(String name, List<WantedCollection> collections) {
    public WantedScope {
        collections = List.copyOf(collections);
    }

    /** @param properties the changes of an existing collection */
    public record WantedCollection(String name, ManifestChanges.Properties properties) {}
}
