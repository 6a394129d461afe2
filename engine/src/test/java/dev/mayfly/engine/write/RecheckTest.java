package dev.mayfly.engine.write;

import static dev.mayfly.engine.EngineFixture.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.check.CheckFinding;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.check.CollectionCheck;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Documents whose deadlines move often: their entries stay where they are, and no answer tells. */
final class RecheckTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create(
                BaseInstant.MODIFIED,
                List.of(QueueIds.UNTIL),
                new Policy(List.of(new Rule.Absolute()), 0, Policy.Visibility.EXACT, false));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void put(int id, long until) {
        fixture.put(id, "{\"id\": " + id + "}", new Lifetime.Until(until));
    }

    /** Writes a session that lives for an hour from now on. */
    private void touch(int id) {
        put(id, fixture.now() + HOUR);
    }

    /** The keys of the entries of a queue, of all shards. */
    private List<byte[]> entries(int queue) {
        List<byte[]> keys = new ArrayList<>();
        for (CollectionCommitter shard :
                EngineFixture.shards(fixture.collection()).all()) {
            KeyRange all = KeyRange.prefix(Layout.queuePrefix(queue));
            try (Cursor cursor =
                    fixture.store().scan(shard.partition(), Space.EXPIRY, all, Direction.FORWARD, Reader.UNLIMITED)) {
                while (cursor.next()) {
                    keys.add(cursor.key());
                }
            }
        }
        return keys;
    }

    private List<CheckFinding.Kind> findings() {
        return EngineFixture.shards(fixture.collection()).all().stream()
                .map(CollectionCheck::check)
                .flatMap(report -> report.findings().stream())
                .map(CheckFinding::kind)
                .toList();
    }

    private List<Integer> byDeadline() {
        List<Integer> ids = new ArrayList<>();
        try (DocumentCursor cursor =
                fixture.collection().byDeadline(fixture.collection().reading(), DeadlineRange.ALL)) {
            for (Document next = cursor.next(); next != null; next = cursor.next()) {
                ids.add(((BsonView) next.view())
                        .toBsonValue()
                        .asDocument()
                        .getInt32("id")
                        .getValue());
            }
        }
        return ids;
    }

    @Test
    void entryOfTheSecondWriteServesTheWritesAfterIt() {
        touch(1);
        assertEquals(1, entries(QueueIds.UNTIL).size());
        fixture.advance(Duration.ofMinutes(1));
        touch(1);
        assertEquals(0, entries(QueueIds.UNTIL).size());
        List<byte[]> first = entries(QueueIds.RECHECK);
        assertEquals(1, first.size());
        for (int minute = 0; minute < 50; minute++) {
            fixture.advance(Duration.ofMinutes(1));
            touch(1);
        }
        assertEquals(1, entries(QueueIds.RECHECK).size());
        assertEquals(
                Layout.queueInstant(first.getFirst()),
                Layout.queueInstant(entries(QueueIds.RECHECK).getFirst()));
        assertEquals(List.of(), findings());
    }

    @Test
    void documentDiesAtItsOwnDeadlineAndIsDestroyed() {
        touch(1);
        fixture.advance(Duration.ofMinutes(1));
        touch(1);
        fixture.advance(Duration.ofMinutes(30));
        touch(1);
        fixture.advance(Duration.ofMinutes(31));
        fixture.sweep();
        assertEquals(0, entries(QueueIds.RECHECK).size(), "its instant has come");
        assertEquals(
                START + 91 * 60_000, Layout.queueInstant(entries(QueueIds.UNTIL).getFirst()));
        assertTrue(fixture.isLive(1));
        fixture.advance(Duration.ofMinutes(29).minusMillis(1));
        assertTrue(fixture.isLive(1));
        fixture.advance(Duration.ofMillis(1));
        assertFalse(fixture.isLive(1));
        assertEquals(0, fixture.count());
        fixture.sweep();
        assertEquals(1, fixture.destroyed);
        assertEquals(0, entries(QueueIds.UNTIL).size());
        assertEquals(List.of(), findings());
    }

    @Test
    void writeAfterTheInstantHasComeNeedsNoSweep() {
        fixture.engine().sweeper().pause();
        touch(1);
        for (int minute = 0; minute < 200; minute++) {
            fixture.advance(Duration.ofMinutes(1));
            touch(1);
            assertEquals(
                    1,
                    entries(QueueIds.RECHECK).size() + entries(QueueIds.UNTIL).size());
        }
        assertEquals(List.of(), findings());
    }

    @Test
    void earlierDeadlineAndNoDeadlineTakeTheEntryOut() {
        touch(1);
        touch(1);
        assertEquals(1, entries(QueueIds.RECHECK).size());
        put(1, fixture.now() + 1000);
        assertEquals(0, entries(QueueIds.RECHECK).size());
        assertEquals(1, entries(QueueIds.UNTIL).size());
        touch(2);
        touch(2);
        fixture.put(2, "{}", Lifetime.FOREVER);
        touch(3);
        touch(3);
        fixture.delete(3);
        assertEquals(0, entries(QueueIds.RECHECK).size());
        assertEquals(1, entries(QueueIds.UNTIL).size());
        assertEquals(List.of(), findings());
    }

    @Test
    void countsAndTheOrderOfDeadlinesAreExactBetweenSweeps() {
        fixture.engine().sweeper().pause();
        int documents = 3_000;
        List<Integer> ids =
                new ArrayList<>(IntStream.range(0, documents).boxed().toList());
        Collections.shuffle(ids, new Random(11));
        // The order of the entries is another than that of the deadlines.
        ids.forEach(this::touch);
        for (int id : ids) {
            put(id, fixture.now() + HOUR + id % 100);
        }
        fixture.advance(Duration.ofMinutes(1));
        for (int id = 0; id < documents; id++) {
            put(id, START + HOUR + 60_000 + id * 10L);
        }
        assertEquals(documents, entries(QueueIds.RECHECK).size());
        assertEquals(IntStream.range(0, documents).boxed().toList(), byDeadline());
        fixture.advance(Duration.ofMillis(HOUR + 10_000));
        assertEquals(documents - 1_001, fixture.count());
        assertEquals(IntStream.range(1_001, documents).boxed().toList(), byDeadline());
        fixture.engine().sweeper().resume();
        fixture.sweep();
        assertEquals(1_001, fixture.destroyed);
        assertEquals(documents - 1_001, fixture.count());
        assertEquals(IntStream.range(1_001, documents).boxed().toList(), byDeadline());
        assertEquals(List.of(), findings());
    }

    @Test
    void restartKnowsHowFarTheSweeperHasLooked() {
        for (int id = 0; id < 10; id++) {
            touch(id);
            touch(id);
        }
        fixture.advance(Duration.ofMinutes(30));
        for (int id = 0; id < 5; id++) {
            touch(id);
        }
        fixture.advance(Duration.ofMinutes(30));
        fixture.sweep();
        fixture.restart();
        assertEquals(0, entries(QueueIds.RECHECK).size());
        assertEquals(5, entries(QueueIds.UNTIL).size());
        touch(0);
        assertEquals(List.of(), findings());
        fixture.advance(Duration.ofMinutes(31));
        assertEquals(1, fixture.count());
        fixture.sweep();
        assertEquals(List.of(), findings());
    }

    @Test
    void repairPutsAnEntryBack() {
        touch(1);
        touch(1);
        CollectionCommitter shard = EngineFixture.shards(fixture.collection()).of(EngineFixture.key(1));
        byte[] entry = entries(QueueIds.RECHECK).getFirst();
        shard.write(CommitRetry.batch().delete(Space.EXPIRY, entry));
        assertEquals(List.of(CheckFinding.Kind.QUEUE_ENTRY_MISSING), findings());
        CheckReport healed = CollectionCheck.repair(shard);
        assertEquals(1, healed.findings().size());
        assertEquals(List.of(), findings());
        fixture.advance(Duration.ofMillis(HOUR));
        fixture.sweep();
        assertEquals(1, fixture.destroyed);
    }
}
