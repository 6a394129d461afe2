package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.SharedMemoryStore;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Several engines over one store, each stopped between any two calls of the store, with outcomes that nobody knows and clocks
 * that differ.
 */
final class SharedEnginesTest {
    private static final int COUNTERS = 4;
    private static final int SHORT_LIVED = 4;
    private static final int STEPS = 30;
    private static final long LIFETIME_SECONDS = 60;

    private final Store shared = new SharedMemoryStore();
    private final List<SharedEngine> nodes = new ArrayList<>();

    private SharedEngine open(RandomGenerator random, int unknownPercent, long clockOffset) {
        SharedEngine opened = new SharedEngine(shared, random, unknownPercent, clockOffset);
        nodes.add(opened);
        return opened;
    }

    private SharedEngine open() {
        return open(new SplittableRandom(1), 0, 0);
    }

    @AfterEach
    void close() {
        nodes.forEach(SharedEngine::close);
        shared.close();
    }

    @Test
    void whatOneMakesAllFind() {
        SharedEngine one = open();
        SharedEngine other = open();
        assertNull(other.engine.find(SharedEngine.NAME));
        one.create();
        other.increment(1);
        assertEquals(1, one.counter(1));
        EngineException refusal = assertThrows(EngineException.class, other::create);
        assertEquals(new EngineError.CollectionExists(SharedEngine.NAME), refusal.error());
        one.engine.catalog().drop(SharedEngine.NAME);
        assertNull(other.engine.find(SharedEngine.NAME));
        other.create();
        assertEquals(0, one.counter(1));
    }

    @Test
    void entriesOfTheAuditThatTwoMakeAtOneInstantAreBothKept() {
        SharedEngine one = open();
        SharedEngine other = open();
        one.create();
        other.collection();
        for (int time = 0; time < 3; time++) {
            one.engine.audit().limitChanges(SharedEngine.NAME, "one", "" + time);
            other.engine.audit().limitChanges(SharedEngine.NAME, "other", "" + time);
        }
        one.clock.advance(Duration.ofSeconds(2));
        one.create(new CollectionName("test", "db", "later"));
        List<String> read = new ArrayList<>();
        long after = 0;
        for (List<AuditEntry> page = one.engine.audit().read(after, 2, SharedEngine.NAME);
                !page.isEmpty();
                page = one.engine.audit().read(after, 2, SharedEngine.NAME)) {
            page.forEach(entry -> read.add(entry.before() + entry.after()));
            after = page.getLast().position();
        }
        read.sort(null);
        assertEquals(
                List.of("one0", "one1", "one2", "other0", "other1", "other2"),
                read.stream()
                        .filter(text -> text.startsWith("o") && !text.contains(" "))
                        .toList());
    }

    @Test
    void aCollectionThatAnotherMakesAtTheSameMomentIsFound() {
        SharedEngine one = open();
        SharedEngine other = open();
        int made = 0;
        for (int stop = 0; stop < 12; stop++) {
            CollectionName name = new CollectionName("test", "db", "made" + stop);
            int[] left = {stop};
            one.store.setPause(() -> {
                if (left[0]-- == 0) {
                    other.create(name);
                }
            });
            Collection found = one.engine.catalog().findOrCreate(name, SharedEngine.options());
            one.store.setPause(() -> {});
            Collection there = other.engine.find(name);
            assertNotNull(there);
            assertEquals(there.record().id(), found.record().id());
            made += left[0] < 0 ? 1 : 0;
        }
        assertTrue(made > 3, "stopped only " + made + " times");
    }

    /** Whichever of its calls of the store the other engine's change comes before. */
    @Test
    void aChangeIsNotLostForAnEngineThatFindsTheCollectionMeanwhile() {
        int[] calls = {0};
        for (int changedBefore = 0; changedBefore <= calls[0]; changedBefore++) {
            try (SharedMemoryStore store = new SharedMemoryStore();
                    SharedEngine maker = new SharedEngine(store, new SplittableRandom(1), 0, 0);
                    SharedEngine finder = new SharedEngine(store, new SplittableRandom(1), 0, 0)) {
                maker.create();
                int before = changedBefore;
                calls[0] = 0;
                finder.store.setPause(() -> {
                    if (calls[0]++ == before) {
                        maker.collection().definition().createIndex(EngineFixture.request("a", false, null, "n"));
                    }
                });
                finder.collection();
                finder.store.setPause(() -> {});
                finder.collection().definition().createIndex(EngineFixture.request("b", false, null, "n"));
                for (SharedEngine node : List.of(maker, finder)) {
                    boolean isChanged = before < calls[0];
                    assertEquals(
                            isChanged, node.collection().record().index("a").isPresent(), "call " + before);
                    assertTrue(node.collection().record().index("b").isPresent());
                }
            }
        }
        assertTrue(calls[0] > 3);
    }

    @Test
    void aCollectionThatIsRenamedOrDroppedElsewhereIsGoneForThoseWhoHaveIt() {
        SharedEngine one = open();
        SharedEngine other = open();
        one.create();
        Collection held = other.collection();
        CollectionName next = new CollectionName("test", "db", "next");
        one.engine.catalog().rename(SharedEngine.NAME, next, false);
        assertNull(other.engine.find(SharedEngine.NAME));
        assertEquals(held, other.engine.find(next));
        one.engine.catalog().drop(next);
        EngineException refusal = assertThrows(
                EngineException.class,
                () -> held.write(EngineFixture.key(1), Durability.LOGGED, (_, _) -> EngineFixture.body("{}")));
        assertEquals(new EngineError.CollectionMissing(next), refusal.error());
    }

    @Test
    void aChangeOfPolicyHoldsEverywhereOnceItIsAcknowledged() {
        SharedEngine one = open();
        SharedEngine other = open();
        one.create();
        other.put(1, new Lifetime.For(10));
        assertTrue(other.isFound(1));
        other.clock.advance(Duration.ofSeconds(11));
        one.clock.advance(Duration.ofSeconds(11));
        assertTrue(other.isFound(1));
        one.collection()
                .definition()
                .changePolicy(policy -> policy.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, 5))));
        assertTrue(!other.isFound(1));
        assertEquals(0, other.collection().count(other.collection().reading()));
        other.collection().definition().changePolicy(_ -> Policy.NONE);
        one.put(2, Lifetime.INHERIT);
        assertTrue(other.isFound(2));
    }

    @Test
    void aChangeOfACollectionOfManyShardsHoldsInAllOfThem() {
        SharedEngine one = open();
        SharedEngine other = open();
        one.engine
                .catalog()
                .create(
                        SharedEngine.NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON,
                                BaseInstant.MODIFIED,
                                new byte[0],
                                List.of(QueueIds.INHERIT),
                                Policy.NONE,
                                List.of(),
                                ChangeKeeping.PLAIN,
                                SweepPace.WHEN_DUE,
                                16));
        for (int id = 0; id < 100; id++) {
            other.put(id, Lifetime.INHERIT);
        }
        one.collection()
                .definition()
                .changePolicy(policy -> policy.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, 5))));
        one.clock.advance(Duration.ofSeconds(6));
        other.clock.advance(Duration.ofSeconds(6));
        assertEquals(0, other.collection().count(other.collection().reading()));
        for (int id = 0; id < 100; id++) {
            other.put(id, Lifetime.INHERIT);
        }
        assertEquals(100, one.collection().count(one.collection().reading()));
    }

    @Test
    void aTransactionOfOneShardIsWrittenUnlessAnotherEngineWasFaster() {
        SharedEngine one = open();
        SharedEngine other = open();
        one.create();
        other.increment(1);
        assertEquals(3, transacted(one, () -> {}));
        assertEquals(3, other.counter(1));
        EngineException refusal = assertThrows(EngineException.class, () -> transacted(one, () -> other.increment(1)));
        assertEquals(new EngineError.TransactionConflict(), refusal.error());
        assertEquals(5, one.counter(1));
    }

    /** Increments a counter in a transaction, with something that happens before its commit; answers what it is then. */
    private static int transacted(SharedEngine node, Runnable meanwhile) {
        // The first batch of an engine that has not written to a shard yet is always made again.
        node.increment(1);
        try (Transaction transaction = node.engine.begin()) {
            Collection seen = transaction.of(node.collection());
            seen.write(EngineFixture.key(1), Durability.LOGGED, (current, _) -> {
                assertNotNull(current);
                int next = SharedEngine.valueOf(current) + 1;
                return EngineFixture.body(new BsonDocument("n", new BsonInt32(next)), Lifetime.FOREVER);
            });
            meanwhile.run();
            transaction.commit(null);
        }
        return node.counter(1);
    }

    @Test
    void twoChangesOfOneCollectionAtOnceBothHold() {
        Seeds.run(50, (_, random) -> {
            Store store = new SharedMemoryStore();
            try (SharedEngine one = new SharedEngine(store, random, 0, 0);
                    SharedEngine other = new SharedEngine(store, random, 0, 0)) {
                one.create();
                other.collection();
                Interleaving both = new Interleaving();
                interleave(
                        both,
                        one,
                        () -> one.collection().definition().createIndex(EngineFixture.request("a", false, null, "a")));
                interleave(
                        both,
                        other,
                        () -> other.collection()
                                .definition()
                                .createIndex(EngineFixture.request("b", false, null, "b")));
                both.run(random);
                one.store.setPause(() -> {});
                other.store.setPause(() -> {});
                for (SharedEngine node : List.of(one, other)) {
                    assertTrue(node.collection().record().index("a").isPresent());
                    assertTrue(node.collection().record().index("b").isPresent());
                }
            }
        });
    }

    private static void interleave(Interleaving all, SharedEngine node, Runnable program) {
        Interleaving.Participant participant = all.add(program);
        node.store.setPause(participant::pause);
    }

    @Test
    void nothingIsLostOrRevivedWhateverComesBetween() {
        Seeds.run(40, SharedEnginesTest::simulate);
    }

    @Test
    @Tag("slow")
    void nothingIsLostOrRevivedInTenThousandHistories() {
        Seeds.run(10_000, SharedEnginesTest::simulate);
    }

    /** Every second time sweeps read what they destroy, for the log of events. */
    private static void simulate(long seed, RandomGenerator random) {
        Store store = new SharedMemoryStore();
        List<SharedEngine> nodes = new ArrayList<>();
        try {
            EngineSettings settings = seed % 2 == 0 ? EngineSettings.DEFAULTS : SharedEngine.KEEPING_DOCUMENTS;
            for (int node = 0; node < 3; node++) {
                nodes.add(new SharedEngine(store, random, 5, node * 4_000L, settings));
            }
            nodes.getFirst().create();
            int[] increments = new int[COUNTERS];
            long[] mayDieAt = new long[SHORT_LIVED];
            Interleaving all = new Interleaving();
            for (SharedEngine node : nodes) {
                interleave(all, node, () -> live(node, random, increments, mayDieAt));
            }
            try {
                all.run(random);
            } finally {
                // Nobody would let a program go on that pauses now.
                nodes.forEach(node -> node.store.setPause(() -> {}));
            }
            for (SharedEngine node : nodes) {
                for (int id = 0; id < COUNTERS; id++) {
                    assertEquals(increments[id], node.counter(id), "counter " + id + ", seed " + seed);
                }
            }
            settle(nodes, mayDieAt);
        } finally {
            nodes.forEach(SharedEngine::close);
            store.close();
        }
    }

    /** What one engine does in a history. */
    private static void live(SharedEngine node, RandomGenerator random, int[] increments, long[] mayDieAt) {
        for (int step = 0; step < STEPS; step++) {
            int id = random.nextInt(COUNTERS);
            switch (random.nextInt(10)) {
                case 0, 1, 2, 3 -> {
                    node.increment(id);
                    increments[id]++;
                }
                case 4, 5 -> {
                    int key = random.nextInt(SHORT_LIVED);
                    long until = node.clock.wallMillis() + LIFETIME_SECONDS * 1_000;
                    // Another engine may write it earlier or later than this one: the earliest deadline is sure.
                    node.put(COUNTERS + key, new Lifetime.Until(until));
                    mayDieAt[key] = Math.max(mayDieAt[key], until);
                }
                case 6 -> node.clock.advance(Duration.ofMillis(random.nextInt(3_000)));
                case 7 -> node.engine.sweeper().sweepNow();
                case 8 ->
                    node.collection().definition().changePolicy(policy -> policy.withGrace(random.nextInt(3) * 1_000L));
                default -> {
                    String index = "of " + node.store.hashCode();
                    if (node.collection().record().index(index).isPresent()) {
                        node.collection().definition().dropIndex(index);
                    } else {
                        node.collection().definition().createIndex(EngineFixture.request(index, false, null, "n"));
                    }
                }
            }
        }
    }

    /** Lets everything short-lived die, on all clocks; what is stored must fit together then. */
    private static void settle(List<SharedEngine> nodes, long[] mayDieAt) {
        long latest = 0;
        for (long each : mayDieAt) {
            latest = Math.max(latest, each);
        }
        for (SharedEngine node : nodes) {
            long rest = latest + 10_000 - node.clock.wallMillis();
            node.clock.advance(Duration.ofMillis(Math.max(rest, 1)));
        }
        nodes.getLast().engine.sweeper().sweepNow();
        for (SharedEngine node : nodes) {
            for (int key = 0; key < SHORT_LIVED; key++) {
                assertTrue(!node.isFound(COUNTERS + key));
            }
            CheckReport report = EngineCheck.check(node.engine);
            assertEquals(List.of(), report.findings());
        }
    }
}
