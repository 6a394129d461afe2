package dev.mayfly.engine.write;

import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.SizeDelta;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import org.jspecify.annotations.Nullable;

/**
 * The size of a collection, including expired documents that are not destroyed yet. Written in every batch that
 * changes it; changed under the collection's latch, read by any thread.
 */
public final class SizeCounters implements CommitParticipant {
    private volatile long documents;
    private volatile long bytes;
    private volatile long records;
    private volatile long tombstones;
    private final Reader store;
    private final Partition partition;
    private final boolean isShared;
    private @Nullable Change prepared;

    /**
     * @param rows where it is stored
     * @param isShared whether other engines change it, too
     */
    SizeCounters(Reader store, Partition partition, StateRows rows, boolean isShared) {
        this.store = store;
        this.partition = partition;
        this.isShared = isShared;
        apply(decode(rows.totals()));
    }

    @Override
    public void reread(StateRows rows) {
        apply(decode(rows.totals()));
    }

    private Change stored() {
        return decode(store.get(partition, Space.META, Layout.TOTALS_KEY));
    }

    /** Collections without tombstones omit their number. */
    static Change decode(byte @Nullable [] kept) {
        if (kept == null) {
            return Change.NOTHING;
        }
        ByteReader reader = new ByteReader(kept);
        long documents = reader.take8();
        long bytes = reader.take8();
        long records = reader.take8();
        return new Change(documents, bytes, records, kept.length > reader.position() ? reader.take8() : 0);
    }

    /** The totals as a batch leaves them. */
    public record Change(long documents, long bytes, long records, long tombstones) {
        public static final Change NOTHING = new Change(0, 0, 0, 0);

        Change plus(Change other) {
            return new Change(
                    documents + other.documents,
                    bytes + other.bytes,
                    records + other.records,
                    tombstones + other.tombstones);
        }

        Change plus(SizeDelta delta) {
            return new Change(
                    documents + delta.documents(),
                    bytes + delta.bytes(),
                    records + delta.records(),
                    tombstones + delta.tombstones());
        }
    }

    @Override
    public void prepare(CommitGroup group) {
        Change before = known();
        Change after = before;
        for (PendingCommit draft : group.drafts()) {
            SizeDelta delta = draft.sizes();
            if (!delta.isZero()) {
                after = after.plus(delta);
            }
        }
        prepared = after;
        if (!after.equals(before)) {
            group.batch().put(Space.META, Layout.TOTALS_KEY, encode(after));
        }
    }

    @Override
    public void applied(CommitGroup group) {
        if (prepared != null) {
            apply(prepared);
        }
    }

    /** The size as of the last batch of this engine, by which its next one counts on. Call under the latch. */
    private Change known() {
        return new Change(documents, bytes, records, tombstones);
    }

    public Change now() {
        return isShared ? stored() : known();
    }

    public static byte[] encode(Change change) {
        ByteWriter writer = new ByteWriter(change.tombstones == 0 ? 24 : 32)
                .put8(change.documents)
                .put8(change.bytes)
                .put8(change.records);
        return (change.tombstones == 0 ? writer : writer.put8(change.tombstones)).toBytes();
    }

    public final void apply(Change change) {
        documents = change.documents;
        bytes = change.bytes;
        records = change.records;
        tombstones = change.tombstones;
    }

    public long documents() {
        return isShared ? stored().documents : documents;
    }

    public long bytes() {
        return isShared ? stored().bytes : bytes;
    }

    /** Returns true if there are records of announcements as of the last batch, which is what a draft may go by. */
    public boolean hasRecords() {
        return records > 0;
    }

    /** The number of tombstones, past ones included. */
    public long tombstones() {
        return isShared ? stored().tombstones : tombstones;
    }

    /** Counts what is really stored, for a check. */
    public static Change count(Reader reader, Partition partition) {
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
