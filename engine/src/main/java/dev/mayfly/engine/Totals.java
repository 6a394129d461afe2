package dev.mayfly.engine;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;

/**
 * How much a collection holds, expired documents that are not destroyed yet included. Written in every batch that
 * changes it; changed under the collection's latch, read by anybody.
 */
final class Totals {
    private volatile long documents;
    private volatile long bytes;
    private volatile long records;

    private Totals(long documents, long bytes, long records) {
        this.documents = documents;
        this.bytes = bytes;
        this.records = records;
    }

    static Totals restore(Store store, Partition partition) {
        byte[] kept = store.get(partition, Space.META, Layout.TOTALS_KEY);
        if (kept == null) {
            return new Totals(0, 0, 0);
        }
        ByteReader reader = new ByteReader(kept);
        return new Totals(reader.take8(), reader.take8(), reader.take8());
    }

    /** What a batch makes of the totals. */
    record Change(long documents, long bytes, long records) {}

    Change change(Draft draft, WriteBatch batch) {
        Change change = new Change(
                documents + draft.documentsDelta(), bytes + draft.bytesDelta(), records + draft.recordsDelta());
        if (draft.documentsDelta() != 0 || draft.bytesDelta() != 0 || draft.recordsDelta() != 0) {
            batch.put(Space.META, Layout.TOTALS_KEY, encode(change));
        }
        return change;
    }

    static byte[] encode(Change change) {
        return new ByteWriter(24)
                .put8(change.documents)
                .put8(change.bytes)
                .put8(change.records)
                .toBytes();
    }

    void apply(Change change) {
        documents = change.documents;
        bytes = change.bytes;
        records = change.records;
    }

    long documents() {
        return documents;
    }

    long bytes() {
        return bytes;
    }

    /** How many announcement records stand. */
    long records() {
        return records;
    }

    /** Counts what is really there, for whoever checks. */
    static Change count(Reader reader, Partition partition) {
        long documents = 0;
        long bytes = 0;
        try (Cursor cursor =
                reader.scan(partition, Space.DOCUMENT, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                documents++;
                bytes += cursor.valueLength();
            }
        }
        long records = 0;
        KeyRange announced = KeyRange.prefix(new byte[] {Layout.ANNOUNCEMENT});
        try (Cursor cursor = reader.scan(partition, Space.EXPIRY, announced, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                records++;
            }
        }
        return new Change(documents, bytes, records);
    }
}
