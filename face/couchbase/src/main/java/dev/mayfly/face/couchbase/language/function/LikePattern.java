package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import java.util.Arrays;

/**
 * A pattern of LIKE: {@code %} is any text, {@code _} any character. Matching takes no more steps than the product of
 * both lengths. Immutable.
 */
public final class LikePattern {
    private static final int ANY_TEXT = -1;
    private static final int ANY_CHARACTER = -2;

    private final int[] parts;

    private LikePattern(int[] parts) {
        this.parts = parts;
    }

    /**
     * Reads a pattern.
     *
     * @param escape the one character that takes the next one's meaning away
     */
    public static LikePattern of(String pattern, String escape) {
        if (escape.codePointCount(0, escape.length()) != 1) {
            throw N1qlException.evaluation("invalid escape character '" + escape + "'");
        }
        int escaping = escape.codePointAt(0);
        int[] text = pattern.codePoints().toArray();
        int[] parts = new int[text.length];
        int length = 0;
        for (int at = 0; at < text.length; at++) {
            int c = text[at];
            if (c == escaping && at + 1 < text.length) {
                parts[length++] = text[++at];
            } else if (c != '%') {
                parts[length++] = c == '_' ? ANY_CHARACTER : c;
            } else if (length == 0 || parts[length - 1] != ANY_TEXT) {
                parts[length++] = ANY_TEXT;
            }
        }
        return new LikePattern(Arrays.copyOf(parts, length));
    }

    /** Returns the text with which every match begins. */
    public String prefix() {
        StringBuilder prefix = new StringBuilder();
        for (int part : parts) {
            if (part < 0) {
                break;
            }
            prefix.appendCodePoint(part);
        }
        return prefix.toString();
    }

    /** Returns whether the pattern is a literal text that it alone matches. */
    boolean isLiteral() {
        for (int part : parts) {
            if (part < 0) {
                return false;
            }
        }
        return true;
    }

    public boolean matches(String text) {
        int part = 0;
        int at = 0;
        int restartPart = -1;
        int restartAt = -1;
        RequestGuard guard = RequestGuard.current();
        while (at < text.length()) {
            guard.step();
            if (part < parts.length && parts[part] == ANY_TEXT) {
                restartPart = ++part;
                restartAt = at;
                continue;
            }
            int c = text.codePointAt(at);
            if (part < parts.length && (parts[part] == ANY_CHARACTER || parts[part] == c)) {
                part++;
                at += Character.charCount(c);
            } else if (restartPart >= 0) {
                // The last % takes one character more; none before it need be tried again.
                part = restartPart;
                restartAt += Character.charCount(text.codePointAt(restartAt));
                at = restartAt;
            } else {
                return false;
            }
        }
        while (part < parts.length && parts[part] == ANY_TEXT) {
            part++;
        }
        return part == parts.length;
    }
}
