package dev.mayfly.face.api;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes and drops the databases, collections and indexes of one face for administrators, as requests of the face's own
 * clients would. Every method may throw {@link FaceRefusal}, and the engine's exceptions. Safe for concurrent use.
 */
public interface FaceSchemas {
    /** A time to live by which only documents with a lifetime of their own expire. */
    long OWN_LIFETIMES = -1;

    /**
     * A database, or a bucket, to be made.
     *
     * @param ttlSeconds the longest lifetime of its documents, or null for any
     * @param quotaMib the memory quota of a bucket, or null for the least
     * @param isEphemeral whether a bucket is lost with the server
     */
    record DatabaseDraft(
            String name,
            @Nullable Long ttlSeconds,
            @Nullable Integer quotaMib,
            boolean isEphemeral) {}

    /**
     * A collection to be made.
     *
     * @param ttlSeconds the lifetime of its documents, {@link #OWN_LIFETIMES}, or null for time to live off
     * @param ttlField the field with the date from which the lifetime counts, or null where the face needs none
     * @param partitionKey the paths of the partition key, such as {@code /device}, empty for the usual one
     * @param shards null for the usual number
     */
    record CollectionDraft(
            CollectionName name,
            @Nullable Long ttlSeconds,
            @Nullable String ttlField,
            List<String> partitionKey,
            @Nullable Integer shards) {
        public CollectionDraft {
            partitionKey = List.copyOf(partitionKey);
        }
    }

    /**
     * An index to be made.
     *
     * @param expireAfterSeconds for an index by which documents expire, or null
     */
    record IndexDraft(
            String name,
            List<IndexField> fields,
            boolean isUnique,
            @Nullable Long expireAfterSeconds) {
        public IndexDraft {
            fields = List.copyOf(fields);
        }
    }

    /** A field of an index. */
    record IndexField(String path, boolean isDescending) {}

    /** Returns the names of all databases, those without collections included, sorted. */
    List<String> databases();

    void createDatabase(DatabaseDraft draft);

    /** Drops a database with all that is in it. */
    void dropDatabase(String name);

    void createCollection(CollectionDraft draft);

    void dropCollection(Collection collection);

    /** Makes an index, and returns when it is built. */
    void createIndex(Collection collection, IndexDraft draft);

    void dropIndex(Collection collection, String name);
}
