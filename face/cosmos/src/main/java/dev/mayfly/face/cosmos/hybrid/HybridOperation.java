package dev.mayfly.face.cosmos.hybrid;

import org.jspecify.annotations.Nullable;

/**
 * One operation of a batch, as read from its row.
 *
 * @param type the word that JSON has for it, such as {@code Create}
 * @param partitionKey as JSON text, if the request itself names none
 * @param body JSON text: an item, or a patch
 * @param prefersMinimal whether the answer may leave out the item
 */
public record HybridOperation(
        String type,
        @Nullable String partitionKey,
        @Nullable String id,
        byte @Nullable [] body,
        @Nullable String ifMatch,
        @Nullable String ifNoneMatch,
        boolean prefersMinimal) {}
