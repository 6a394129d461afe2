package dev.mayfly.face.cosmos.language.function;

import java.util.Locale;

/** Finds a text in a text, in time that grows with their sum. */
final class TextSearch {
    /** Up to here trying every position costs little more than one look at each character. */
    private static final int SHORT = 16;

    private TextSearch() {}

    /** Returns a form that is equal for two texts that differ in case only. */
    static String fold(String text) {
        return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** The first position from this one on, or -1. */
    static int indexOf(String text, String part, int from) {
        if (part.length() <= SHORT) {
            return text.indexOf(part, from);
        }
        int[] borders = borders(part);
        int matched = 0;
        for (int at = from; at < text.length(); at++) {
            matched = advance(part, borders, matched, text.charAt(at));
            if (matched == part.length()) {
                return at - matched + 1;
            }
        }
        return -1;
    }

    /** The last position up to this one, or -1. */
    static int lastIndexOf(String text, String part, int from) {
        if (part.length() <= SHORT) {
            return text.lastIndexOf(part, from);
        }
        int until = (int) Math.min(text.length(), (long) from + part.length());
        int found = indexOf(reversed(text.substring(0, until)), reversed(part), 0);
        return found < 0 ? -1 : until - found - part.length();
    }

    /** Character by character, pairs too. */
    private static String reversed(String text) {
        char[] characters = new char[text.length()];
        for (int i = 0; i < characters.length; i++) {
            characters[i] = text.charAt(characters.length - 1 - i);
        }
        return new String(characters);
    }

    /**
     * For each prefix of the part the length of its longest proper prefix that is also its suffix (Knuth, Morris,
     * Pratt).
     */
    private static int[] borders(String part) {
        int[] borders = new int[part.length()];
        int matched = 0;
        for (int i = 1; i < part.length(); i++) {
            matched = advance(part, borders, matched, part.charAt(i));
            borders[i] = matched;
        }
        return borders;
    }

    private static int advance(String part, int[] borders, int before, char next) {
        int matched = before;
        while (matched > 0 && (matched == part.length() || part.charAt(matched) != next)) {
            matched = borders[matched - 1];
        }
        return part.charAt(matched) == next ? matched + 1 : matched;
    }
}
