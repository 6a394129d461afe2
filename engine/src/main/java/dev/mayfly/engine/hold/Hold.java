package dev.mayfly.engine.hold;

import dev.mayfly.base.document.DocumentKey;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what has expired from being destroyed until it is released. What is held is hidden as everything else is.
 *
 * @param name by which it is released; one of a collection has it
 * @param key of the document, whichever has it; null for the whole collection
 * @param reason in the words of who asked for it
 * @param at when it was set, in milliseconds since the epoch
 * @param by who set it, or empty when nobody knows
 */
public record Hold(String name, @Nullable DocumentKey key, String reason, long at, String by) {
    /** How many a collection may have. */
    public static final int MAX = 1_000;

    /** How many characters a name and a reason may have. */
    public static final int CHARACTERS_MAX = 1_000;

    public Hold {
        if (name.isEmpty() || name.length() > CHARACTERS_MAX || reason.length() > CHARACTERS_MAX) {
            throw new IllegalArgumentException(
                    "a hold has a name, and it and its reason have at most " + CHARACTERS_MAX + " characters");
        }
    }
}
