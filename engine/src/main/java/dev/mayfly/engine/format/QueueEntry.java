package dev.mayfly.engine.format;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The content of an entry of an expiry queue about its document: enough to judge it, and to delete it with all that
 * belongs to it, without reading it.
 *
 * @param bytes the size of the document's value in the store
 * @param generation the collection's generation when it was written; of another, the document must be read instead
 * @param instants the document's version and its instant in every queue
 * @param entries its entries in the indexes
 */
public record QueueEntry(int bytes, int generation, Instants instants, List<IndexEntry> entries) {
    public byte[] toBytes() {
        ByteWriter writer = new ByteWriter(64)
                .put8(instants.version())
                .putVarint(bytes)
                .putVarint(generation)
                .putVarint(instants.queues().length);
        for (int index = 0; index < instants.queues().length; index++) {
            writer.putVarint(instants.queues()[index]).put8(instants.at()[index]);
        }
        writer.putVarint(entries.size());
        for (IndexEntry entry : entries) {
            writer.putVarint(entry.index() << 1 | (entry.unique() ? 1 : 0))
                    .putVarint(entry.value().length)
                    .put(entry.value());
        }
        return writer.toBytes();
    }

    /** The entry of a document whose property, which the queue is about, was announced as dead. */
    public byte[] toToldBytes() {
        byte[] plain = toBytes();
        return Arrays.copyOf(plain, plain.length + 1);
    }

    /** Returns true if an entry says that the death of the property was announced. */
    public static boolean isTold(byte[] value) {
        return of(value).toBytes().length < value.length;
    }

    public static QueueEntry of(byte[] value) {
        return of(value, true);
    }

    /**
     * Decodes what is needed to judge the document alone, without its index entries; bytes may follow the entry's own.
     */
    public static QueueEntry headOf(byte[] value) {
        return of(value, false);
    }

    private static QueueEntry of(byte[] value, boolean whole) {
        ByteReader reader = new ByteReader(value);
        long version = reader.take8();
        int size = reader.takeVarint();
        int generation = reader.takeVarint();
        int queues = reader.takeVarint();
        int[] ids = new int[queues];
        long[] at = new long[queues];
        for (int index = 0; index < queues; index++) {
            ids[index] = reader.takeVarint();
            at[index] = reader.take8();
        }
        if (!whole) {
            return new QueueEntry(size, generation, new Instants(version, ids, at), List.of());
        }
        int count = reader.takeVarint();
        List<IndexEntry> entries = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            int tagged = reader.takeVarint();
            entries.add(new IndexEntry(tagged >>> 1, (tagged & 1) == 1, reader.take(reader.takeVarint())));
        }
        return new QueueEntry(size, generation, new Instants(version, ids, at), entries);
    }

    /** Returns true if the document stands in the queue. */
    public static boolean stands(Instants instants, int position) {
        return instants.at()[position] != Deadlines.NO_DEADLINE;
    }

    /** The first key behind all entries of the queue that have this instant or an earlier one. */
    public static byte[] frontier(int queue, long latest) {
        return latest == Deadlines.NO_DEADLINE ? Layout.queuePrefix(queue + 1) : Layout.queueHead(queue, latest + 1);
    }
}
