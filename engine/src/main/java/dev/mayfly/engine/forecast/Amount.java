package dev.mayfly.engine.forecast;

/**
 * A number of documents, and how much is stored of them.
 *
 * @param bytes as stored, before the store compresses them
 */
public record Amount(long documents, long bytes) {
    public static final Amount NOTHING = new Amount(0, 0);

    public Amount plus(Amount other) {
        return new Amount(documents + other.documents, bytes + other.bytes);
    }

    /** What is left when the other is taken away; never less than nothing. */
    public Amount minus(Amount other) {
        return new Amount(Math.max(0, documents - other.documents), Math.max(0, bytes - other.bytes));
    }
}
