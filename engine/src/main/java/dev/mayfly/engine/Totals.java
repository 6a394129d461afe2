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
    private volatile long tombstones;

    private Totals(Change from) {
        apply(from);
    }

    static Totals restore(Store store, Partition partition) {
        byte[] kept = store.get(partition, Space.META, Layout.TOTALS_KEY);
        return new Totals(kept == null ? Change.NOTHING : decode(kept));
    }

    /** Where no tombstones are kept their number is left out. */
    private static Change decode(byte[] kept) {
        ByteReader reader = new ByteReader(kept);
        long documents = reader.take8();
        long bytes = reader.take8();
        long records = reader.take8();
        return new Change(documents, bytes, records, kept.length > reader.position() ? reader.take8() : 0);
    }

    /** What a batch makes of the totals. */
    record Change(long documents, long bytes, long records, long tombstones) {
        static final Change NOTHING = new Change(0, 0, 0, 0);
    }

    Change change(Draft draft, WriteBatch batch) {
        Change change = new Change(
                documents + draft.documentsDelta(),
                bytes + draft.bytesDelta(),
                records + draft.recordsDelta(),
                tombstones + draft.tombstonesDelta());
        boolean same = draft.documentsDelta() == 0
                && draft.bytesDelta() == 0
                && draft.recordsDelta() == 0
                && draft.tombstonesDelta() == 0;
        if (!same) {
            batch.put(Space.META, Layout.TOTALS_KEY, encode(change));
        }
        return change;
    }

    Change now() {
        return new Change(documents, bytes, records, tombstones);
    }

    static byte[] encode(Change change) {
        ByteWriter writer = new ByteWriter(change.tombstones == 0 ? 24 : 32)
                .put8(change.documents)
                .put8(change.bytes)
                .put8(change.records);
        return (change.tombstones == 0 ? writer : writer.put8(change.tombstones)).toBytes();
    }

    final void apply(Change change) {
        documents = change.documents;
        bytes = change.bytes;
        records = change.records;
        tombstones = change.tombstones;
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

    /** How many tombstones stand, past ones included. */
    long tombstones() {
        return tombstones;
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
        long tombstones = 0;
        KeyRange buried = KeyRange.prefix(Layout.indexPrefix(Layout.TOMBSTONE));
        try (Cursor cursor = reader.scan(partition, Space.INDEX, buried, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                tombstones++;
            }
        }
        return new Change(documents, bytes, records, tombstones);
    }
}
