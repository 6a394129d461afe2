package dev.mayfly.engine.error;

import dev.mayfly.store.api.StoreException;
import org.jspecify.annotations.Nullable;

/** Carries one {@link EngineError} to the face. */
public final class EngineException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient EngineError error;

    public EngineException(EngineError error) {
        this(error, null);
    }

    public EngineException(EngineError error, @Nullable Throwable cause) {
        super(error.getClass().getSimpleName(), cause);
        this.error = error;
    }

    public EngineError error() {
        return error;
    }

    /** Translates a store's failure for a caller of the engine. */
    public static EngineException of(StoreException failure) {
        EngineError error = switch (failure.reason()) {
            case FULL -> new EngineError.StoreFull();
            case READ_ONLY -> new EngineError.StoreReadOnly();
            case CORRUPT -> new EngineError.StoreCorrupt(failure.file());
            case UNAVAILABLE, LOCKED, NEWER_FORMAT -> new EngineError.StoreUnavailable();
        };
        return new EngineException(error, failure);
    }
}
