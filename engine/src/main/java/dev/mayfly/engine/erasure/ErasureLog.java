package dev.mayfly.engine.erasure;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The log of documents that were destroyed because they had expired, as far as it is kept. Safe for concurrent use. */
public final class ErasureLog {
    /*
     * The batch that destroys writes down what it destroys, as one record of the collection's meta space under the
     * batch's version; so what was destroyed is in the record, and what is in the record was destroyed. Nothing deletes
     * the records, not even the end of their collection.
     *
     * A reader merges the records of all collections by version, up to the last of which all before are in the store.
     */
    private static final int POSITION_BYTES = 16;

    private final Store store;
    private final boolean kept;
    private final LongSupplier settled;
    private final Supplier<List<Partition>> collections;

    /**
     * @param kept whether destroyed documents are recorded from now on
     * @param settled tells a version up to which everything is in the store
     * @param collections the partitions of those that are not dropped
     */
    public ErasureLog(Store store, boolean kept, LongSupplier settled, Supplier<List<Partition>> collections) {
        this.store = store;
        this.kept = kept;
        this.settled = settled;
        this.collections = collections;
    }

    /** Returns true if destroyed documents are recorded from now on. */
    public boolean isKept() {
        return kept;
    }

    /**
     * Reads on from a position.
     *
     * @param after the next of an earlier page; null to begin
     * @param of the collection that is asked for, as it was called then; null for all
     */
    public ErasurePage read(byte @Nullable [] after, int limit, @Nullable CollectionName of) {
        try {
            long last = settled.getAsLong();
            return merged(after == null ? new byte[POSITION_BYTES] : after, limit, of, last);
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    /** Returns true if these bytes may be a position. */
    public static boolean isPosition(byte[] position) {
        return position.length == POSITION_BYTES;
    }

    /** The record of one batch, and where the next of its collection comes from. */
    private record Batch(long version, int partition, List<Erasure> erasures, Cursor rest) {
        /** Returns the number of entries that a reader at this position has seen. */
        int seen(byte[] after) {
            int order = Long.compare(version, (long) Layout.LONG.get(after, 0));
            order = order == 0 ? Integer.compare(partition, (int) Layout.INT.get(after, 8)) : order;
            return order > 0 ? 0 : order < 0 ? erasures.size() : (int) Layout.INT.get(after, 12);
        }
    }

    private ErasurePage merged(byte[] after, int limit, @Nullable CollectionName of, long last) {
        PriorityQueue<Batch> heads =
                new PriorityQueue<>(Comparator.comparingLong(Batch::version).thenComparingInt(Batch::partition));
        List<Erasure> found = new ArrayList<>();
        byte[] position = after;
        try {
            for (Partition partition : partitions()) {
                push(heads, partition.id(), open(partition, (long) Layout.LONG.get(after, 0)), last);
            }
            while (!heads.isEmpty()) {
                Batch batch = heads.remove();
                int index = batch.seen(after);
                while (index < batch.erasures.size() && found.size() < limit) {
                    Erasure erasure = batch.erasures.get(index++);
                    if (of == null || erasure.collection().equals(of)) {
                        found.add(erasure);
                    }
                }
                position = position(batch, index);
                if (found.size() >= limit) {
                    boolean more = index < batch.erasures.size() || !heads.isEmpty() || batch.rest.next();
                    batch.rest.close();
                    return new ErasurePage(found, position, more);
                }
                push(heads, batch.partition, batch.rest, last);
            }
            return new ErasurePage(found, position, false);
        } finally {
            heads.forEach(head -> head.rest.close());
        }
    }

    private static void push(PriorityQueue<Batch> heads, int partition, Cursor cursor, long last) {
        if (cursor.next()) {
            long version = (long) Layout.LONG.get(cursor.key(), 1);
            if (version <= last) {
                heads.add(new Batch(version, partition, ErasureNotes.decode(cursor.value()), cursor));
                return;
            }
        }
        cursor.close();
    }

    private static byte[] position(Batch batch, int index) {
        return new ByteWriter(POSITION_BYTES)
                .put8(batch.version)
                .put4(batch.partition)
                .put4(index)
                .toBytes();
    }

    private Cursor open(Partition partition, long version) {
        KeyRange range = new KeyRange(Layout.erasureKey(version), KeyRange.after(new byte[] {Layout.ERASURE}));
        return store.scan(partition, Space.META, range, Direction.FORWARD, Reader.UNLIMITED);
    }

    private List<Partition> partitions() {
        List<Partition> partitions = new ArrayList<>(collections.get());
        KeyRange range = KeyRange.prefix(new byte[] {Layout.ERASURE});
        try (Cursor cursor = store.scan(Partition.CATALOG, Space.META, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                partitions.add(new Partition(new ByteReader(cursor.key(), 1).take4()));
            }
        }
        return partitions;
    }

    /** Adds to the batch that drops a collection where its record of erasures is to be looked for. */
    public static void remember(Store store, Partition partition, WriteBatch batch) {
        if (hasAny(store, partition)) {
            batch.put(Space.META, Layout.collectionKey(Layout.ERASURE, partition.id()), new byte[Long.BYTES]);
        }
    }

    private static boolean hasAny(Store store, Partition partition) {
        KeyRange range = KeyRange.prefix(new byte[] {Layout.ERASURE});
        try (Cursor cursor = store.scan(partition, Space.META, range, Direction.FORWARD, 1)) {
            return cursor.next();
        }
    }

    /** Adds to the batch that takes out all that a dropped collection had: all of its meta space but these records. */
    public static void deleteOthers(WriteBatch batch) {
        byte[] first = {Layout.ERASURE};
        byte[] behind = {Layout.ERASURE + 1};
        batch.deleteRange(Space.META, new KeyRange(new byte[0], first));
        batch.deleteRange(Space.META, new KeyRange(behind, null));
    }
}
