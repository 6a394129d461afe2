package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Walks documents in the order of their keys. */
public final class DocumentScan implements DocumentCursor {
    /** Examining an entry, even one that yields nothing, costs as much as this number of steps of an expression. */
    public static final int ENTRY_STEPS = 16;

    private final Reader present;
    private final RangeWalk walk;
    private ReadView reading;
    private long documents;

    public DocumentScan(
            Reader reader, Partition partition, ReadView reading, List<KeyRange> ranges, Direction direction) {
        this.present = reader;
        this.walk = new RangeWalk(reading.readerOr(reader), partition, Space.DOCUMENT, ranges, direction);
        this.reading = reading;
    }

    @Override
    public @Nullable Document next() {
        RequestGuard guard = RequestGuard.current();
        for (Cursor cursor = walk.next(); cursor != null; cursor = walk.next()) {
            guard.steps(ENTRY_STEPS);
            documents++;
            byte[] key = cursor.key();
            walk.passed(key);
            Document document = LiveGate.admit(reading, StoredDocument.of(new DocumentKey(key), cursor.value()));
            if (document != null) {
                return document;
            }
        }
        return null;
    }

    @Override
    public void suspend() {
        walk.suspend();
    }

    @Override
    public void resume(ReadView later) {
        reading = later;
        walk.resume(later.readerOr(present));
    }

    @Override
    public byte @Nullable [] position() {
        return walk.position();
    }

    @Override
    public Effort effort() {
        return new Effort(documents, documents);
    }

    @Override
    public void close() {
        walk.close();
    }
}
