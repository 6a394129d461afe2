package dev.mayfly.base.document;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Looks for an object in JSON text that has two members of one name: readers would differ about which of them counts.
 *
 * <p>Hot: one walk over validated text, names told apart by a hash. Used once.
 */
public final class DuplicateNames {
    private final byte[] text;
    /** The hash and the position of every name in the objects that are open. */
    private long[] names = new long[16];

    private int nameCount;
    /** The number of names when each open object began. */
    private int[] opened = new int[8];

    private int depth;

    private DuplicateNames(byte[] text) {
        this.text = text;
    }

    /** Returns true if any object in this text, which is one valid value, has a name twice. */
    public static boolean in(byte[] text) {
        return new DuplicateNames(text).walk();
    }

    private boolean walk() {
        int at = 0;
        while (at < text.length) {
            switch (text[at]) {
                case '"' -> {
                    int end = JsonText.stringEnd(text, at);
                    int behind = JsonText.skipSpace(text, end);
                    if (behind < text.length && text[behind] == ':') {
                        pushName(at, end);
                    }
                    at = end;
                    continue;
                }
                case '{' -> open();
                case '}' -> {
                    if (close()) {
                        return true;
                    }
                }
                default -> {}
            }
            at++;
        }
        return false;
    }

    private void open() {
        if (depth == opened.length) {
            opened = Arrays.copyOf(opened, depth * 2);
        }
        opened[depth++] = nameCount;
    }

    private void pushName(int quote, int end) {
        if (nameCount == names.length) {
            names = Arrays.copyOf(names, nameCount * 2);
        }
        names[nameCount++] = (long) hash(quote, end) << 32 | quote;
    }

    private int hash(int quote, int end) {
        int hash = 0;
        for (int at = quote + 1; at < end - 1; at++) {
            if (text[at] == '\\') {
                return hash(Utf8.bytes(JsonText.string(text, quote, end)));
            }
            hash = 31 * hash + text[at];
        }
        return hash;
    }

    private static int hash(byte[] name) {
        int hash = 0;
        for (byte b : name) {
            hash = 31 * hash + b;
        }
        return hash;
    }

    /** Ends the innermost object; true if it has a name twice. */
    private boolean close() {
        int from = opened[--depth];
        int until = nameCount;
        nameCount = from;
        if (until - from < 2) {
            return false;
        }
        Arrays.sort(names, from, until);
        for (int index = from + 1; index < until; index++) {
            if (names[index] >> 32 == names[index - 1] >> 32) {
                return isAnyTwice(from, until);
            }
        }
        return false;
    }

    private boolean isAnyTwice(int from, int until) {
        Set<String> seen = HashSet.newHashSet(until - from);
        for (int index = from; index < until; index++) {
            int quote = (int) names[index];
            if (!seen.add(JsonText.string(text, quote, JsonText.stringEnd(text, quote)))) {
                return true;
            }
        }
        return false;
    }
}
