package dev.mayfly.base.query;

import org.jspecify.annotations.Nullable;

/** Rows that do not fit in memory could not be put on the disk, or be read from it again. */
public final class SpillException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SpillException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
