package dev.mayfly.face.couchbase.subdoc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Compares names of members, each written with or without escapes. */
final class JsonNames {
    private JsonNames() {}

    /** Returns whether the span of a text says the same as a name; both are what stands between quotes in JSON. */
    static boolean equal(byte[] text, int from, int until, byte[] name) {
        boolean plain = true;
        for (int at = from; at < until && plain; at++) {
            plain = text[at] != '\\';
        }
        for (int at = 0; at < name.length && plain; at++) {
            plain = name[at] != '\\';
        }
        return plain
                ? Arrays.equals(text, from, until, name, 0, name.length)
                : unescaped(text, from, until).equals(unescaped(name, 0, name.length));
    }

    /** Returns the text between quotes, escapes resolved. */
    static String unescaped(byte[] text, int from, int until) {
        String raw = new String(text, from, until - from, StandardCharsets.UTF_8);
        StringBuilder plain = new StringBuilder(raw.length());
        for (int at = 0; at < raw.length(); at++) {
            char c = raw.charAt(at);
            if (c != '\\') {
                plain.append(c);
                continue;
            }
            char escape = raw.charAt(++at);
            if (escape == 'u') {
                plain.append((char) Integer.parseInt(raw, at + 1, at + 5, 16));
                at += 4;
            } else {
                plain.append(meaning(escape));
            }
        }
        return plain.toString();
    }

    private static char meaning(char escape) {
        return switch (escape) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escape;
        };
    }
}
