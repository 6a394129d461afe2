package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.error.CosmosException;

/** The limits on results of functions: no larger than an item, since otherwise a short query could fill memory. */
public final class Bounds {
    static final int CHARACTERS_MAX = 2 << 20;
    static final int ELEMENTS_MAX = 1 << 20;

    private Bounds() {}

    public static void requireCharacters(long count) {
        if (count > CHARACTERS_MAX) {
            throw CosmosException.badRequest(
                    "A function of the query makes a string of more than " + CHARACTERS_MAX + " characters.");
        }
    }

    static void requireElements(long count) {
        if (count > ELEMENTS_MAX) {
            throw CosmosException.badRequest(
                    "A function of the query makes an array of more than " + ELEMENTS_MAX + " elements.");
        }
    }
}
