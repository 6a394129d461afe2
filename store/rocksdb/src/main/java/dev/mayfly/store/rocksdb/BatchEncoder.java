package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store.PartitionBatch;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches in the form in which RocksDB logs them, so that one call hands over a whole batch instead of one for
 * every key. A hot path.
 */
final class BatchEncoder {
    /*
     * RocksDB's WriteBatch: a sequence number of 8 bytes, which it fills in; the count of records in 4 bytes, little
     * endian; then the records. A record is a tag, the column family, and one or two byte strings, where numbers are
     * varints and a byte string is its length and its bytes (db/write_batch.cc, "WriteBatch::rep_").
     */
    private static final int HEADER = 12;
    private static final int COUNT_AT = 8;

    /**
     * The number of writes from which on they are written in the order of their keys, since the skip lists of the memtables
     * find neighbours in the processor's caches: a document swept costs 15 % less so, one of an insert of many 10 %. For
     * fewer it does not pay.
     */
    private static final int SORTED_MIN = 64;

    private static final Comparator<WriteBatch.Write> BY_PLACE = (one, other) -> one.space() == other.space()
            ? Arrays.compareUnsigned(one.key(), other.key())
            : one.space().compareTo(other.space());
    private static final byte PUT = 0x05;
    private static final byte DELETE = 0x04;
    private static final byte DELETE_RANGE = 0x0E;

    /** The number RocksDB gave to a space's column family. */
    @FunctionalInterface
    interface Columns {
        int idOf(Space space);
    }

    /** The end of a range that reaches to the end of the very last partition; null if there is nothing in it. */
    @FunctionalInterface
    interface LastEnd {
        byte @Nullable [] behindLast(Partition partition, Space space);
    }

    private final Columns columns;
    private final LastEnd lastEnd;
    private byte[] buffer;
    private int length = HEADER;
    private int count;
    private int spare;
    private int documentsDeleted;

    /** @param batches what will be added: the array has their length from the start, but for what deletes a range */
    BatchEncoder(Columns columns, LastEnd lastEnd, List<PartitionBatch> batches) {
        this.columns = columns;
        this.lastEnd = lastEnd;
        int size = HEADER;
        for (PartitionBatch each : batches) {
            size = Math.addExact(size, sizeOf(each.batch()));
        }
        this.buffer = new byte[size];
    }

    /** Appends all writes of a batch. */
    void add(PartitionBatch added) {
        Partition partition = added.partition();
        for (WriteBatch.Write write : inOrder(added.batch().writes())) {
            switch (write) {
                case WriteBatch.Put(var space, var key, var value) -> {
                    begin(PUT, space);
                    placed(partition, key);
                    bytes(value);
                }
                case WriteBatch.Delete(var space, var key) -> {
                    documentsDeleted += space == Space.DOCUMENT ? 1 : 0;
                    begin(DELETE, space);
                    placed(partition, key);
                }
                case WriteBatch.DeleteRange(var space, var from, var until) ->
                    deleteRange(partition, space, from, until);
            }
        }
    }

    /** A batch has one write for a key, so the order of its writes means nothing. */
    private static List<WriteBatch.Write> inOrder(List<WriteBatch.Write> writes) {
        if (writes.size() < SORTED_MIN) {
            return writes;
        }
        List<WriteBatch.Write> sorted = new ArrayList<>(writes);
        sorted.sort(BY_PLACE);
        return sorted;
    }

    /** The bytes that the writes take, without what deletes a range. */
    private int sizeOf(WriteBatch batch) {
        int size = 0;
        for (WriteBatch.Write write : batch.writes()) {
            size = Math.addExact(
                    size,
                    switch (write) {
                        case WriteBatch.Put(var space, var key, var value) ->
                            tagSize(space) + sizeOf(PlacedKeys.PREFIX + key.length) + sizeOf(value.length);
                        case WriteBatch.Delete(var space, var key) ->
                            tagSize(space) + sizeOf(PlacedKeys.PREFIX + key.length);
                        case WriteBatch.DeleteRange _ -> 0;
                    });
        }
        return size;
    }

    private int tagSize(Space space) {
        return 1 + varintSize(columns.idOf(space));
    }

    private static int sizeOf(int length) {
        return varintSize(length) + length;
    }

    private static int varintSize(int number) {
        return (Integer.SIZE - Integer.numberOfLeadingZeros(number | 1) + 6) / 7;
    }

    private void deleteRange(Partition partition, Space space, byte[] from, byte @Nullable [] until) {
        byte[] end = PlacedKeys.end(partition, until);
        if (end == null) {
            end = lastEnd.behindLast(partition, space);
        }
        if (end != null && Arrays.compareUnsigned(PlacedKeys.of(partition, from), end) < 0) {
            makeRoom(tagSize(space) + sizeOf(PlacedKeys.PREFIX + from.length) + sizeOf(end.length));
            begin(DELETE_RANGE, space);
            placed(partition, from);
            bytes(end);
        }
    }

    /** For a range, which has no room from the start; what has is left its own. */
    private void makeRoom(int more) {
        if (spare < more) {
            int grown = Math.max(more, length / 2);
            buffer = Arrays.copyOf(buffer, Math.addExact(buffer.length, grown));
            spare += grown;
        }
        spare -= more;
    }

    /** The number of bytes that the batch will take in the log. */
    int length() {
        return length;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** The number of documents that the batch deletes. */
    int documentsDeleted() {
        return documentsDeleted;
    }

    byte[] encoded() {
        for (int i = 0; i < Integer.BYTES; i++) {
            buffer[COUNT_AT + i] = (byte) (count >>> (Byte.SIZE * i));
        }
        return length == buffer.length ? buffer : Arrays.copyOf(buffer, length);
    }

    private void begin(byte tag, Space space) {
        buffer[length++] = tag;
        varint(columns.idOf(space));
        count++;
    }

    private void placed(Partition partition, byte[] key) {
        int size = PlacedKeys.PREFIX + key.length;
        varint(size);
        PlacedKeys.writePrefix(partition, buffer, length);
        System.arraycopy(key, 0, buffer, length + PlacedKeys.PREFIX, key.length);
        length += size;
    }

    private void bytes(byte[] bytes) {
        int size = bytes.length;
        varint(size);
        System.arraycopy(bytes, 0, buffer, length, size);
        length += size;
    }

    private void varint(int number) {
        int rest = number;
        while ((rest & ~0x7f) != 0) {
            buffer[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[length++] = (byte) rest;
    }
}
