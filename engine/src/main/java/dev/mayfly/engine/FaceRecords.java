package dev.mayfly.engine;

import dev.mayfly.engine.commit.CatalogWatch;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Capability;
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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Small records that a face keeps by name; each is as safe as the catalog. Safe for concurrent use. */
public final class FaceRecords {
    private static final Logger LOG = LoggerFactory.getLogger(FaceRecords.class);

    private final Store store;
    private final String face;
    private final @Nullable CatalogWatch watch;
    private final boolean isShared;

    /** Creates a view of the records for a caller that needs them before the engine is opened. */
    public FaceRecords(Store store, String face) {
        this(store, face, null);
    }

    FaceRecords(Store store, String face, @Nullable CatalogWatch watch) {
        this.store = store;
        this.face = face;
        this.watch = watch;
        this.isShared = store.capabilities().contains(Capability.TURNS);
    }

    /**
     * Registers an action that runs before a request of this engine relies on records that another engine has changed, so
     * that the face can reload its copies. The action may run at any time, and under locks of the engine: it must take none
     * of the face's.
     */
    public void onChange(Runnable action) {
        if (watch != null) {
            watch.onRecords(action);
        }
    }

    /** Waits until this engine knows every record written before the call, by whichever engine. */
    public void refresh() {
        if (watch != null) {
            watch.refresh();
        }
    }

    public byte @Nullable [] get(String name) {
        try {
            return store.get(Partition.CATALOG, Space.META, Layout.faceRecordKey(face, name));
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    public void put(String name, byte[] value) {
        update(name, _ -> value);
    }

    /**
     * Replaces a record by the result of the function; tries again if another engine writes the record meanwhile.
     *
     * @param next returns the next value, from the one before, or null if there was none; may be asked several times
     * @return the value that was written
     */
    public byte[] update(String name, Function<byte @Nullable [], byte[]> next) {
        return update(name, next, 1);
    }

    /** The same for a record which the other engines look for by themselves, so that they need not be told. */
    public byte[] updateUntold(String name, Function<byte @Nullable [], byte[]> next) {
        return update(name, next, 0);
    }

    private byte[] update(String name, Function<byte @Nullable [], byte[]> next, int changes) {
        byte[][] written = new byte[1][];
        commit(changes, () -> {
            written[0] = next.apply(get(name));
            return CommitRetry.batch().put(Space.META, Layout.faceRecordKey(face, name), written[0]);
        });
        return written[0];
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
            return update(name, there -> there != null && there.length == bytes ? there : made);
        } catch (EngineException failure) {
            LOG.warn("a secret of the face {} could not be kept", face, failure);
        }
        return made;
    }

    public void delete(String name) {
        commit(1, () -> CommitRetry.batch().delete(Space.META, Layout.faceRecordKey(face, name)));
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

    /**
     * Where several engines write, the others are told by the number of the catalog.
     *
     * @param changes the number of changes of which they are told
     */
    private void commit(int changes, Supplier<WriteBatch> batch) {
        if (isShared) {
            CommitRetry.commitInTurn(store, Partition.CATALOG, number -> number + changes, _ -> batch.get(), List.of());
            if (watch != null && changes > 0) {
                watch.settle();
            }
        } else {
            CommitRetry.commit(store, Partition.CATALOG, batch.get(), Durability.SYNCED);
        }
    }
}
