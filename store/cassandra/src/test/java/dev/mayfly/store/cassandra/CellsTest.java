package dev.mayfly.store.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Conflict;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Expectation.Absent;
import dev.mayfly.store.api.Expectation.Version;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What is peculiar to rows of Cassandra: short values, rows of which something is only expected, deleted heads, limits. */
class CellsTest {
    private static final Space S = Space.DOCUMENT;
    private static final AtomicInteger LAST = new AtomicInteger();

    private final Partition partition = new Partition(LAST.incrementAndGet());
    private final Store store = OneNode.open(CellsTest.class);

    private CommitOutcome commit(WriteBatch batch, Expectation... expectations) {
        return store.commit(partition, batch, List.of(expectations), Durability.LOGGED);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static byte[] version(long version) {
        return ByteBuffer.allocate(Long.BYTES).putLong(version).array();
    }

    @Test
    void aShortValueThatIsReplacedHasTheNewVersion() {
        byte[] key = bytes("a");
        commit(new WriteBatch().put(S, key, bytes("short")));
        assertEquals(new Conflict(List.of(new Version(S, key, 3))), onlyExpect(new Version(S, key, 3)));
        commit(new WriteBatch().put(S, key, version(3)));
        assertEquals(Applied.INSTANCE, commit(new WriteBatch().put(S, key, version(4)), new Version(S, key, 3)));
        commit(new WriteBatch().put(S, key, bytes("")));
        assertEquals(new Conflict(List.of(new Version(S, key, 4))), onlyExpect(new Version(S, key, 4)));
        assertEquals(Applied.INSTANCE, commit(new WriteBatch().delete(S, key)));
        assertEquals(Applied.INSTANCE, commit(new WriteBatch(), new Absent(S, key)));
    }

    /** Commits nothing but this expectation. */
    private CommitOutcome onlyExpect(Expectation expectation) {
        return commit(new WriteBatch(), expectation);
    }

    @Test
    void whatIsOnlyExpectedIsNotChanged() {
        byte[] key = bytes("a");
        byte[] brief = bytes("b");
        byte[] missing = bytes("c");
        commit(new WriteBatch().put(S, key, version(1)).put(S, brief, bytes("x")));
        assertEquals(
                Applied.INSTANCE,
                commit(new WriteBatch().put(S, bytes("d"), bytes("")), new Version(S, key, 1), new Absent(S, missing)));
        assertNull(store.get(partition, S, missing));
        assertEquals(3, count());
        assertEquals(Applied.INSTANCE, commit(new WriteBatch(), new Version(S, key, 1), new Absent(S, missing)));
        // An expectation of a short value holds of nothing, so it cannot take the mark that the row exists.
        Conflict conflict = new Conflict(List.of(new Absent(S, brief)));
        assertEquals(conflict, commit(new WriteBatch(), conflict.failed().getFirst()));
    }

    private int count() {
        int count = 0;
        try (Cursor cursor = store.scan(partition, S, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                count++;
            }
        }
        return count;
    }

    @Test
    void expectationsOfOneKeyThatExcludeEachOtherFail() {
        byte[] key = bytes("a");
        commit(new WriteBatch().put(S, key, version(1)));
        Version right = new Version(S, key, 1);
        Absent wrong = new Absent(S, key);
        assertEquals(new Conflict(List.of(wrong)), commit(new WriteBatch().put(S, key, version(2)), right, wrong));
        assertEquals(Applied.INSTANCE, commit(new WriteBatch().put(S, key, version(2)), right, right));
    }

    @Test
    void aDeletedHeadHoldsNobodyUp() {
        int rows = 10_000;
        for (int from = 0; from < rows; from += 2_000) {
            WriteBatch puts = new WriteBatch();
            for (int row = from; row < from + 2_000; row++) {
                puts.put(S, version(row), version(row));
            }
            commit(puts);
        }
        for (int from = 0; from < rows; from += 2_000) {
            WriteBatch deletes = new WriteBatch();
            for (int row = from; row < from + 2_000; row++) {
                deletes.delete(S, version(row));
            }
            commit(deletes);
        }
        assertEquals(new Turn(10, 0), store.head(partition).turn());
        assertEquals(Applied.INSTANCE, commit(new WriteBatch().standOn(new Turn(10, 0), 1)));
        assertEquals(
                Applied.INSTANCE,
                commit(new WriteBatch().put(Space.META, bytes("m"), bytes("")).standOn(new Turn(11, 1), 1)));
        assertEquals(0, count());
    }

    @Test
    void pagesOfAWalkMeetWithoutGapsInBothDirections() {
        WriteBatch puts = new WriteBatch();
        for (int row = 0; row < 5_000; row++) {
            puts.put(S, version(row), version(row));
        }
        commit(puts);
        for (Direction direction : Direction.values()) {
            try (Cursor cursor = store.scan(partition, S, KeyRange.ALL, direction, 4_000)) {
                for (int seen = 0; seen < 4_000; seen++) {
                    assertTrue(cursor.next());
                    long expected = direction == Direction.FORWARD ? seen : 4_999 - seen;
                    assertEquals(expected, ByteBuffer.wrap(cursor.key()).getLong());
                }
                assertFalse(cursor.next());
            }
        }
    }

    @Test
    void whatIsTooLargeIsRefusedBeforeItIsSent() {
        WriteBatch large = new WriteBatch().put(S, bytes("a"), new byte[(int) store.batchBytesMax()]);
        assertThrows(IllegalArgumentException.class, () -> commit(large));
        WriteBatch longKey = new WriteBatch().put(S, new byte[CellsTable.KEY_BYTES_MAX + 1], bytes(""));
        assertThrows(IllegalArgumentException.class, () -> commit(longKey));
        assertEquals(Turn.NONE, store.head(partition).turn());
        WriteBatch largest = new WriteBatch().put(S, bytes("a"), new byte[(int) store.batchBytesMax() - 1]);
        assertEquals(Applied.INSTANCE, commit(largest));
    }

    @Test
    void twoOperationsOfOneKeyAreRefused() {
        WriteBatch torn = new WriteBatch().put(S, bytes("a"), version(1)).delete(S, bytes("a"));
        assertThrows(IllegalArgumentException.class, () -> commit(torn));
    }

    @Test
    void aNewerFormatIsRefused() {
        CassandraOptions given = OneNode.options(CellsTest.class);
        CassandraOptions newer = new CassandraOptions(
                given.contactPoints(), given.datacenter(), given.keyspace() + "_newer", 1, null, null);
        CassandraStore.open(newer).close();
        try (CqlSession session = CassandraSession.open(newer)) {
            session.execute("UPDATE " + newer.keyspace() + ".format SET number = 2 WHERE name = 'cells' IF EXISTS");
        }
        StoreException refusal = assertThrows(StoreException.class, () -> CassandraStore.open(newer));
        assertEquals(Reason.NEWER_FORMAT, refusal.reason());
    }

    /** As an earlier release has made it. */
    @Test
    void aColumnThatIsMissingIsAdded() {
        CassandraOptions given = OneNode.options(CellsTest.class);
        CassandraOptions older = new CassandraOptions(
                given.contactPoints(), given.datacenter(), given.keyspace() + "_older", 1, null, null);
        try (CassandraStore before = CassandraStore.open(older)) {
            before.commit(partition, new WriteBatch().put(S, bytes("a"), bytes("1")), List.of(), Durability.LOGGED);
        }
        try (CqlSession session = CassandraSession.open(older)) {
            session.execute("ALTER TABLE " + older.keyspace() + ".cells DROP state");
        }
        try (CassandraStore after = CassandraStore.open(older)) {
            assertEquals(new Head(new Turn(1, 0), null), after.head(partition));
            WriteBatch next = new WriteBatch().leave(bytes("left"));
            assertEquals(Applied.INSTANCE, after.commit(partition, next, List.of(), Durability.LOGGED));
            assertEquals(new Head(new Turn(2, 0), bytes("left")), after.head(partition));
        }
    }

    @Test
    void aClusterThatIsNotThereIsUnavailable() {
        CassandraOptions given = OneNode.options(CellsTest.class);
        CassandraOptions nobody = new CassandraOptions(
                List.of(new InetSocketAddress("127.0.0.1", 1)), given.datacenter(), given.keyspace(), 1, null, null);
        StoreException refusal = assertThrows(StoreException.class, () -> CassandraStore.open(nobody));
        assertEquals(Reason.UNAVAILABLE, refusal.reason());
    }
}
