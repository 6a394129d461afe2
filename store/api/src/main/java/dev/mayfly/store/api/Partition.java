package dev.mayfly.store.api;

/** The unit of placement and of atomicity; the number is an unsigned 32-bit integer and is never reused. */
public record Partition(int id) {
    /** The partition of the catalog and of everything server-wide. */
    public static final Partition CATALOG = new Partition(0);
}
