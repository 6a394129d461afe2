package dev.mayfly.base.query.value;

import dev.mayfly.base.query.RequestGuard;

/**
 * Text as UTF-8, in which half a surrogate pair is written like any other character, so that no two texts fall
 * together.
 */
public final class Text {
    /** The number of characters compared between two checks of whether the request may go on. */
    private static final int COMPARISONS = 1 << 18;

    private static final int COMPARISONS_OF_STEP = 1 << 8;

    private Text() {}

    /**
     * Returns the index of a part in a text, as {@link String#indexOf(String, int)} does; -1 if it is absent. In a
     * repetitive text, the search for a long part takes as many comparisons as the product of both lengths, so those
     * at the places that were looked at count as steps.
     */
    public static int indexOf(String text, String part, int from) {
        if ((long) text.length() * part.length() <= COMPARISONS) {
            return text.indexOf(part, from);
        }
        RequestGuard guard = RequestGuard.current();
        int span = Math.max(1, COMPARISONS / part.length());
        for (int at = from; at <= text.length() - part.length(); at += span) {
            int found = text.indexOf(part, at, (int) Math.min(text.length(), (long) at + span + part.length() - 1));
            int places = found < 0 ? span : found - at + 1;
            guard.steps(1 + (long) places * part.length() / COMPARISONS_OF_STEP);
            if (found >= 0) {
                return found;
            }
        }
        return -1;
    }

    public static byte[] bytes(String text) {
        byte[] bytes = new byte[length(text)];
        int length = 0;
        int at = 0;
        while (at < text.length()) {
            int code = text.codePointAt(at);
            length = encode(code, bytes, length);
            at += Character.charCount(code);
        }
        return bytes;
    }

    /** Returns the number of UTF-8 bytes; a pair of surrogates takes four, either half of one three. */
    private static int length(String text) {
        int length = text.length();
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c >= 0x80) {
                boolean isPair = Character.isHighSurrogate(c)
                        && at + 1 < text.length()
                        && Character.isLowSurrogate(text.charAt(at + 1));
                length = Math.addExact(length, c < 0x800 ? 1 : 2);
                at += isPair ? 1 : 0;
            }
        }
        return length;
    }

    /** Writes one character and answers the position behind it. */
    static int encode(int code, byte[] out, int at) {
        int next = at;
        if (code < 0x80) {
            out[next++] = (byte) code;
            return next;
        }
        if (code < 0x800) {
            out[next++] = (byte) (0xC0 | code >> 6);
        } else {
            if (code < 0x10000) {
                out[next++] = (byte) (0xE0 | code >> 12);
            } else {
                out[next++] = (byte) (0xF0 | code >> 18);
                out[next++] = (byte) (0x80 | code >> 12 & 0x3F);
            }
            out[next++] = (byte) (0x80 | code >> 6 & 0x3F);
        }
        out[next++] = (byte) (0x80 | code & 0x3F);
        return next;
    }
}
