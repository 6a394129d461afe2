package dev.mayfly.engine.write;

import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.StoreException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Translates failures of the store into errors of the engine. */
public record StoreErrors(CurrentSchema schema) {
    public <T extends @Nullable Object> T translate(Supplier<T> work) {
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
