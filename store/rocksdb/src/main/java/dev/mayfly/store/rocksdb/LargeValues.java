package dev.mayfly.store.rocksdb;

/**
 * Hears of each large value that is about to be put on the heap, by the thread that reads it: it may wait until there is
 * room, or throw. It hears before there is a copy.
 */
@FunctionalInterface
public interface LargeValues {
    /** Smaller ones are not told. */
    int BYTES_LEAST = 1 << 20;

    LargeValues UNBOUNDED = _ -> {};

    void reading(int bytes);
}
