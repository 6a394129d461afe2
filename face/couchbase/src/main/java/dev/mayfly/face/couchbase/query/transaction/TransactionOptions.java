package dev.mayfly.face.couchbase.query.transaction;

import org.jspecify.annotations.Nullable;

/**
 * What a request says of the transaction that it begins.
 *
 * @param timeoutNanos how long it may take
 * @param durability its letters in records: n, m, pa or pm
 * @param records the keyspace in which its record is to be kept, or null for that of the first document's bucket
 * @param state what a client has done of it already, as JSON, or null
 */
public record TransactionOptions(
        long timeoutNanos, String durability, @Nullable String records, byte @Nullable [] state) {
    /** How long a transaction may take that does not say it. */
    public static final long TIMEOUT_NANOS = 15_000_000_000L;

    /** Whether its writes are synced before they are answered. */
    boolean isDurable() {
        return !durability.equals("n");
    }
}
