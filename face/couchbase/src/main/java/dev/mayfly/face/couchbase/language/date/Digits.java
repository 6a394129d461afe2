package dev.mayfly.face.couchbase.language.date;

/** A whole number within a text. */
final class Digits {
    /** More digits than a long has are never asked for. */
    static final int LENGTH_MAX = 18;

    final long value;

    /** The number of characters including the spaces before; 0 if there is none. */
    final int length;

    private Digits(long value, int length) {
        this.value = value;
        this.length = length;
    }

    /** Reads at most this many characters; spaces before the digits count among them, if they are allowed. */
    static Digits read(String text, int at, int lengthMax, boolean spaces) {
        int length = 0;
        boolean found = false;
        long value = 0;
        while (at + length < text.length() && length < lengthMax) {
            char c = text.charAt(at + length);
            boolean isDigit = c >= '0' && c <= '9';
            if (!isDigit && !(spaces && !found && Character.isWhitespace(c))) {
                break;
            }
            if (isDigit) {
                found = true;
                value = value * 10 + c - '0';
            }
            length++;
        }
        return new Digits(value, found ? length : 0);
    }

    /** The number as the fraction of a second whose first digits it is. */
    int nanos() {
        long nanos = value;
        for (int i = length; i < 9; i++) {
            nanos *= 10;
        }
        for (int i = 9; i < length; i++) {
            nanos /= 10;
        }
        return (int) nanos;
    }

    /** Writes the number, filled up to the width, or as it is where the fill is 0. */
    static void write(long value, int width, char fill, StringBuilder out) {
        String digits = Long.toString(Math.abs(value));
        int missing = fill == 0 ? 0 : width - digits.length() - (value < 0 ? 1 : 0);
        if (value < 0 && fill != ' ') {
            out.append('-');
        }
        out.repeat(fill, Math.max(0, missing));
        if (value < 0 && fill == ' ') {
            out.append('-');
        }
        out.append(digits);
    }
}
