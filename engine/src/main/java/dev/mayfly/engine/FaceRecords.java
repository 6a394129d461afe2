package dev.mayfly.engine;

import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.WriteBatch;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Small records that a face keeps by name; each is as safe as the catalog. Safe for concurrent use. */
public final class FaceRecords {
    private static final Logger LOG = LoggerFactory.getLogger(FaceRecords.class);

    private final Store store;
    private final String face;

    /** For an owner of the store that needs its records before there is an engine. */
    public FaceRecords(Store store, String face) {
        this.store = store;
        this.face = face;
    }

    public byte @Nullable [] get(String name) {
        try {
            return store.get(Partition.CATALOG, Space.META, Layout.faceRecordKey(face, name));
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    public void put(String name, byte[] value) {
        commit(CommitRetry.batch().put(Space.META, Layout.faceRecordKey(face, name), value));
    }

    /**
     * Returns unguessable bytes, created on the first call and the same ever after. If nothing can be written they
     * last for this process alone.
     */
    public byte[] secret(String name, int bytes) {
        byte[] kept = get(name);
        if (kept != null && kept.length == bytes) {
            return kept;
        }
        byte[] made = new byte[bytes];
        new SecureRandom().nextBytes(made);
        try {
            put(name, made);
        } catch (EngineException failure) {
            LOG.warn("a secret of the face {} could not be kept", face, failure);
        }
        return made;
    }

    public void delete(String name) {
        commit(CommitRetry.batch().delete(Space.META, Layout.faceRecordKey(face, name)));
    }

    /** Returns all records whose names begin with the prefix, by name. */
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
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
        return records;
    }

    private void commit(WriteBatch batch) {
        CommitRetry.commit(store, Partition.CATALOG, batch, Durability.SYNCED);
    }
}
