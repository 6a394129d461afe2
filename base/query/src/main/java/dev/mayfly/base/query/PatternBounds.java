package dev.mayfly.base.query;

/** Turns away regular expressions that would cost too much to compile or to run, before they are compiled. */
public final class PatternBounds {
    /*
     * A pattern runs in time linear in the text, but the factor is its size once counted repeats are written out, and
     * compiling it recurses into its groups. So one walk over it bounds the depth of the groups and that size. It need
     * not understand the pattern: what it misreads is at worst refused, or is malformed and refused by the compiler.
     */
    public static final int LENGTH_MAX = 16_384;
    static final int SIZE_MAX = 32_768;
    static final int DEPTH_MAX = 250;

    private final String pattern;
    private final long[] sizes = new long[DEPTH_MAX + 1];
    private int depth;
    private int at;

    /** The size of the last atom, which a repeat multiplies. */
    private long last;

    private PatternBounds(String pattern) {
        this.pattern = pattern;
    }

    /** Returns the fault of the pattern, or an empty text. */
    public static String faultOf(String pattern) {
        return pattern.length() > LENGTH_MAX ? "regular expression is too long" : new PatternBounds(pattern).walk();
    }

    private String walk() {
        while (at < pattern.length()) {
            char c = pattern.charAt(at++);
            switch (c) {
                case '\\' -> escape();
                case '[' -> brackets();
                case '(' -> {
                    if (depth == DEPTH_MAX) {
                        return "parentheses are too deeply nested";
                    }
                    sizes[++depth] = 0;
                }
                case ')' -> close();
                case '{' -> repeat();
                default -> atom(1);
            }
            if (sizes[depth] > SIZE_MAX) {
                return "regular expression is too large";
            }
        }
        return "";
    }

    private void atom(long size) {
        last = size;
        sizes[depth] += size;
    }

    private void close() {
        if (depth > 0) {
            atom(sizes[depth--]);
        }
    }

    private void escape() {
        char c = at < pattern.length() ? pattern.charAt(at++) : ' ';
        boolean braced = "pPx".indexOf(c) >= 0 && at < pattern.length() && pattern.charAt(at) == '{';
        int end = braced ? pattern.indexOf('}', at) : -1;
        at = end < 0 ? at : end + 1;
        atom(1);
    }

    private void brackets() {
        int from = at;
        while (at < pattern.length() && (pattern.charAt(at) != ']' || isFirst(from))) {
            at += pattern.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
        atom(1);
    }

    /** A closing bracket that comes first, or after the negation, stands for itself. */
    private boolean isFirst(int from) {
        return at == from || (at == from + 1 && pattern.charAt(from) == '^');
    }

    private void repeat() {
        int end = pattern.indexOf('}', at);
        long times = 1;
        long number = 0;
        for (int i = at; i < end; i++) {
            char c = pattern.charAt(i);
            number = c == ',' ? 0 : number * 10 + Character.digit(c, 10);
            if ((c != ',' && !Character.isDigit(c)) || number > SIZE_MAX) {
                atom(1);
                return;
            }
            times = Math.max(times, number);
        }
        if (end > at) {
            at = end + 1;
            sizes[depth] += last * (times - 1);
            last *= times;
        }
    }
}
