package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A store of which some rows of one collection were read together beforehand, where each read costs a round trip. Rows may be
 * fetched by several threads at once.
 */
public final class FetchedDocuments implements Reader {
    private final Reader store;
    private final Map<DocumentKey, byte @Nullable []> documents = new HashMap<>();
    private final Map<DocumentKey, byte @Nullable []> indexed = new HashMap<>();

    public FetchedDocuments(Reader store) {
        this.store = store;
    }

    /** Reads these documents; returns how many bytes they have. */
    public long fetch(Partition partition, List<DocumentKey> keys) {
        return fetch(
                partition, Space.DOCUMENT, keys.stream().map(DocumentKey::bytes).toList(), documents);
    }

    /** Reads these rows of the index space, such as tombstones, of whose keys no other shard has one. */
    public void fetchIndexed(Partition partition, List<byte[]> keys) {
        fetch(partition, Space.INDEX, keys, indexed);
    }

    private long fetch(
            Partition partition, Space space, List<byte[]> keys, Map<DocumentKey, byte @Nullable []> fetched) {
        if (keys.isEmpty()) {
            return 0;
        }
        List<byte @Nullable []> values = store.multiGet(partition, space, keys);
        long bytes = 0;
        synchronized (this) {
            for (int index = 0; index < keys.size(); index++) {
                byte[] value = values.get(index);
                fetched.put(new DocumentKey(keys.get(index)), value);
                bytes += value == null ? 0 : value.length;
            }
        }
        return bytes;
    }

    /** Forgets everything that was read. */
    public synchronized void forget() {
        documents.clear();
        indexed.clear();
    }

    /** Forgets a document, which is about to be another. */
    public synchronized void forget(DocumentKey key) {
        documents.remove(key);
    }

    /** Returns true if the document was read beforehand, or found missing. */
    public synchronized boolean has(DocumentKey key) {
        return documents.containsKey(key);
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        if (space == Space.DOCUMENT || space == Space.INDEX) {
            DocumentKey asked = new DocumentKey(key);
            synchronized (this) {
                Map<DocumentKey, byte @Nullable []> fetched = space == Space.DOCUMENT ? documents : indexed;
                if (fetched.containsKey(asked)) {
                    return fetched.get(asked);
                }
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
