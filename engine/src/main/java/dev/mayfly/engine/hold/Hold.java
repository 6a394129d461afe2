package dev.mayfly.engine.hold;

import dev.mayfly.base.document.DocumentKey;
import org.jspecify.annotations.Nullable;

/**
 * Keeps expired documents from being destroyed until it is released. Held documents are hidden like all others.
 *
 * @param name by which it is released; one of a collection has it
 * @param key of the document, whichever has it; null for the whole collection
 * @param reason in the words of the requester
 * @param at when it was set, in milliseconds since the epoch
 * @param by the name of its creator, or empty if unknown
 */
public record Hold(String name, @Nullable DocumentKey key, String reason, long at, String by) {
    /** The largest number of holds of a collection. */
    public static final int MAX = 1_000;

    /** The largest number of characters of a name and of a reason. */
    public static final int CHARACTERS_MAX = 1_000;

    public Hold {
        if (name.isEmpty() || name.length() > CHARACTERS_MAX || reason.length() > CHARACTERS_MAX) {
            throw new IllegalArgumentException(
                    "a hold has a name, and it and its reason have at most " + CHARACTERS_MAX + " characters");
        }
    }
}
