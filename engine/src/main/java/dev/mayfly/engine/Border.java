package dev.mayfly.engine;

import dev.mayfly.store.api.StoreException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Where what went wrong in the store becomes an error of the engine. */
record Border(Committer committer) {
    <T extends @Nullable Object> T cross(Supplier<T> work) {
        try {
            committer.requireExisting();
            return work.get();
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        } catch (StoredDocument.CorruptDocumentException damage) {
            throw new EngineException(
                    new EngineError.DocumentCorrupt(committer.record().name()), damage);
        }
    }

    void run(Runnable work) {
        cross(() -> {
            work.run();
            return true;
        });
    }
}
