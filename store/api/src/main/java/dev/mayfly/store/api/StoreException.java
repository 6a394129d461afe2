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

    /** The reason, as far as a caller can act on it. */
    public enum Reason {
        /**
         * There is no space; a later write may succeed. Reads go on, and so do batches that delete as many keys as they put,
         * not counting puts of marks, counters and the catalog.
         */
        FULL,
        /**
         * Nothing is accepted until the store is opened again: a sync failed, after which what was written before may be
         * lost, or the store was opened on a full disk.
         */
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
    private final String file;

    public StoreException(Reason reason, String message, @Nullable Throwable cause) {
        this(reason, message, "", cause);
    }

    /** @param file the name of the damaged file, or empty if none is known */
    public StoreException(Reason reason, String message, String file, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
        this.file = file;
    }

    public Reason reason() {
        return reason;
    }

    /** The name of the file that is damaged, or empty if none is known. */
    public String file() {
        return file;
    }
}
