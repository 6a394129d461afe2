package dev.mayfly.engine.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.store.api.NodeEntry;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LiveNodesTest {
    private static final long START = 1_767_225_600_000L;

    /** The clock of the store, and the machine of every server: each may be set wrong by itself. */
    private final VirtualClock storeClock = new VirtualClock(START);

    private final VirtualClock machine = new VirtualClock(START);
    private final Store store = new SharedMemoryStore(storeClock::wallMillis);
    private final ClockGuard guard = guard();

    private ClockGuard guard() {
        return new ClockGuard(
                machine, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
    }

    private LiveNodes node(String id, String region) {
        LiveNodes nodes = new LiveNodes(store, guard, id);
        nodes.describe(new ServerNode(
                id, "host-" + id, region, "1.0", START, OptionalLong.empty(), Map.of("mongo", 27017, "kv", 11210)));
        return nodes;
    }

    private static List<String> ids(LiveNodes nodes) {
        return nodes.live().stream().map(ServerNode::id).toList();
    }

    @Test
    void serversHearOfEachOther() {
        LiveNodes b = node("b", "West US");
        LiveNodes a = node("a", "");
        assertEquals(List.of("b"), ids(b));
        b.beat();
        a.beat();
        assertEquals(List.of("a", "b"), ids(a));
        assertEquals(List.of("b"), ids(b));
        b.beat();
        assertEquals(List.of("a", "b"), ids(b));
        ServerNode seen = a.live().getLast();
        assertEquals(b.self().withOffset(OptionalLong.empty()), seen);
        assertEquals("West US", seen.region());
        assertEquals(OptionalInt.of(27017), seen.port("mongo"));
        assertEquals(OptionalInt.empty(), seen.port("cosmos"));
    }

    @Test
    void aServerThatFallsSilentIsForgotten() {
        LiveNodes a = node("a", "");
        LiveNodes b = node("b", "");
        b.beat();
        a.beat();
        storeClock.advance(Duration.ofMillis(LiveNodes.TTL_MILLIS - 1));
        a.beat();
        assertEquals(List.of("a", "b"), ids(a));
        storeClock.advance(Duration.ofMillis(1));
        a.beat();
        assertEquals(List.of("a"), ids(a));
    }

    @Test
    void aServerThatLeavesIsForgottenAtOnce() {
        LiveNodes a = node("a", "");
        LiveNodes b = node("b", "");
        b.beat();
        a.beat();
        b.leave();
        a.beat();
        assertEquals(List.of("a"), ids(a));
    }

    @Test
    void listenersHearWhenServersComeGoOrMove() {
        LiveNodes a = node("a", "");
        LiveNodes b = node("b", "");
        AtomicInteger changes = new AtomicInteger();
        a.beat();
        a.onChange(changes::incrementAndGet);
        a.beat();
        assertEquals(0, changes.get());
        b.beat();
        a.beat();
        a.beat();
        assertEquals(1, changes.get());
        guard.setOffset(7);
        b.beat();
        a.beat();
        assertEquals(1, changes.get());
        b.describe(new ServerNode("b", "elsewhere", "", "1.0", START, OptionalLong.empty(), Map.of()));
        b.beat();
        a.beat();
        assertEquals(2, changes.get());
        b.leave();
        a.beat();
        assertEquals(3, changes.get());
    }

    @Test
    void whatAnotherReleaseSaysIsReadAsFarAsItIsUnderstood() {
        store.cluster()
                .orElseThrow()
                .nodes()
                .announce(new NodeEntry("z", Map.of("port mongo", "many", "new fact", "1", "started", "5")), 60_000);
        LiveNodes a = node("a", "");
        a.beat();
        ServerNode read = a.live().getLast();
        assertEquals(new ServerNode("z", "", "", "", 5, OptionalLong.empty(), Map.of()), read);
    }

    @Test
    void aServerOfAnEmbeddedStoreIsAlone() {
        LiveNodes alone = new LiveNodes(new MemoryStore(), guard, "only");
        alone.beat();
        alone.measure();
        alone.leave();
        assertEquals(List.of("only"), ids(alone));
        assertEquals(Map.of(), alone.leases());
        assertEquals(OptionalLong.empty(), guard.offset());
        assertFalse(alone.isShared());
    }

    @Test
    void aServerKeepsItsId() {
        assertThrows(IllegalArgumentException.class, () -> node("a", "").describe(ServerNode.unknown("b")));
    }

    @Test
    void theOffsetIsMeasuredAgainstTheStore() {
        LiveNodes a = node("a", "");
        assertEquals(OptionalLong.empty(), guard.offset());
        machine.stepWall(Duration.ofMillis(300));
        a.measure();
        assertEquals(OptionalLong.of(300), guard.offset());
        assertTrue(guard.isOffBy(LiveNodes.OFFSET_MILLIS_HEALTHY));
        a.beat();
        assertEquals(OptionalLong.of(300), a.live().getFirst().offsetMillis());
        LiveNodes b = node("b", "");
        b.beat();
        assertEquals(OptionalLong.of(300), b.live().getFirst().offsetMillis());
    }

    @Test
    void aClockBehindIsMeasuredToo() {
        LiveNodes a = node("a", "");
        storeClock.stepWall(Duration.ofMillis(2_000));
        a.measure();
        assertEquals(OptionalLong.of(-2_000), guard.offset());
        assertTrue(guard.isSuspect());
        machine.advance(Duration.ofMillis(2_000));
        a.measure();
        assertEquals(OptionalLong.of(0), guard.offset());
        assertFalse(guard.isSuspect());
    }

    /** The store answers after some time, during which both clocks go on, and reads its own in the middle of it. */
    private LiveNodes slow(long... tripMillis) {
        AtomicInteger asked = new AtomicInteger();
        return new LiveNodes(
                new SharedMemoryStore(() -> {
                    long half = tripMillis[asked.getAndIncrement() % tripMillis.length] / 2;
                    machine.advance(Duration.ofMillis(half));
                    storeClock.advance(Duration.ofMillis(half));
                    long read = storeClock.wallMillis();
                    machine.advance(Duration.ofMillis(half));
                    storeClock.advance(Duration.ofMillis(half));
                    return read;
                }),
                guard,
                "slow");
    }

    @Test
    void halfOfTheRoundTripIsTakenOff() {
        slow(100).measure();
        assertEquals(OptionalLong.of(0), guard.offset());
    }

    @Test
    void answersThatTookLongDoNotCount() {
        slow(10, 10, 4_000, 10, 4_000).measure();
        assertEquals(OptionalLong.of(0), guard.offset());
        storeClock.stepWall(Duration.ofMillis(500));
        slow(10, 10, 4_000, 4_000, 4_000).measure();
        assertEquals(OptionalLong.of(0), guard.offset());
    }

    @Test
    void oneWrongClockAmongManyChangesNothing() {
        AtomicInteger asked = new AtomicInteger();
        Store threeMachines = new SharedMemoryStore(
                () -> storeClock.wallMillis() + (asked.getAndIncrement() % 3 == 1 ? 3_600_000 : 0));
        new LiveNodes(threeMachines, guard, "a").measure();
        assertEquals(OptionalLong.of(0), guard.offset());
    }
}
