package dev.mayfly.store.api;

/** What must hold about a key for a batch to be applied. */
public sealed interface Expectation {
    Space space();

    byte[] key();

    /** The key holds no value. */
    record Absent(Space space, byte[] key) implements Expectation {}

    /** The key holds a value whose first eight bytes are this big-endian version. */
    record Version(Space space, byte[] key, long version) implements Expectation {}
}
