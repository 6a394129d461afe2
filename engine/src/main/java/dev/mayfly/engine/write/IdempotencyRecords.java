package dev.mayfly.engine.write;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The receipts that lie with one shard. Safe for concurrent use. */
public final class IdempotencyRecords {
    /*
     * The batches of one call may leave their receipts in different shards of a collection, each of all writes so far. There a
     * receipt begins with the version of its commit, so that the last of them is known.
     */
    private final CollectionState state;

    public IdempotencyRecords(CollectionState state) {
        this.state = state;
    }

    private Store store() {
        return state.store();
    }

    private Partition partition() {
        return state.partition();
    }

    /** Leaves a receipt with the writes of a draft. */
    public static void put(PendingCommit draft, byte[] id, byte[] body) {
        if (isVersioned(draft.reading().record())) {
            byte[] value =
                    new ByteWriter(Long.BYTES + body.length).put8(0).put(body).toBytes();
            draft.putVersioned(Space.META, Layout.receiptKey(id), value);
        } else {
            draft.batch().put(Space.META, Layout.receiptKey(id), body);
        }
    }

    private static boolean isVersioned(CollectionRecord record) {
        return record.shards() > 1;
    }

    /** A receipt, and the version of the commit that left it; 0 if that is not kept. */
    public record Kept(long version, byte[] body) {}

    /** Returns the receipt of this identity, or null. */
    public @Nullable Kept get(byte[] id) {
        byte[] value = store().get(partition(), Space.META, Layout.receiptKey(id));
        return value == null ? null : kept(value);
    }

    private Kept kept(byte[] value) {
        return isVersioned(state.record())
                ? new Kept((long) Layout.LONG.get(value, 0), Arrays.copyOfRange(value, Long.BYTES, value.length))
                : new Kept(0, value);
    }

    public void forget(byte[] id) {
        state.write(CommitRetry.batch().delete(Space.META, Layout.receiptKey(id)));
    }

    public void forEach(BiConsumer<byte[], Kept> consumer) {
        KeyRange range = KeyRange.prefix(new byte[] {Layout.RECEIPT});
        try (Cursor cursor = store().scan(partition(), Space.META, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                consumer.accept(Arrays.copyOfRange(key, 1, key.length), kept(cursor.value()));
            }
        }
    }
}
