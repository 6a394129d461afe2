package dev.mayfly.engine.commit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.memory.MemoryStore;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rows that a batch leaves are those that would be read behind it. */
final class StateRowsTest {
    private static final Partition SHARD = new Partition(7);
    private static final byte[] MARK = {Layout.MARK, 0, 0, 0, 5};
    private static final byte[] OTHER_MARK = {Layout.MARK, 0, 0, 0, 6};

    private final MemoryStore store = new MemoryStore();
    private StateRows rows = StateRows.read(store, SHARD);

    /** Applies a batch, and takes what it leaves over as another engine does. */
    private void apply(WriteBatch batch) {
        byte[] left = rows.behind(batch).toBytes();
        store.commit(SHARD, batch, List.of(), Durability.MEMORY);
        StateRows taken = StateRows.left(left);
        assertNotNull(taken);
        rows = taken;
        StateRows read = StateRows.read(store, SHARD);
        assertEquals(texts(read.marks()), texts(rows.marks()));
        assertArrayEquals(read.totals(), rows.totals());
        assertArrayEquals(read.rechecked(), rows.rechecked());
        assertArrayEquals(read.lastVersion(), rows.lastVersion());
        assertArrayEquals(read.eventsTrimmed(), rows.eventsTrimmed());
    }

    private static List<String> texts(List<StateRows.Row> marks) {
        return marks.stream()
                .map(row -> new DocumentKey(row.key()) + " " + new DocumentKey(row.value()))
                .toList();
    }

    @Test
    void whatABatchWritesIsFollowed() {
        apply(new WriteBatch()
                .put(Space.META, MARK, new byte[] {1})
                .put(Space.META, Layout.TOTALS_KEY, new byte[32])
                .put(Space.META, Layout.LAST_VERSION_KEY, new byte[8]));
        apply(new WriteBatch()
                .put(Space.META, OTHER_MARK, new byte[] {2})
                .put(Space.META, Layout.RECHECKED_KEY, new byte[] {3})
                .put(Space.META, Layout.EVENTS_TRIMMED_KEY, new byte[] {4})
                .delete(Space.META, Layout.TOTALS_KEY));
        assertEquals(2, rows.marks().size());
        apply(new WriteBatch().delete(Space.META, MARK).put(Space.META, OTHER_MARK, new byte[] {5}));
        assertEquals(1, rows.marks().size());
        apply(new WriteBatch().deleteRange(Space.META, KeyRange.prefix(new byte[] {Layout.MARK})));
        assertEquals(List.of(), rows.marks());
    }

    @Test
    void rowsOfOtherKindsAreNotAmongThem() {
        byte[] empty = rows.toBytes();
        apply(new WriteBatch()
                .put(Space.META, Layout.receiptKey(new byte[] {1}), new byte[100])
                .put(Space.DOCUMENT, MARK, new byte[100])
                .put(Space.EXPIRY, Layout.TOTALS_KEY, new byte[100]));
        assertArrayEquals(empty, rows.toBytes());
    }

    @Test
    void theEndsOfTheHistoryAndOfTheLastWritesMoveOn() {
        assertEquals(0, rows.lastChange());
        assertEquals(Long.MIN_VALUE, rows.latestModified());
        apply(new WriteBatch().put(Space.CHANGE, change(5), new byte[1]).put(Space.INDEX, recency(1), instant(70)));
        apply(new WriteBatch().put(Space.CHANGE, change(-1), new byte[1]).put(Space.CHANGE, change(4), new byte[1]));
        assertEquals(-1, rows.lastChange());
        apply(new WriteBatch().delete(Space.CHANGE, change(-1)).put(Space.INDEX, recency(2), instant(60)));
        assertEquals(-1, rows.lastChange());
        assertEquals(70, rows.latestModified());
    }

    private static byte[] change(long time) {
        byte[] key = new byte[12];
        Layout.LONG.set(key, 0, time);
        return key;
    }

    private static byte[] recency(long version) {
        return Layout.recencyKey(version, new DocumentKey(new byte[] {1}));
    }

    private static byte[] instant(long millis) {
        byte[] value = new byte[ModifiedEntry.VALUE_BYTES];
        Layout.LONG.set(value, 0, millis);
        return value;
    }

    @Test
    void whatIsMissingOrOfAnotherFormatIsNotTaken() {
        assertNull(StateRows.left(null));
        assertNull(StateRows.left(new byte[0]));
        byte[] later = rows.toBytes();
        later[0] = 2;
        assertNull(StateRows.left(later));
    }
}
