package dev.mayfly.store.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Cluster;
import dev.mayfly.store.api.Lease;
import dev.mayfly.store.api.Leases;
import dev.mayfly.store.api.NodeEntry;
import dev.mayfly.store.api.NodeTable;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A lease has one owner at a time and ends by itself, and so does the sign of life of a process. */
interface ClusterContract extends StoreUnderTest {
    long LONG = 60_000;
    long SHORT = 1_000;

    private Cluster cluster() {
        assumeTrue(store().cluster().isPresent(), "a store of one process");
        return store().cluster().orElseThrow();
    }

    private Leases leases() {
        return cluster().leases();
    }

    private NodeTable nodes() {
        return cluster().nodes();
    }

    /** A name that no other test of the same store has used. */
    private String lease(String name) {
        return name + " of " + folderName();
    }

    private List<Lease> held(String name) {
        return leases().held().stream()
                .filter(lease -> lease.name().equals(name))
                .toList();
    }

    private Set<String> liveIds() {
        return nodes().live().stream().map(NodeEntry::id).collect(Collectors.toCollection(HashSet::new));
    }

    @Test
    default void storesOfSeveralProcessesKnowThem() {
        assertEquals(
                store().capabilities().contains(Capability.TURNS),
                store().cluster().isPresent());
    }

    @Test
    default void aLeaseHasOneOwner() {
        String name = lease("one");
        assertTrue(leases().take(name, "a", LONG));
        assertFalse(leases().take(name, "b", LONG));
        assertTrue(leases().take(name, "a", LONG));
        assertTrue(leases().take(lease("another"), "b", LONG));
        assertEquals(List.of(new Lease(name, "a")), held(name));
    }

    @Test
    default void aLeaseThatIsGivenBackIsFree() {
        String name = lease("back");
        assertTrue(leases().take(name, "a", LONG));
        leases().release(name, "b");
        assertFalse(leases().take(name, "b", LONG));
        leases().release(name, "a");
        leases().release(name, "a");
        assertEquals(List.of(), held(name));
        assertTrue(leases().take(name, "b", LONG));
        assertFalse(leases().take(name, "a", LONG));
    }

    @Test
    default void aLeaseEndsByItself() {
        String name = lease("short");
        assertTrue(leases().take(name, "a", SHORT));
        passUntil(() -> held(name).isEmpty());
        assertTrue(leases().take(name, "b", LONG));
        assertFalse(leases().take(name, "a", LONG));
    }

    @Test
    default void aLeaseThatHasEndedIsTakenAgainByItsOwner() {
        String name = lease("again");
        assertTrue(leases().take(name, "a", SHORT));
        passUntil(() -> held(name).isEmpty());
        assertTrue(leases().take(name, "a", LONG));
        assertFalse(leases().take(name, "b", LONG));
    }

    @Test
    default void aRenewedLeaseLastsLonger() {
        String renewed = lease("renewed");
        String left = lease("left");
        assertTrue(leases().take(renewed, "a", SHORT));
        assertTrue(leases().take(renewed, "a", LONG));
        assertTrue(leases().take(left, "a", SHORT));
        passUntil(() -> held(left).isEmpty());
        assertEquals(List.of(new Lease(renewed, "a")), held(renewed));
        assertFalse(leases().take(renewed, "b", LONG));
    }

    @Test
    default void ofManyWhoTakeALeaseOneGetsIt() {
        cluster();
        for (int round = 0; round < 10; round++) {
            String name = lease("contended " + round);
            List<Boolean> taken = Crew.work(4, member -> leases().take(name, "owner " + member, LONG));
            assertEquals(1, taken.stream().filter(isHeld -> isHeld).count());
        }
    }

    @Test
    default void processesSayThatTheyAreAlive() {
        NodeEntry first = new NodeEntry(lease("first"), Map.of("region", "West US", "mongo", "a:27017"));
        NodeEntry second = new NodeEntry(lease("second"), Map.of());
        nodes().announce(first, LONG);
        nodes().announce(second, LONG);
        assertTrue(nodes().live().containsAll(List.of(first, second)));
        NodeEntry changed = new NodeEntry(first.id(), Map.of("region", "East US"));
        nodes().announce(changed, LONG);
        assertTrue(nodes().live().contains(changed));
        nodes().remove(second.id());
        assertFalse(liveIds().contains(second.id()));
        assertTrue(liveIds().contains(first.id()));
    }

    @Test
    default void liveProcessesComeByTheirIds() {
        for (String name : List.of("c", "a", "b")) {
            nodes().announce(new NodeEntry(lease(name), Map.of()), LONG);
        }
        List<String> ids = nodes().live().stream().map(NodeEntry::id).toList();
        assertEquals(ids.stream().sorted().toList(), ids);
    }

    @Test
    default void aProcessThatFallsSilentIsNotAlive() {
        NodeEntry silent = new NodeEntry(lease("silent"), Map.of());
        NodeEntry alive = new NodeEntry(lease("alive"), Map.of());
        nodes().announce(alive, SHORT);
        nodes().announce(alive, LONG);
        nodes().announce(silent, SHORT);
        assertTrue(liveIds().contains(silent.id()));
        passUntil(() -> !liveIds().contains(silent.id()));
        assertTrue(liveIds().contains(alive.id()));
    }

    @Test
    default void theClockOfTheStoreGoesOn() {
        long before = cluster().clockMillis();
        passUntil(() -> cluster().clockMillis() > before);
    }
}
