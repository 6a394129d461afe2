package dev.mayfly.app.cassandra;

import org.jspecify.annotations.Nullable;

/** Cassandra cannot be started on this machine; the message says in words for a person what is missing or went wrong. */
public final class CassandraStartException extends Exception {
    private static final long serialVersionUID = 1L;

    CassandraStartException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
