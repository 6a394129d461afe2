package dev.mayfly.store.api;

import org.jspecify.annotations.Nullable;

/** A backup cannot be written, is damaged, or cannot be restored; the store itself is as it was. */
public final class BackupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message says in words for a person what is wrong with which file */
    public BackupException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
