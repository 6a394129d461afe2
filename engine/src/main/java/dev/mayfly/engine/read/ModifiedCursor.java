package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Walks the live documents of a collection in the order of their last writes, each at its latest version. A document
 * that is written meanwhile is left out: it comes behind the end. Used by one thread at a time; must be closed.
 */
public final class ModifiedCursor implements AutoCloseable {
    private final Reader store;
    private final Partition partition;
    private final ReadView reading;
    private final Predicate<DocumentKey> wanted;
    private final long end;
    private final Cursor cursor;
    private long keys;
    private long documents;

    /** @param settled the version up to which everything was in the store before this was made */
    public ModifiedCursor(
            Reader store,
            Partition partition,
            ReadView reading,
            long after,
            long settled,
            Predicate<DocumentKey> wanted) {
        this.store = store;
        this.partition = partition;
        this.reading = reading;
        this.wanted = wanted;
        this.end = Math.max(after, settled);
        KeyRange range = new KeyRange(Layout.recencyHead(after + 1), Layout.recencyHead(end + 1));
        this.cursor = open(range);
    }

    private Cursor open(KeyRange range) {
        try {
            return store.scan(partition, Space.INDEX, range, Direction.FORWARD, Reader.UNLIMITED);
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    /** The next document, or null when there is none up to the {@link #end}. */
    public @Nullable Document next() {
        try {
            RequestGuard guard = RequestGuard.current();
            while (cursor.next()) {
                guard.steps(DocumentScan.ENTRY_STEPS);
                keys++;
                byte[] key = cursor.key();
                DocumentKey document = Layout.recencyDocument(key);
                Document live = wanted.test(document) ? fetch(document, Layout.recencyVersion(key)) : null;
                if (live != null) {
                    return live;
                }
            }
            return null;
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        } catch (StoredDocument.CorruptDocumentException damage) {
            throw new EngineException(
                    new EngineError.DocumentCorrupt(reading.record().name()), damage);
        }
    }

    private @Nullable Document fetch(DocumentKey key, long version) {
        documents++;
        StoredDocument stored = StoredDocument.ofNullable(key, store.get(partition, Space.DOCUMENT, key.bytes()));
        return stored == null || stored.version() != version ? null : LiveGate.admit(reading, stored);
    }

    /** The version from which on to read when {@link #next} has answered null: whatever comes later is behind it. */
    public long end() {
        return end;
    }

    public DocumentCursor.Effort effort() {
        return new DocumentCursor.Effort(keys, documents);
    }

    @Override
    public void close() {
        cursor.close();
    }
}
