package dev.mayfly.store.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Conflict;
import dev.mayfly.store.api.CommitOutcome.OutOfTurn;
import dev.mayfly.store.api.CommitOutcome.Unknown;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.cassandra.CuttingProxy.Loss;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A batch whose answer was lost is found out about, whatever has happened since. */
class UnknownOutcomeTest {
    private static final int ATTEMPTS_MAX = 1_000_000;
    private static final AtomicInteger LAST = new AtomicInteger();

    private static @Nullable CuttingProxy proxyOrNull;
    private static @Nullable Store behindOrNull;
    private static @Nullable Store besideOrNull;

    private final Partition partition = new Partition(LAST.incrementAndGet());

    @BeforeAll
    static void open() throws IOException {
        assumeTrue(OneNode.nodes() == 1, "the proxy stands before one node");
        besideOrNull = OneNode.open(UnknownOutcomeTest.class);
        proxyOrNull = new CuttingProxy(OneNode.address());
        behindOrNull = CassandraStore.open(OneNode.options(UnknownOutcomeTest.class, proxyOrNull.address()));
    }

    @AfterAll
    static void close() throws IOException {
        if (behindOrNull != null) {
            behindOrNull.close();
        }
        if (proxyOrNull != null) {
            proxyOrNull.close();
        }
    }

    private static <T> T opened(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("not open");
        }
        return part;
    }

    private static WriteBatch batch(String key) {
        return new WriteBatch(LAST.incrementAndGet()).put(Space.DOCUMENT, bytes(key), bytes("value of " + key));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private CommitOutcome commit(Store store, WriteBatch batch, Expectation... expectations) {
        return store.commit(partition, batch, List.of(expectations), Durability.LOGGED);
    }

    /** Commits while the connection is being made again. */
    private CommitOutcome again(WriteBatch batch, Expectation... expectations) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            try {
                return commit(opened(behindOrNull), batch, expectations);
            } catch (StoreException failure) {
                if (!String.valueOf(failure.getMessage()).startsWith("Cassandra:")) {
                    throw failure;
                }
            }
        }
        throw new AssertionError("the node stays unavailable");
    }

    private void lose(Loss loss, WriteBatch batch, Expectation... expectations) {
        // The connection that the test before has cut must be there again.
        again(new WriteBatch(LAST.incrementAndGet()).standOn(new Turn(1_000_000, 0), 0));
        opened(proxyOrNull).lose(loss);
        assertEquals(Unknown.INSTANCE, commit(opened(behindOrNull), batch, expectations));
    }

    private void other(String key) {
        assertEquals(Applied.INSTANCE, commit(opened(besideOrNull), batch(key)));
    }

    private Turn turn() {
        return opened(besideOrNull).head(partition).turn();
    }

    private byte @Nullable [] get(String key) {
        return opened(besideOrNull).get(partition, Space.DOCUMENT, bytes(key));
    }

    @Test
    void whatWasWrittenIsNotWrittenAgain() {
        WriteBatch batch = batch("a").standOn(Turn.NONE, 0);
        lose(Loss.ANSWER, batch);
        assertEquals(Applied.INSTANCE, again(batch));
        assertEquals(new Turn(1, 0), turn());
        assertArrayEquals(bytes("value of a"), get("a"));
    }

    @Test
    void whatWasNotWrittenIsWritten() {
        WriteBatch batch = batch("a").standOn(Turn.NONE, 0);
        lose(Loss.REQUEST, batch);
        assertNull(get("a"));
        assertEquals(Applied.INSTANCE, again(batch));
        assertEquals(new Turn(1, 0), turn());
    }

    @Test
    void whatWasWrittenIsKnownAlsoAfterOthers() {
        WriteBatch batch = batch("a").standOn(Turn.NONE, 0);
        lose(Loss.ANSWER, batch);
        other("b");
        other("c");
        assertEquals(Applied.INSTANCE, again(batch));
        assertEquals(new Turn(3, 0), turn());
    }

    @Test
    void anotherThatTookTheTurnIsNotTakenForOurs() {
        WriteBatch batch = batch("a").standOn(Turn.NONE, 0);
        lose(Loss.REQUEST, batch);
        other("b");
        other("c");
        assertEquals(new OutOfTurn(new Head(new Turn(2, 0), null)), again(batch));
        assertNull(get("a"));
    }

    @Test
    void aBatchThatDependsOnNoTurnIsWrittenOnce() {
        other("0");
        WriteBatch written = batch("a");
        lose(Loss.ANSWER, written);
        other("b");
        assertEquals(Applied.INSTANCE, again(written));
        assertEquals(new Turn(3, 0), turn());
        WriteBatch lost = batch("c");
        lose(Loss.REQUEST, lost);
        other("d");
        assertEquals(Applied.INSTANCE, again(lost));
        assertEquals(new Turn(5, 0), turn());
    }

    @Test
    void aBatchIsWrittenOnceThoughItsStoreHasGoneOn() {
        other("0");
        WriteBatch written = batch("a");
        lose(Loss.ANSWER, written);
        assertEquals(Applied.INSTANCE, again(batch("b")));
        assertEquals(Applied.INSTANCE, again(written));
        assertEquals(new Turn(3, 0), turn());
    }

    @Test
    void aConflictIsSaidAlsoAfterALoss() {
        other("a");
        Expectation absent = new Expectation.Absent(Space.DOCUMENT, bytes("a"));
        WriteBatch batch = batch("b");
        lose(Loss.ANSWER, batch, absent);
        assertInstanceOf(Conflict.class, again(batch, absent));
        assertNull(get("b"));
    }

    @Test
    void afterARoundOfTheRingNobodyCanTell() {
        WriteBatch known = batch("a").standOn(Turn.NONE, 0);
        lose(Loss.ANSWER, known);
        for (int other = 1; other < OperationRing.SIZE; other++) {
            other("b");
        }
        assertEquals(Applied.INSTANCE, again(known));
        WriteBatch forgotten = batch("c").standOn(turn(), 0);
        lose(Loss.ANSWER, forgotten);
        for (int other = 0; other < OperationRing.SIZE; other++) {
            other("b");
        }
        StoreException failure = assertThrows(StoreException.class, () -> again(forgotten));
        assertEquals(Reason.UNAVAILABLE, failure.reason());
    }

    @Test
    void aBatchThatWasNeverSentIsOnlyOutOfTurn() {
        for (int other = 0; other < OperationRing.SIZE + 2; other++) {
            other("b");
        }
        assertEquals(new OutOfTurn(new Head(turn(), null)), again(batch("a").standOn(Turn.NONE, 0)));
    }
}
