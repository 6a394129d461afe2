package dev.mayfly.base.query.value;

import java.util.Arrays;

/**
 * Text as UTF-8, in which half a surrogate pair is written like any other character, so that no two texts fall
 * together.
 */
public final class Text {
    private Text() {}

    public static byte[] bytes(String text) {
        byte[] bytes = new byte[text.length() * 3];
        int length = 0;
        int at = 0;
        while (at < text.length()) {
            int code = text.codePointAt(at);
            length = encode(code, bytes, length);
            at += Character.charCount(code);
        }
        return Arrays.copyOf(bytes, length);
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
