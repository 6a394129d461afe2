package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One operation of a batch, independent of its notation.
 *
 * @param id of the item it is about; null if the item itself contains it
 * @param partition that it is in; null if the batch as a whole has one, or the item contains it
 * @param body JSON text of the item or of the patch; null if there is none
 * @param isMinimal whether the answer may leave out the item
 */
public record BatchMember(
        Kind kind,
        @Nullable String id,
        @Nullable PartitionKey partition,
        Conditions conditions,
        byte @Nullable [] body,
        boolean isMinimal) {
    /** The kind of operation. */
    public enum Kind {
        CREATE,
        UPSERT,
        REPLACE,
        READ,
        DELETE,
        PATCH;

        /** The kind of this word, or null. */
        static @Nullable Kind of(String word) {
            return switch (word.toLowerCase(Locale.ROOT)) {
                case "create" -> CREATE;
                case "upsert" -> UPSERT;
                case "replace" -> REPLACE;
                case "read" -> READ;
                case "delete" -> DELETE;
                case "patch" -> PATCH;
                default -> null;
            };
        }
    }

    /**
     * An operation as it was written.
     *
     * @param word what it does
     * @param partition JSON text of a partition key, or null
     */
    static BatchMember of(
            @Nullable String word,
            @Nullable String id,
            @Nullable String partition,
            Conditions conditions,
            byte @Nullable [] body,
            boolean isMinimal) {
        Kind kind = word == null ? null : Kind.of(word);
        if (kind == null) {
            throw CosmosException.badRequest("Batch request has an operation of an unknown type.");
        }
        PartitionKey own = partition == null ? null : PartitionKey.ofText(partition);
        return new BatchMember(kind, id, own, conditions, body, isMinimal);
    }

    /** Returns true if the answer leaves out the item. */
    boolean showsNothing() {
        return isMinimal && kind != Kind.READ;
    }
}
