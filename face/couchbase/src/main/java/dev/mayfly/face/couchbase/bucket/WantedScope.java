package dev.mayfly.face.couchbase.bucket;

import java.util.List;

/** A scope as it is to be, with its collections and no others. */
public record WantedScope(String name, List<WantedCollection> collections) {
    public WantedScope {
        collections = List.copyOf(collections);
    }

    /** @param properties what is to be changed of a collection that is there already */
    public record WantedCollection(String name, ManifestChanges.Properties properties) {}
}
