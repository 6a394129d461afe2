package dev.mayfly.base.query.value;

/** Two ways to write numbers, and small bounds. */
final class Dialects {
    static final int BYTES_MAX = 1_000;
    static final NumberText SHORT = new NumberText("Infinity", "0", 1);
    static final NumberText SIGNED = new NumberText("+Infinity", "-0", 2);
    static final Dialect DIALECT =
            new Dialect(SHORT, BYTES_MAX, () -> new TooLarge("bytes"), () -> new TooLarge("parts"));

    private Dialects() {}

    /** The refusal of a dialect. */
    static final class TooLarge extends RuntimeException {
        private static final long serialVersionUID = 1L;

        TooLarge(String what) {
            super(what);
        }
    }
}
