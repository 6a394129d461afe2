package dev.mayfly.store.api;

/** The existing state of a key that a batch requires. */
public sealed interface Expectation {
    Space space();

    byte[] key();

    /** The key holds no value. */
    record Absent(Space space, byte[] key) implements Expectation {}

    /** The key holds a value whose first eight bytes are this big-endian version. */
    record Version(Space space, byte[] key, long version) implements Expectation {}
}
