package dev.mayfly.face.couchbase.query.transaction;

import org.jspecify.annotations.Nullable;

/**
 * The options of a transaction that a request begins.
 *
 * @param timeoutNanos limit on its duration
 * @param durability its letters in records: n, m, pa or pm
 * @param records the keyspace in which its record is to be kept, or null for that of the first document's bucket
 * @param state the client's part of it so far, as JSON, or null
 */
public record TransactionOptions(
        long timeoutNanos, String durability, @Nullable String records, byte @Nullable [] state) {
    /** The default limit on a transaction's duration. */
    public static final long TIMEOUT_NANOS = 15_000_000_000L;

    /** Returns whether its writes are synced before they are answered. */
    boolean isDurable() {
        return !durability.equals("n");
    }
}
