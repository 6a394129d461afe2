package dev.mayfly.base.document;

import java.nio.charset.StandardCharsets;

/** Text as UTF-8. */
final class Utf8 {
    private Utf8() {}

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String string(byte[] bytes, int from, int until) {
        return new String(bytes, from, until - from, StandardCharsets.UTF_8);
    }

    /** The position of the first byte that is not well-formed UTF-8 (Unicode, table 3-7), or -1. */
    static int firstFault(byte[] bytes, int from, int until) {
        int at = from;
        while (at < until) {
            int step = bytes[at] >= 0 ? 1 : sequenceLength(bytes, at, until);
            if (step == 0) {
                return at;
            }
            at += step;
        }
        return -1;
    }

    /** The length of the sequence of several bytes that begins here, or 0 when it is ill-formed. */
    static int sequenceLength(byte[] bytes, int at, int until) {
        int lead = bytes[at] & 0xFF;
        if (lead < 0xC2 || lead > 0xF4) {
            return 0;
        }
        int length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
        if (length > until - at) {
            return 0;
        }
        int second = bytes[at + 1] & 0xFF;
        int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        if (second < least || second > most) {
            return 0;
        }
        for (int i = 2; i < length; i++) {
            if ((bytes[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return length;
    }
}
