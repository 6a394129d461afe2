package dev.mayfly.app.server;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.StoreException;

/** A server that could not start though its configuration is sound: a port is taken, a folder is in use. */
public final class StartupException extends Exception {
    private static final long serialVersionUID = 1L;

    public StartupException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Describes a store that does not open, and the remedy, to an operator. */
    static StartupException of(StoreException failure) {
        String advice = failure.reason() == StoreException.Reason.CORRUPT
                ? "; mayfly check DIR --repair saves what can be saved"
                : "";
        return new StartupException(failure.getMessage() + advice, failure);
    }

    /** Describes a store in which the engine does not find what it needs for a start. */
    static StartupException of(EngineException failure) {
        return failure.getCause() instanceof StoreException store
                ? of(store)
                : new StartupException("the data cannot be served: " + failure.getMessage(), failure);
    }
}
