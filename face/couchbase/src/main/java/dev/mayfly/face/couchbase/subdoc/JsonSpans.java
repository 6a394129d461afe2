package dev.mayfly.face.couchbase.subdoc;

/**
 * Where values begin and end in JSON text that is known to be well formed. Hot: no allocation.
 *
 * <p>Every value has a level: the document's is 1, that of a member or element one more than its container's.
 */
final class JsonSpans {
    /** The deepest level that is looked into. */
    static final int LEVEL_MAX = 32;

    /** In place of an end: the value goes deeper than that. */
    static final int TOO_DEEP = -1;

    private JsonSpans() {}

    static int skipSpace(byte[] text, int at) {
        int next = at;
        while (next < text.length && isSpace(text[next])) {
            next++;
        }
        return next;
    }

    static boolean isSpace(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    /** The first position after the string that begins here. */
    static int stringEnd(byte[] text, int at) {
        int next = at + 1;
        while (text[next] != '"') {
            next += text[next] == '\\' ? 2 : 1;
        }
        return next + 1;
    }

    /** The first position after the value of this level that begins here, or {@link #TOO_DEEP}. */
    static int valueEnd(byte[] text, int at, int level) {
        return switch (text[at]) {
            case '"' -> stringEnd(text, at);
            case '{', '[' -> nestedEnd(text, at, level);
            default -> wordEnd(text, at);
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
                    next = b == '"' ? stringEnd(text, next) : wordEnd(text, next);
                }
            }
        } while (open >= level);
        return next;
    }

    /** The end of a number, true, false or null. */
    private static int wordEnd(byte[] text, int at) {
        int next = at;
        while (next < text.length
                && !isSpace(text[next])
                && text[next] != ','
                && text[next] != ']'
                && text[next] != '}') {
            next++;
        }
        return next;
    }
}
