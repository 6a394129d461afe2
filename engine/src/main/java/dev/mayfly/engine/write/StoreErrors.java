package dev.mayfly.engine.write;

import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.StoreException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Translates failures of the store into errors of the engine. */
public record StoreErrors(CurrentSchema schema) {
    /** The number of times a change is made anew because another engine was faster. */
    private static final int ATTEMPTS_MAX = 100;

    public <T extends @Nullable Object> T translate(Supplier<T> work) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                return attempt(work);
            } catch (SharedSchema.StaleSchemaException stale) {
                schema.refresh();
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(ATTEMPTS_MAX));
    }

    private <T extends @Nullable Object> T attempt(Supplier<T> work) {
        try {
            schema.requireExisting();
            return work.get();
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        } catch (StoredDocument.CorruptDocumentException damage) {
            throw new EngineException(
                    new EngineError.DocumentCorrupt(schema.record().name()), damage);
        }
    }

    public void run(Runnable work) {
        translate(() -> {
            work.run();
            return true;
        });
    }
}
