package dev.mayfly.engine.read;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.StoreException;
import org.jspecify.annotations.Nullable;

/** Translates failures of the store during a walk into the engine's errors. */
public record GuardedCursor(CollectionName collection, DocumentCursor cursor) implements DocumentCursor {
    @Override
    public @Nullable Document next() {
        try {
            return cursor.next();
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        } catch (StoredDocument.CorruptDocumentException damage) {
            throw new EngineException(new EngineError.DocumentCorrupt(collection), damage);
        }
    }

    @Override
    public void suspend() {
        cursor.suspend();
    }

    @Override
    public void resume(ReadView reading) {
        cursor.resume(reading);
    }

    @Override
    public byte @Nullable [] position() {
        return cursor.position();
    }

    @Override
    public Effort effort() {
        return cursor.effort();
    }

    @Override
    public void close() {
        cursor.close();
    }
}
