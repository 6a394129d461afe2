package dev.mayfly.engine;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Small records that a face keeps by name; each is as safe as the catalog. Safe for concurrent use. */
public final class FaceRecords {
    private final Store store;
    private final String face;

    /** For an owner of the store that needs its records before there is an engine. */
    public FaceRecords(Store store, String face) {
        this.store = store;
        this.face = face;
    }

    public byte @Nullable [] get(String name) {
        return store.get(Partition.CATALOG, Space.META, Layout.faceRecordKey(face, name));
    }

    public void put(String name, byte[] value) {
        commit(Commits.batch().put(Space.META, Layout.faceRecordKey(face, name), value));
    }

    public void delete(String name) {
        commit(Commits.batch().delete(Space.META, Layout.faceRecordKey(face, name)));
    }

    /** All records whose names begin so, by name. */
    public Map<String, byte[]> list(String prefix) {
        Map<String, byte[]> records = new TreeMap<>();
        int head = Layout.faceRecordKey(face, "").length;
        KeyRange range = KeyRange.prefix(Layout.faceRecordKey(face, prefix));
        try (Cursor cursor = store.scan(Partition.CATALOG, Space.META, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                records.put(
                        new String(Arrays.copyOfRange(key, head, key.length), StandardCharsets.UTF_8), cursor.value());
            }
        }
        return records;
    }

    private void commit(WriteBatch batch) {
        Commits.commit(store, Partition.CATALOG, batch, Durability.SYNCED);
    }
}
