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

/** A store of which some documents were read together beforehand, where each read costs a round trip. */
public final class FetchedDocuments implements Reader {
    private final Reader store;
    private final Map<DocumentKey, byte @Nullable []> fetched = new HashMap<>();

    public FetchedDocuments(Reader store) {
        this.store = store;
    }

    /** Reads these documents, in place of what was read before. */
    public void fetch(Partition partition, List<DocumentKey> keys) {
        fetched.clear();
        List<byte @Nullable []> values = store.multiGet(
                partition, Space.DOCUMENT, keys.stream().map(DocumentKey::bytes).toList());
        for (int index = 0; index < keys.size(); index++) {
            fetched.put(keys.get(index), values.get(index));
        }
    }

    /** Returns true if the document was read beforehand, or found missing. */
    public boolean has(DocumentKey key) {
        return fetched.containsKey(key);
    }

    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        if (space == Space.DOCUMENT) {
            DocumentKey document = new DocumentKey(key);
            if (fetched.containsKey(document)) {
                return fetched.get(document);
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
