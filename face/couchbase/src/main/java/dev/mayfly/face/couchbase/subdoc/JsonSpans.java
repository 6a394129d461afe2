package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.JsonText;

/**
 * Finds the ends of values in JSON text that is known to be well formed. Hot: no allocation.
 *
 * <p>Every value has a level: the document's is 1, that of a member or element one more than its container's.
 */
final class JsonSpans {
    /** The deepest level that is looked into. */
    static final int LEVEL_MAX = 32;

    /** The result in place of an end if the value is nested too deep. */
    static final int TOO_DEEP = -1;

    private JsonSpans() {}

    /** The first position after the value of this level that begins here, or {@link #TOO_DEEP}. */
    static int valueEnd(byte[] text, int at, int level) {
        return switch (text[at]) {
            case '"' -> JsonText.stringEnd(text, at);
            case '{', '[' -> nestedEnd(text, at, level);
            default -> JsonText.wordEnd(text, at);
        };
    }

    private static int nestedEnd(byte[] text, int at, int level) {
        int open = level - 1;
        int next = at;
        do {
            byte b = text[next];
            switch (b) {
                case '{', '[' -> {
                    if (++open > LEVEL_MAX) {
                        return TOO_DEEP;
                    }
                    next++;
                }
                case '}', ']' -> {
                    open--;
                    next++;
                }
                case ' ', '\n', '\r', '\t', ',', ':' -> next++;
                default -> {
                    if (open == LEVEL_MAX) {
                        return TOO_DEEP;
                    }
                    next = b == '"' ? JsonText.stringEnd(text, next) : JsonText.wordEnd(text, next);
                }
            }
        } while (open >= level);
        return next;
    }
}
