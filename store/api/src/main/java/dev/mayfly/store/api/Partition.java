package dev.mayfly.store.api;

/** The unit of placement and of atomicity; the number is an unsigned 32-bit integer and is never reused. */
public record Partition(int id) {
    /** Where the catalog and everything server-wide lives. */
    public static final Partition CATALOG = new Partition(0);
}
