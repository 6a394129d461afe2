package dev.mayfly.face.cosmos.hybrid;

import org.jspecify.annotations.Nullable;

/**
 * One operation of a batch, as its row says.
 *
 * @param type the word that JSON has for it, such as {@code Create}
 * @param partitionKey as JSON text, where the request itself names none
 * @param body JSON text: an item, or what a patch does
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
