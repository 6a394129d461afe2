package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.store.api.Cell;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.HeadRead;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A store of which some rows of one collection were read together beforehand, where each read costs a round trip. Rows may be
 * fetched by several threads at once.
 */
public final class FetchedDocuments implements Reader {
    private final Store store;
    private final boolean hasHeads;
    private final Map<Place, byte @Nullable []> fetched = new HashMap<>();
    private final Map<Partition, Head> heads = new HashMap<>();

    private record Place(Partition partition, Space space, DocumentKey key) {
        static Place of(Partition partition, Cell cell) {
            return new Place(partition, cell.space(), new DocumentKey(cell.key()));
        }
    }

    /** @param hasHeads whether the store keeps turns */
    public FetchedDocuments(Store store, boolean hasHeads) {
        this.store = store;
        this.hasHeads = hasHeads;
    }

    /**
     * Reads documents of one shard, and other rows of it; together with the head of the shard where there is one.
     *
     * @return how many bytes the documents have
     */
    public long fetch(Partition partition, List<DocumentKey> keys, List<Cell> others) {
        List<Cell> cells = new ArrayList<>(keys.size() + others.size());
        keys.forEach(key -> cells.add(new Cell(Space.DOCUMENT, key.bytes())));
        cells.addAll(others);
        if (hasHeads) {
            HeadRead read = store.readAtHead(partition, cells);
            return keep(partition, cells, read.values(), read.head());
        }
        List<byte @Nullable []> values = new ArrayList<>(store.multiGet(
                partition, Space.DOCUMENT, keys.stream().map(DocumentKey::bytes).toList()));
        others.forEach(cell -> values.add(store.get(partition, cell.space(), cell.key())));
        return keep(partition, cells, values, null);
    }

    private synchronized long keep(
            Partition partition, List<Cell> cells, List<byte @Nullable []> values, @Nullable Head head) {
        if (head != null) {
            heads.put(partition, head);
        }
        long bytes = 0;
        for (int index = 0; index < cells.size(); index++) {
            Cell cell = cells.get(index);
            byte[] value = values.get(index);
            fetched.put(Place.of(partition, cell), value);
            bytes += cell.space() == Space.DOCUMENT && value != null ? value.length : 0;
        }
        return bytes;
    }

    /** The head of a shard with which some of its rows were read last, or null. */
    public synchronized @Nullable Head head(Partition partition) {
        return heads.get(partition);
    }

    /** Forgets everything that was read. */
    public synchronized void forget() {
        fetched.clear();
        heads.clear();
    }

    /** Forgets a document, which is about to be another. */
    public synchronized void forget(Partition partition, DocumentKey key) {
        fetched.remove(new Place(partition, Space.DOCUMENT, key));
    }

    /** Returns true if the document was read beforehand, or found missing. */
    public synchronized boolean has(Partition partition, DocumentKey key) {
        return fetched.containsKey(new Place(partition, Space.DOCUMENT, key));
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        Place asked = new Place(partition, space, new DocumentKey(key));
        synchronized (this) {
            if (fetched.containsKey(asked)) {
                return fetched.get(asked);
            }
        }
        return store.get(partition, space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        return store.multiGet(partition, space, keys);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        return store.scan(partition, space, range, direction, limit);
    }
}
