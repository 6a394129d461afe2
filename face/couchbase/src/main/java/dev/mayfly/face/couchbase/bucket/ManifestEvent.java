package dev.mayfly.face.couchbase.bucket;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A change of a scope or a collection as those who follow the bucket are told.
 *
 * @param seqno its place among the changes of every vBucket
 * @param manifest the number of the manifest that it led to
 * @param collection unused for a scope
 * @param maxTtl as {@link CollectionDefinition#maxTtl}
 */
public record ManifestEvent(long seqno, Kind kind, long manifest, int scope, int collection, String name, int maxTtl) {
    /** The kinds, with their numbers in the protocol. */
    public enum Kind {
        COLLECTION_CREATED(0),
        COLLECTION_DROPPED(1),
        SCOPE_CREATED(3),
        SCOPE_DROPPED(4),
        COLLECTION_MODIFIED(5);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        boolean isOfScope() {
            return this == SCOPE_CREATED || this == SCOPE_DROPPED;
        }

        boolean isDrop() {
            return this == COLLECTION_DROPPED || this == SCOPE_DROPPED;
        }
    }

    /** Returns true if it is about a scope as a whole. */
    public boolean isOfScope() {
        return kind.isOfScope();
    }

    /** Returns true if it is about the same scope or the same collection. */
    boolean isAboutSame(ManifestEvent other) {
        return isOfScope() == other.isOfScope()
                && scope == other.scope
                && (isOfScope() || collection == other.collection);
    }

    ObjectNode toJson() {
        return CouchbaseJson.object()
                .put("seqno", seqno)
                .put("kind", kind.name())
                .put("manifest", manifest)
                .put("scope", scope)
                .put("collection", collection)
                .put("name", name)
                .put("maxTtl", maxTtl);
    }

    static ManifestEvent fromJson(JsonNode json) {
        return new ManifestEvent(
                json.path("seqno").asLong(),
                Kind.valueOf(json.path("kind").asString()),
                json.path("manifest").asLong(),
                json.path("scope").asInt(),
                json.path("collection").asInt(),
                json.path("name").asString(),
                json.path("maxTtl").asInt());
    }
}
