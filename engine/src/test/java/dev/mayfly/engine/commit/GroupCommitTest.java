package dev.mayfly.engine.commit;

import static dev.mayfly.engine.EngineFixture.body;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.change.ChangeCursor;
import dev.mayfly.engine.change.ChangeEntry;
import dev.mayfly.engine.change.ChangePosition;
import dev.mayfly.engine.change.ChangeScope;
import dev.mayfly.engine.change.HistorySettings;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.StoreCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Writers that gather behind one that has the latch. */
@Tag("unsharded")
final class GroupCommitTest {
    private static final int HELD = 1000;

    private final CommitGate gate = new CommitGate();
    private final EngineFixture fixture = new EngineFixture(
            gate.store(),
            EngineSettings.DEFAULTS.withHistory(
                    HistorySettings.of("test", (_, _, _) -> new byte[0], Duration.ofHours(24))));

    @AfterEach
    void close() {
        gate.store().plan(FaultPlan.NONE);
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        fixture.close();
    }

    private void hold(FaultPlan behind) {
        gate.hold(behind, () -> fixture.put(HELD, "{}"));
    }

    private void hold() {
        hold(FaultPlan.NONE);
    }

    private static FaultPlan commit(long nth, Fault fault) {
        return FaultPlan.at(StoreCall.COMMIT, nth, fault);
    }

    /** Starts a writer of {@code {n: 1}}, or of one more where there is a document. */
    private CommitGate.Writing<WriteOutcome> increment(int id, AtomicInteger asked) {
        return gate.gather(() -> fixture.collection().write(key(id), Durability.LOGGED, (current, _) -> {
            asked.incrementAndGet();
            int n = current == null
                    ? 0
                    : current.view().toBsonValue().asDocument().getInt32("n").getValue();
            return body(new BsonDocument("n", new BsonInt32(n + 1)).toJson());
        }));
    }

    private static long version(CommitGate.Writing<WriteOutcome> writing) {
        return assertInstanceOf(WriteOutcome.Stored.class, writing.result()).version();
    }

    @Test
    void writersThatWaitAreWrittenAsOneBatchInTheirOrder() {
        fixture.create();
        fixture.uniqueIndex("n", "n");
        hold();
        List<CommitGate.Writing<WriteOutcome>> writers = new ArrayList<>();
        for (int id = 0; id < 5; id++) {
            int number = id;
            writers.add(gate.gather(() -> fixture.put(number, "{\"n\": " + number + "}")));
        }
        gate.release();
        assertEquals(2, gate.store().calls(StoreCall.COMMIT));
        for (int id = 1; id < 5; id++) {
            assertTrue(version(writers.get(id - 1)) < version(writers.get(id)));
        }
        assertEquals(6, fixture.count());
        assertEquals(6, fixture.stored());
    }

    @Test
    void moreThanAGroupHoldsAreWrittenInTheirOrderByGroups() {
        fixture.create();
        hold();
        List<CommitGate.Writing<WriteOutcome>> writers = new ArrayList<>();
        for (int id = 0; id < CommitQueue.DRAFTS_MAX + 6; id++) {
            int number = id;
            writers.add(gate.gather(() -> fixture.put(number, "{}")));
        }
        gate.release();
        assertEquals(3, gate.store().calls(StoreCall.COMMIT));
        for (int id = 1; id < writers.size(); id++) {
            assertTrue(version(writers.get(id - 1)) < version(writers.get(id)));
        }
    }

    @Test
    void writerWritesOneGroupForOthersAndNoMore() {
        fixture.create();
        List<Thread> committers = Collections.synchronizedList(new ArrayList<>());
        CommitGate.Writing<WriteOutcome> first = gate.hold(
                (call, _) -> {
                    if (call == StoreCall.COMMIT) {
                        committers.add(Thread.currentThread());
                    }
                    return null;
                },
                () -> fixture.put(HELD, "{}"));
        for (int id = 0; id < CommitQueue.DRAFTS_MAX + 6; id++) {
            int number = id;
            gate.gather(() -> fixture.put(number, "{}"));
        }
        gate.release();
        assertEquals(2, committers.size());
        assertEquals(first.thread(), committers.getFirst());
        assertNotEquals(first.thread(), committers.getLast());
    }

    @Test
    void aGroupOfLargeDocumentsIsBoundedInBytes() {
        fixture.create();
        hold();
        String large = "{\"s\": \"" + "x".repeat((int) CommitQueue.BYTES_MAX / 2) + "\"}";
        for (int id = 0; id < 4; id++) {
            int number = id;
            gate.gather(() -> fixture.put(number, large));
        }
        gate.release();
        assertEquals(3, gate.store().calls(StoreCall.COMMIT), "two fill a group");
        assertEquals(5, fixture.count());
    }

    @Test
    void aDraftThatRestsOnOneBeforeItIsMadeAgainAndTheOthersAreWritten() {
        fixture.create();
        hold();
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger askedOfOther = new AtomicInteger();
        CommitGate.Writing<WriteOutcome> first = increment(1, asked);
        CommitGate.Writing<WriteOutcome> second = increment(1, asked);
        CommitGate.Writing<WriteOutcome> other = increment(2, askedOfOther);
        gate.release();
        assertEquals(3, asked.get());
        assertEquals(1, askedOfOther.get());
        assertTrue(version(first) < version(other) && version(other) < version(second));
        assertEquals("[{\"n\": 2}, {\"n\": 1}, {}]", fixture.scan().toString());
    }

    @Test
    void aDraftThatTheStoreTurnsAwayFailsNoOther() {
        fixture.create();
        fixture.put(1, "{\"n\": 1}");
        gate.hold(FaultPlan.NONE, () -> fixture.put(1, "{\"n\": 10}"));
        AtomicInteger asked = new AtomicInteger();
        AtomicInteger askedOfOthers = new AtomicInteger();
        increment(2, askedOfOthers);
        increment(1, asked);
        increment(3, askedOfOthers);
        gate.release();
        assertEquals(2, asked.get());
        assertEquals(2, askedOfOthers.get());
        assertEquals("[{\"n\": 11}, {\"n\": 1}, {\"n\": 1}]", fixture.scan().toString());
    }

    @Test
    void aFailureOfTheStoreIsThatOfTheWholeGroupAndOfNoLaterOne() {
        fixture.create();
        hold(commit(2, new Fault.Failure(Reason.UNAVAILABLE)));
        List<CommitGate.Writing<WriteOutcome>> writers =
                List.of(gate.gather(() -> fixture.put(1, "{}")), gate.gather(() -> fixture.put(2, "{}")));
        gate.release();
        writers.forEach(writer -> assertEquals(new EngineError.StoreUnavailable(), writer.error()));
        assertFalse(fixture.isLive(1) || fixture.isLive(2));
        fixture.put(1, "{}");
        assertEquals(2, fixture.stored());
    }

    @Test
    void aFullDiskFailsOnlyTheDraftsForWhichThereIsNoRoom() {
        fixture.create();
        fixture.put(1, "{}");
        Fault full = new Fault.Failure(Reason.FULL);
        hold((call, nth) -> call == StoreCall.COMMIT && (nth == 2 || nth == 3) ? full : null);
        CommitGate.Writing<WriteOutcome> grows = gate.gather(() -> fixture.put(2, "{}"));
        CommitGate.Writing<WriteOutcome> shrinks = gate.gather(() -> fixture.delete(1));
        gate.release();
        assertEquals(new EngineError.StoreFull(), grows.error());
        assertInstanceOf(WriteOutcome.Removed.class, shrinks.result());
        assertEquals(1, fixture.stored());
    }

    @Test
    void thoseWhoAskForItShareOneSync() {
        fixture.create();
        hold();
        CommitGate.Writing<WriteOutcome> logged = gate.gather(() -> fixture.put(0, "{}"));
        for (int id = 1; id < 4; id++) {
            int number = id;
            gate.gather(() -> fixture.collection().write(key(number), Durability.SYNCED, (_, _) -> body("{}")));
        }
        gate.release();
        assertInstanceOf(WriteOutcome.Stored.class, logged.result());
        assertEquals(1, gate.store().calls(StoreCall.SYNC));
    }

    @Test
    void aFailedSyncFailsAllWhoAskedForIt() {
        fixture.create();
        hold(FaultPlan.at(StoreCall.SYNC, 1, new Fault.Failure(Reason.UNAVAILABLE)));
        CommitGate.Writing<WriteOutcome> logged = gate.gather(() -> fixture.put(0, "{}"));
        List<CommitGate.Writing<WriteOutcome>> synced = new ArrayList<>();
        for (int id = 1; id < 4; id++) {
            int number = id;
            synced.add(gate.gather(
                    () -> fixture.collection().write(key(number), Durability.SYNCED, (_, _) -> body("{}"))));
        }
        gate.release();
        assertInstanceOf(WriteOutcome.Stored.class, logged.result());
        synced.forEach(writer -> assertEquals(new EngineError.StoreUnavailable(), writer.error()));
        assertEquals(5, fixture.stored(), "written, and perhaps not durable");
    }

    @Test
    void aListenerThatFailsKeepsNobodyFromTheSync() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.engine().sweeper().pause();
        fixture.put(1, EngineFixture.at(EngineFixture.START));
        fixture.advance(Duration.ofMinutes(1));
        fixture.engine().addListener(new ExpiryListener() {
            @Override
            public void announced(Announcement announcement) {
                throw new IllegalStateException("on purpose");
            }
        });
        hold();
        List<CommitGate.Writing<WriteOutcome>> synced = new ArrayList<>();
        for (int id = 1; id < 4; id++) {
            int number = id;
            synced.add(gate.gather(
                    () -> fixture.collection().write(key(number), Durability.SYNCED, (_, _) -> body("{}"))));
        }
        gate.release();
        assertNull(synced.getFirst().outcome(), "its own listener has failed");
        version(synced.get(1));
        version(synced.get(2));
        assertEquals(1, gate.store().calls(StoreCall.SYNC));
    }

    @Test
    void anInterruptedWriterIsWrittenAndStaysInterrupted() {
        fixture.create();
        hold();
        AtomicBoolean interrupted = new AtomicBoolean();
        CommitGate.Writing<WriteOutcome> writer = gate.gather(() -> {
            WriteOutcome outcome = fixture.put(1, "{}");
            interrupted.set(Thread.currentThread().isInterrupted());
            return outcome;
        });
        writer.thread().interrupt();
        while (writer.thread().isInterrupted() || writer.thread().getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        gate.release();
        version(writer);
        assertTrue(interrupted.get());
    }

    @Test
    void aChangeOfTheSchemaHasTheGroupMadeAgain() {
        fixture.create();
        hold();
        CommitGate.Writing<WriteOutcome> before = gate.gather(() -> fixture.put(1, "{\"n\": 1}"));
        CommitGate.Writing<Boolean> change = gate.gather(() -> {
            fixture.index("n", "n");
            return true;
        });
        gate.release();
        version(before);
        assertTrue(change.result());
        assertEquals(1, fixture.scanIndex("n", Direction.FORWARD).size() - 1);
    }

    @Test
    void theHistoryAndTheEventsHaveEveryWriteOfAGroupInItsOrder() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.engine().sweeper().pause();
        for (int id = 0; id < 4; id++) {
            fixture.put(id, EngineFixture.at(EngineFixture.START));
        }
        fixture.advance(Duration.ofMinutes(1));
        ChangePosition since = ChangePosition.at(fixture.engine().history().now() + 1);
        hold();
        List<CommitGate.Writing<WriteOutcome>> writers = new ArrayList<>();
        for (int id = 3; id >= 0; id--) {
            int number = id;
            writers.add(gate.gather(() -> fixture.put(number, "{}")));
        }
        gate.release();
        assertEquals(2, gate.store().calls(StoreCall.COMMIT));
        List<Integer> changed = new ArrayList<>();
        try (ChangeCursor changes = fixture.engine().history().follow(new ChangeScope("test", null, null), since)) {
            for (ChangeEntry entry = changes.next(); entry != null; entry = changes.next()) {
                changed.add(idOf(entry.key()));
            }
        }
        assertEquals(List.of(HELD, 3, 3, 2, 2, 1, 1, 0, 0), changed, "each is said to expire, and is written");
        List<Event> events = fixture.engine()
                .events()
                .read(EventScope.ALL, EventProgress.START, 100)
                .events();
        assertEquals(
                List.of(3, 2, 1, 0),
                events.stream().map(event -> idOf(event.key())).toList());
        for (int index = 1; index < events.size(); index++) {
            assertTrue(
                    events.get(index - 1).position().compareTo(events.get(index).position()) < 0);
        }
        fixture.restart();
        assertEquals(
                events.size(),
                fixture.engine()
                        .events()
                        .read(EventScope.ALL, EventProgress.START, 100)
                        .events()
                        .size());
    }

    private static Integer idOf(@Nullable DocumentKey found) {
        for (int id : new int[] {0, 1, 2, 3, HELD}) {
            if (key(id).equals(found)) {
                return id;
            }
        }
        throw new AssertionError("no key of the test");
    }

    @Test
    void aStoreThatNeverTellsIsGivenUpAndItsStateIsReadAnew() {
        fixture.create();
        fixture.put(1, "{}");
        for (Fault unknown : List.of(new Fault.UnknownWritten(), new Fault.UnknownNotWritten())) {
            gate.store().plan(FaultPlan.always(StoreCall.COMMIT, unknown));
            EngineException failure = assertThrows(EngineException.class, () -> fixture.put(2, "{\"n\": 2}"));
            assertEquals(new EngineError.StoreUnavailable(), failure.error());
            assertEquals(CommitRetry.ATTEMPTS_MAX, gate.store().calls(StoreCall.COMMIT));
            gate.store().plan(FaultPlan.NONE);
            fixture.put(3, "{}");
            assertEquals(fixture.isLive(2) ? 3 : 2, fixture.stored());
            fixture.delete(2);
            fixture.delete(3);
        }
    }
}
