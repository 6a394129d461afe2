package dev.mayfly.store.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Conflict;
import dev.mayfly.store.api.CommitOutcome.Unknown;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Snapshot;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.Pause;
import dev.mayfly.store.contract.StoreCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class FaultyStoreTest {
    private static final Partition P = new Partition(1);
    private static final byte[] KEY = "key".getBytes(UTF_8);

    private final VirtualClock clock = new VirtualClock(1_000);
    private final FaultyStore store = new FaultyStore(new MemoryStore(), Pause.winding(clock));

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void onlyTheChosenCallFails() {
        store.plan(FaultPlan.at(StoreCall.GET, 2, new Fault.Failure(Reason.CORRUPT)));
        store.get(P, Space.META, KEY);
        StoreException failure = assertThrows(StoreException.class, () -> store.get(P, Space.META, KEY));
        assertEquals(Reason.CORRUPT, failure.reason());
        store.get(P, Space.META, KEY);
        assertEquals(3, store.calls(StoreCall.GET));
        assertEquals(1, store.faults());
    }

    @Test
    void everyKindOfCallCanFail() {
        Snapshot snapshot = store.snapshot();
        Cursor cursor = store.scan(P, Space.META, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED);
        store.plan((call, nth) -> new Fault.Failure(Reason.UNAVAILABLE));
        List<Executable> calls = List.of(
                () -> store.get(P, Space.META, KEY),
                () -> snapshot.get(P, Space.META, KEY),
                () -> store.multiGet(P, Space.META, List.of(KEY)),
                () -> store.scan(P, Space.META, KeyRange.ALL, Direction.FORWARD, 1)
                        .close(),
                cursor::next,
                () -> put(0),
                () -> store.commitAll(List.of(), Durability.LOGGED),
                store::sync,
                () -> store.snapshot().close(),
                store::compact);
        calls.forEach(call -> assertThrows(StoreException.class, call));
        cursor.close();
        snapshot.close();
    }

    @Test
    void aFailedCommitHasWrittenNothing() {
        store.plan(FaultPlan.at(StoreCall.COMMIT, 1, new Fault.Failure(Reason.FULL)));
        assertThrows(StoreException.class, () -> put(0));
        assertNull(store.get(P, Space.META, KEY));
    }

    @Test
    void aFalseConflictHasWrittenNothing() {
        store.plan(FaultPlan.at(StoreCall.COMMIT, 1, new Fault.Conflict()));
        assertInstanceOf(Conflict.class, insert(0));
        assertEquals(Applied.INSTANCE, insert(0));
    }

    @Test
    void anUnknownOutcomeMayHideAWrite() {
        store.plan(FaultPlan.at(StoreCall.COMMIT, 1, new Fault.UnknownNotWritten()));
        assertEquals(Unknown.INSTANCE, insert(5));
        assertNull(store.get(P, Space.META, KEY));
        store.plan(FaultPlan.at(StoreCall.COMMIT, 1, new Fault.UnknownWritten()));
        assertEquals(Unknown.INSTANCE, insert(5));
        assertNotNull(store.get(P, Space.META, KEY));
    }

    @Test
    void aBatchThatIsSentAgainIsAppliedOnce() {
        store.plan(FaultPlan.at(StoreCall.COMMIT, 1, new Fault.UnknownWritten()));
        assertEquals(Unknown.INSTANCE, insert(5));
        assertEquals(Applied.INSTANCE, insert(5));
        assertInstanceOf(Conflict.class, insert(6));
    }

    @Test
    void timePassesInADelayedCall() {
        List<String> fired = new ArrayList<>();
        clock.schedule(Duration.ofMillis(30), () -> fired.add("timer"));
        store.plan(FaultPlan.at(StoreCall.COMMIT, 1, new Fault.Delay(Duration.ofMillis(50))));
        assertEquals(Applied.INSTANCE, insert(0));
        assertEquals(List.of("timer"), fired);
        assertEquals(1_050, clock.wallMillis());
    }

    @Test
    void aSeedAlwaysGivesTheSameFaults() {
        assertEquals(faultsOf(3), faultsOf(3));
        assertTrue(faultsOf(3).stream().anyMatch(fault -> !fault.equals("none")));
    }

    private static List<String> faultsOf(long seed) {
        FaultPlan plan = FaultPlan.seeded(seed, 200, FaultPlan.TRANSIENT);
        List<String> faults = new ArrayList<>();
        for (int i = 1; i <= 100; i++) {
            Fault fault = plan.faultOf(StoreCall.COMMIT, i);
            faults.add(fault == null ? "none" : fault.toString());
        }
        return faults;
    }

    private CommitOutcome put(long operationId) {
        WriteBatch batch = new WriteBatch(operationId).put(Space.META, KEY, KEY);
        return store.commit(P, batch, List.of(), Durability.LOGGED);
    }

    private CommitOutcome insert(long operationId) {
        WriteBatch batch = new WriteBatch(operationId).put(Space.META, KEY, KEY);
        return store.commit(P, batch, List.of(new Expectation.Absent(Space.META, KEY)), Durability.LOGGED);
    }
}
