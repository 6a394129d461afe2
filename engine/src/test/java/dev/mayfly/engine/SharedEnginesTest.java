package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
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
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.write.WriteOutcome;
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
    private static final CollectionName NAME = new CollectionName("test", "db", "c");
    private static final int COUNTERS = 4;
    private static final int SHORT_LIVED = 4;
    private static final int STEPS = 30;
    private static final long LIFETIME_SECONDS = 60;

    private final Store shared = new SharedMemoryStore();
    private final List<Node> nodes = new ArrayList<>();

    /** One engine with a clock of its own. */
    private static final class Node implements AutoCloseable {
        private final InterleavedStore store;
        private final VirtualClock clock;
        private final Engine engine;

        Node(Store shared, RandomGenerator random, int unknownPercent, long clockOffset) {
            store = new InterleavedStore(shared, random, unknownPercent);
            clock = new VirtualClock(EngineFixture.START + clockOffset);
            ClockGuard guard = new ClockGuard(
                    clock, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
            engine = Engine.open(
                    store,
                    new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED),
                    EngineSettings.DEFAULTS.withShards(TestShards.NUMBER).withForms("test", _ -> _ -> true));
        }

        Collection collection() {
            Collection found = engine.find(NAME);
            assertNotNull(found);
            return found;
        }

        long increment(int id) {
            WriteOutcome outcome = collection().write(EngineFixture.key(id), Durability.LOGGED, (current, _) -> {
                int before = current == null ? 0 : valueOf(current);
                return EngineFixture.body(new BsonDocument("n", new BsonInt32(before + 1)), Lifetime.FOREVER);
            });
            return ((WriteOutcome.Stored) outcome).version();
        }

        int counter(int id) {
            Document found = collection().get(collection().reading(), EngineFixture.key(id));
            return found == null ? 0 : valueOf(found);
        }

        private static int valueOf(Document document) {
            return document.view().toBsonValue().asDocument().getInt32("n").getValue();
        }

        boolean isFound(int id) {
            return collection().get(collection().reading(), EngineFixture.key(id)) != null;
        }

        void put(int id, Lifetime lifetime) {
            collection()
                    .write(
                            EngineFixture.key(id),
                            Durability.LOGGED,
                            (_, _) -> EngineFixture.body(new BsonDocument("n", new BsonInt32(id)), lifetime));
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    private Node open(RandomGenerator random, int unknownPercent, long clockOffset) {
        Node opened = new Node(shared, random, unknownPercent, clockOffset);
        nodes.add(opened);
        return opened;
    }

    private Node open() {
        return open(new SplittableRandom(1), 0, 0);
    }

    private static void create(Node node) {
        create(node, NAME);
    }

    private static void create(Node node, CollectionName name) {
        node.engine.catalog().create(name, options());
    }

    private static Catalog.CollectionOptions options() {
        return new Catalog.CollectionOptions(
                DocumentFormat.BSON,
                BaseInstant.MODIFIED,
                new byte[0],
                List.of(QueueIds.INHERIT, QueueIds.FOR, QueueIds.UNTIL),
                Policy.NONE.withRules(List.of(new Rule.Absolute())));
    }

    @AfterEach
    void close() {
        nodes.forEach(Node::close);
        shared.close();
    }

    @Test
    void whatOneMakesAllFind() {
        Node one = open();
        Node other = open();
        assertNull(other.engine.find(NAME));
        create(one);
        other.increment(1);
        assertEquals(1, one.counter(1));
        EngineException refusal = assertThrows(EngineException.class, () -> create(other));
        assertEquals(new EngineError.CollectionExists(NAME), refusal.error());
        one.engine.catalog().drop(NAME);
        assertNull(other.engine.find(NAME));
        create(other);
        assertEquals(0, one.counter(1));
    }

    @Test
    void entriesOfTheAuditThatTwoMakeAtOneInstantAreBothKept() {
        Node one = open();
        Node other = open();
        create(one);
        other.collection();
        for (int time = 0; time < 3; time++) {
            one.engine.audit().limitChanges(NAME, "one", "" + time);
            other.engine.audit().limitChanges(NAME, "other", "" + time);
        }
        one.clock.advance(Duration.ofSeconds(2));
        create(one, new CollectionName("test", "db", "later"));
        List<String> read = new ArrayList<>();
        long after = 0;
        for (List<AuditEntry> page = one.engine.audit().read(after, 2, NAME);
                !page.isEmpty();
                page = one.engine.audit().read(after, 2, NAME)) {
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
        Node one = open();
        Node other = open();
        int made = 0;
        for (int stop = 0; stop < 12; stop++) {
            CollectionName name = new CollectionName("test", "db", "made" + stop);
            int[] left = {stop};
            one.store.setPause(() -> {
                if (left[0]-- == 0) {
                    create(other, name);
                }
            });
            Collection found = one.engine.catalog().findOrCreate(name, options());
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
                    Node maker = new Node(store, new SplittableRandom(1), 0, 0);
                    Node finder = new Node(store, new SplittableRandom(1), 0, 0)) {
                create(maker);
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
                for (Node node : List.of(maker, finder)) {
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
        Node one = open();
        Node other = open();
        create(one);
        Collection held = other.collection();
        CollectionName next = new CollectionName("test", "db", "next");
        one.engine.catalog().rename(NAME, next, false);
        assertNull(other.engine.find(NAME));
        assertEquals(held, other.engine.find(next));
        one.engine.catalog().drop(next);
        EngineException refusal = assertThrows(
                EngineException.class,
                () -> held.write(EngineFixture.key(1), Durability.LOGGED, (_, _) -> EngineFixture.body("{}")));
        assertEquals(new EngineError.CollectionMissing(next), refusal.error());
    }

    @Test
    void aChangeOfPolicyHoldsEverywhereOnceItIsAcknowledged() {
        Node one = open();
        Node other = open();
        create(one);
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
        Node one = open();
        Node other = open();
        one.engine
                .catalog()
                .create(
                        NAME,
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
        Node one = open();
        Node other = open();
        create(one);
        other.increment(1);
        assertEquals(3, transacted(one, () -> {}));
        assertEquals(3, other.counter(1));
        EngineException refusal = assertThrows(EngineException.class, () -> transacted(one, () -> other.increment(1)));
        assertEquals(new EngineError.TransactionConflict(), refusal.error());
        assertEquals(5, one.counter(1));
    }

    /** Increments a counter in a transaction, with something that happens before its commit; answers what it is then. */
    private static int transacted(Node node, Runnable meanwhile) {
        // The first batch of an engine that has not written to a shard yet is always made again.
        node.increment(1);
        try (Transaction transaction = node.engine.begin()) {
            Collection seen = transaction.of(node.collection());
            seen.write(EngineFixture.key(1), Durability.LOGGED, (current, _) -> {
                assertNotNull(current);
                int next = Node.valueOf(current) + 1;
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
            try (Node one = new Node(store, random, 0, 0);
                    Node other = new Node(store, random, 0, 0)) {
                create(one);
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
                for (Node node : List.of(one, other)) {
                    assertTrue(node.collection().record().index("a").isPresent());
                    assertTrue(node.collection().record().index("b").isPresent());
                }
            }
        });
    }

    private static void interleave(Interleaving all, Node node, Runnable program) {
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

    private static void simulate(long seed, RandomGenerator random) {
        Store store = new SharedMemoryStore();
        List<Node> nodes = new ArrayList<>();
        try {
            for (int node = 0; node < 3; node++) {
                nodes.add(new Node(store, random, 5, node * 4_000L));
            }
            create(nodes.getFirst());
            int[] increments = new int[COUNTERS];
            long[] mayDieAt = new long[SHORT_LIVED];
            Interleaving all = new Interleaving();
            for (Node node : nodes) {
                interleave(all, node, () -> live(node, random, increments, mayDieAt));
            }
            try {
                all.run(random);
            } finally {
                // Nobody would let a program go on that pauses now.
                nodes.forEach(node -> node.store.setPause(() -> {}));
            }
            for (Node node : nodes) {
                for (int id = 0; id < COUNTERS; id++) {
                    assertEquals(increments[id], node.counter(id), "counter " + id + ", seed " + seed);
                }
            }
            settle(nodes, mayDieAt);
        } finally {
            nodes.forEach(Node::close);
            store.close();
        }
    }

    /** What one engine does in a history. */
    private static void live(Node node, RandomGenerator random, int[] increments, long[] mayDieAt) {
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
    private static void settle(List<Node> nodes, long[] mayDieAt) {
        long latest = 0;
        for (long each : mayDieAt) {
            latest = Math.max(latest, each);
        }
        for (Node node : nodes) {
            long rest = latest + 10_000 - node.clock.wallMillis();
            node.clock.advance(Duration.ofMillis(Math.max(rest, 1)));
        }
        nodes.getLast().engine.sweeper().sweepNow();
        for (Node node : nodes) {
            for (int key = 0; key < SHORT_LIVED; key++) {
                assertTrue(!node.isFound(COUNTERS + key));
            }
            CheckReport report = EngineCheck.check(node.engine);
            assertEquals(List.of(), report.findings());
        }
    }
}
