package dev.mayfly.engine.transaction;

import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import java.util.concurrent.atomic.AtomicLong;

/** The limits that the open transactions of one engine share: the keys that each may write, and the memory for all. Safe for concurrent use. */
public final class OpenTransactionLimits {
    /** The number of bytes that a transaction may write. */
    static final long BYTES_MAX = 64L << 20;

    /** The number of bytes that all open transactions together may have written. */
    static final long BYTES_OF_ALL_MAX = 256L << 20;

    private final KeyLocks keyLocks = new KeyLocks();
    private final AtomicLong bytes = new AtomicLong();

    /** The keys that open transactions are about to write. */
    KeyLocks keyLocks() {
        return keyLocks;
    }

    /** Adds what a transaction writes, which it has to take away again even if that is refused. */
    void grow(long more) {
        if (bytes.addAndGet(more) > BYTES_OF_ALL_MAX) {
            throw new EngineException(new EngineError.TransactionTooLarge(BYTES_OF_ALL_MAX));
        }
    }

    void shrink(long less) {
        bytes.addAndGet(-less);
    }
}
