package dev.mayfly.store.api;

import org.jspecify.annotations.Nullable;

/**
 * The store could not do what it was asked; nothing of the failed batch is visible.
 *
 * <p>One exception: a batch whose sync failed ({@link Reason#READ_ONLY}) stays visible until the store is opened again, and
 * may be there or not after that.
 */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Why, as far as a caller can act on it. */
    public enum Reason {
        /**
         * There is no space; a later write may succeed. Reads go on, and so do batches that delete as many keys as they put,
         * not counting puts of marks, counters and the catalog.
         */
        FULL,
        /** A sync failed: what was written before may be lost, so nothing is accepted until the store is opened again. */
        READ_ONLY,
        /** Bytes read do not match their checksum. Never a matter of trying again. */
        CORRUPT,
        /** The store did not answer; trying again may help. */
        UNAVAILABLE,
        /** Another process has the store open. */
        LOCKED,
        /** The data was written by a newer release. */
        NEWER_FORMAT
    }

    private final Reason reason;

    public StoreException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }
}
