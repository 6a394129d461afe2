package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.schema.PropertyRules;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks documents in the order of an index, each once.
 *
 * <p>Every entry's document is fetched, because only the document tells whether it is live. If it has changed since the
 * entry was written, it counts only if it still has this value. A document with several values in the ranges comes at
 * the first of them, which the document itself can tell, so nothing is remembered.
 */
public final class IndexScan implements DocumentCursor {
    private final Reader present;
    private final Partition partition;
    private final IndexDefinition index;
    private final List<KeyRange> ranges;
    private final Direction direction;
    private final KeyRange documentRange;
    private final RangeWalk walk;
    private final boolean isMarked;
    private Reader reader;
    private ReadView reading;
    private @Nullable TrimmedEntries trimmed;
    private long keys;
    private long documents;

    /** @param isMarked whether queues are read from their low-water marks on, which a transaction's own writes may be below */
    public IndexScan(Reader reader, Partition partition, ReadView reading, IndexWalk asked, boolean isMarked) {
        this.isMarked = isMarked;
        this.present = reader;
        this.reader = reading.readerOr(reader);
        this.partition = partition;
        this.reading = reading;
        this.index = asked.index();
        this.ranges = asked.storeRanges();
        this.direction = asked.direction();
        this.documentRange = asked.documents();
        this.walk = new RangeWalk(entries(), partition, Space.INDEX, ranges, direction);
        byte[] after = asked.after();
        if (after != null) {
            walk.seek(Layout.indexKey(index.id(), after));
        }
    }

    @Override
    public @Nullable Document next() {
        RequestGuard guard = RequestGuard.current();
        for (Cursor cursor = walk.next(); cursor != null; cursor = walk.next()) {
            guard.steps(DocumentScan.ENTRY_STEPS);
            keys++;
            byte[] key = cursor.key();
            byte[] value = cursor.value();
            walk.passed(key);
            Document document = fetch(key, value);
            if (document != null) {
                return document;
            }
        }
        return null;
    }

    /** The reader of entries: of documents with dead properties too, where the sweeper has not taken these out yet. */
    private Reader entries() {
        PropertyRules properties = reading.schema().properties();
        if (properties == null || !reading.schema().restsOnProperties(index)) {
            return reader;
        }
        TrimmedEntries entries = new TrimmedEntries(reader, partition, reading, properties, index, isMarked);
        trimmed = entries;
        return entries;
    }

    private void forgetTrimmed() {
        if (trimmed != null) {
            trimmed.forget();
            trimmed = null;
        }
    }

    private @Nullable Document fetch(byte[] key, byte[] value) {
        DocumentKey documentKey = IndexEntry.document(index.unique(), key, value);
        if (!documentRange.contains(documentKey.bytes())) {
            return null;
        }
        documents++;
        StoredDocument stored =
                StoredDocument.ofNullable(documentKey, reader.get(partition, Space.DOCUMENT, documentKey.bytes()));
        Document document = LiveGate.admit(reading, stored);
        if (document == null) {
            return null;
        }
        boolean changed = document.version() != IndexEntry.version(value) || document.isTrimmed();
        boolean several = isMultikey();
        return (!changed && !several) || isFirstOf(document, key) ? document : null;
    }

    private boolean isMultikey() {
        return index.multikey()
                || reading.record()
                        .index(index.id())
                        .map(IndexDefinition::multikey)
                        .orElse(true);
    }

    /** Returns true if this entry is the first within the ranges that the document has now. */
    private boolean isFirstOf(Document document, byte[] key) {
        boolean has = false;
        for (byte[] value : reading.schema().values(index, document.stored())) {
            byte[] own = index.unique()
                    ? Layout.indexKey(index.id(), value)
                    : Layout.indexKey(index.id(), value, document.key());
            int order = Arrays.compareUnsigned(own, key);
            has |= order == 0;
            int place = place(own);
            boolean earlier = direction == Direction.FORWARD ? order < 0 : order > 0;
            if (place >= 0 && order != 0 && earlier) {
                return false;
            }
        }
        return has;
    }

    private int place(byte[] key) {
        for (int position = 0; position < ranges.size(); position++) {
            if (ranges.get(position).contains(key)) {
                return position;
            }
        }
        return -1;
    }

    @Override
    public void suspend() {
        forgetTrimmed();
        walk.suspend();
    }

    @Override
    public void resume(ReadView later) {
        reading = later;
        reader = later.readerOr(present);
        walk.resume(entries());
    }

    @Override
    public byte @Nullable [] position() {
        byte[] key = walk.position();
        return key == null ? null : Arrays.copyOfRange(key, Integer.BYTES, key.length);
    }

    @Override
    public Effort effort() {
        return new Effort(keys, documents);
    }

    @Override
    public void close() {
        forgetTrimmed();
        walk.close();
    }
}
