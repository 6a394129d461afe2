package dev.mayfly.face.couchbase.bucket;

/**
 * A collection as the manifest has it.
 *
 * @param uid its number on the wire, never used again within the bucket
 * @param maxTtl seconds, {@link MaxTtl#NONE} or {@link MaxTtl#UNLIMITED}
 * @param history whether its change history is kept
 */
public record CollectionDefinition(String name, int uid, int maxTtl, boolean history) {
    public static final String DEFAULT = "_default";

    CollectionDefinition with(int ttl, boolean remembers) {
        return new CollectionDefinition(name, uid, ttl, remembers);
    }
}
