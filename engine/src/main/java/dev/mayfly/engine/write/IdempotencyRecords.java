package dev.mayfly.engine.write;

import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The receipts that lie with one collection. Safe for concurrent use. */
public final class IdempotencyRecords {
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

    public static void put(WriteBatch batch, byte[] id, byte[] body) {
        batch.put(Space.META, Layout.receiptKey(id), body);
    }

    public byte @Nullable [] get(byte[] id) {
        return store().get(partition(), Space.META, Layout.receiptKey(id));
    }

    public void forget(byte[] id) {
        state.write(CommitRetry.batch().delete(Space.META, Layout.receiptKey(id)));
    }

    public void forEach(BiConsumer<byte[], byte[]> consumer) {
        KeyRange range = KeyRange.prefix(new byte[] {Layout.RECEIPT});
        try (Cursor cursor = store().scan(partition(), Space.META, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                byte[] key = cursor.key();
                consumer.accept(Arrays.copyOfRange(key, 1, key.length), cursor.value());
            }
        }
    }
}
