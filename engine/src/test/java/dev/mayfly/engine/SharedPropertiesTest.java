package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.SharedMemoryStore;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Properties that die before their documents, over a store that several servers share. */
final class SharedPropertiesTest {
    private static final CollectionName NAME = new CollectionName("test", "db", "c");
    private static final Duration APART = Duration.ofSeconds(10);
    private static final int UNKNOWN_PERCENT = 5;

    /** The documents of each kind. */
    private static final int SOME = 10;

    private static final int DUE_AHEAD = SOME;
    private static final int EXTENDED = 2 * SOME;
    private static final int LIVING = 3 * SOME;
    private static final int END = 4 * SOME;

    /** A server with a clock of its own, which counts the properties that it tells of and takes out. */
    private static final class Server implements ExpiryListener, AutoCloseable {
        private final InterleavedStore store;
        private final VirtualClock clock;
        private final Engine engine;
        private int died;
        private int swept;

        Server(Store shared, RandomGenerator random, int unknownPercent, Duration ahead) {
            store = new InterleavedStore(shared, random, unknownPercent);
            clock = new VirtualClock(EngineFixture.START + ahead.toMillis());
            ClockGuard guard = new ClockGuard(
                    clock, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
            engine = Engine.open(
                    store,
                    new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED),
                    EngineSettings.DEFAULTS.withShards(TestShards.NUMBER).withForms("test", _ -> _ -> true));
            engine.addListener(this);
        }

        @Override
        public void announced(Announcement announcement) {}

        @Override
        public void properties(CollectionName collection, int diedNow, int sweptNow) {
            died += diedNow;
            swept += sweptNow;
        }

        Collection collection() {
            Collection found = engine.find(NAME);
            assertNotNull(found);
            return found;
        }

        void put(int id, String json) {
            collection()
                    .write(
                            EngineFixture.key(id),
                            Durability.LOGGED,
                            (_, _) -> EngineFixture.body(json, Lifetime.FOREVER));
        }

        /** Writes a document whose code dies at an instant. */
        void put(int id, long until) {
            put(id, EngineFixture.at(until, "\"code\": " + id));
        }

        Document get(int id) {
            Document found = collection().get(collection().reading(), EngineFixture.key(id));
            assertNotNull(found);
            return found;
        }

        boolean hasCode(int id) {
            return get(id).view().field("code") != null;
        }

        /** The number of documents that an index finds. */
        int indexed(String index) {
            int found = 0;
            try (DocumentCursor cursor = collection()
                    .scan(
                            collection().reading(),
                            collection().record().index(index).orElseThrow(),
                            List.of(KeyRange.ALL),
                            Direction.FORWARD)) {
                while (cursor.next() != null) {
                    found++;
                }
            }
            return found;
        }

        void rule(PropertyTerm.Start start, String from, long seconds) {
            collection().definition().createIndex(PropertyExpiryTest.request("code", "code", start, from, seconds));
        }

        void setSeconds(Collection changed, long seconds) {
            int queue = collection().record().index("code").orElseThrow().id();
            changed.definition()
                    .changePolicy(policy -> policy.withProperties(List.of(new PropertyRule(queue, seconds))));
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    private static void create(Server server) {
        server.engine
                .catalog()
                .create(
                        NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));
    }

    /** Two servers over one collection. */
    private static void withTwo(Servers test) {
        Store shared = new SharedMemoryStore();
        SplittableRandom random = new SplittableRandom(1);
        try (Server one = new Server(shared, random, 0, Duration.ZERO);
                Server other = new Server(shared, random, 0, Duration.ZERO)) {
            create(one);
            test.run(one, other);
            assertEquals(List.of(), EngineCheck.check(one.engine).findings());
            assertEquals(List.of(), EngineCheck.check(other.engine).findings());
        } finally {
            shared.close();
        }
    }

    private interface Servers {
        void run(Server one, Server other);
    }

    private static void advance(Server one, Server other, Duration by) {
        one.clock.advance(by);
        other.clock.advance(by);
    }

    @Test
    void ruleThatOneMakesHoldsForTheOther() {
        withTwo((one, other) -> {
            other.put(1, "{\"code\": 1}");
            one.rule(PropertyTerm.Start.PROPERTY_SET, "code", 60);
            other.put(2, "{\"code\": 2}");
            advance(one, other, Duration.ofSeconds(59));
            assertTrue(other.hasCode(1) && other.hasCode(2));
            advance(one, other, Duration.ofSeconds(1));
            for (Server server : List.of(one, other)) {
                assertEquals(List.of(false, false), List.of(server.hasCode(1), server.hasCode(2)));
            }
            one.setSeconds(one.collection(), 120);
            assertTrue(other.hasCode(1));
            other.setSeconds(other.collection(), 30);
            assertEquals(false, one.hasCode(1));
            one.collection().definition().dropIndex("code");
            other.put(3, "{\"code\": 3}");
            advance(one, other, Duration.ofHours(1));
            assertTrue(one.hasCode(3) && other.hasCode(3));
        });
    }

    @Test
    void whatOneSweepsTheOtherNeverShows() {
        withTwo((one, other) -> {
            one.collection().definition().createIndex(EngineFixture.request("code_1", false, null, "code"));
            one.rule(PropertyTerm.Start.PROPERTY_SET, "code", 60);
            for (int id = 0; id < SOME; id++) {
                other.put(id, "{\"code\": " + id + ", \"rest\": 1}");
            }
            long version = other.get(1).version();
            long stored = other.collection().storedSize().bytes();
            one.engine.sweeper().sweepNow();
            other.engine.sweeper().sweepNow();
            advance(one, other, Duration.ofSeconds(60));
            assertEquals(false, other.hasCode(1));
            assertEquals(SOME, other.indexed("code_1"));
            one.engine.sweeper().sweepNow();
            other.engine.sweeper().sweepNow();
            assertEquals(SOME, one.swept + other.swept);
            assertEquals(SOME, one.died + other.died);
            assertTrue(other.collection().storedSize().bytes() < stored);
            for (Server server : List.of(one, other)) {
                assertEquals(false, server.hasCode(1));
                assertEquals(version, server.get(1).version());
                assertEquals(SOME, server.indexed("code_1"));
            }
            other.put(1, "{\"code\": 1, \"rest\": 1}");
            assertTrue(one.hasCode(1));
            assertNotEquals(version, one.get(1).version());
        });
    }

    @Test
    void guardOfOneCountsWhatTheOtherHasWritten() {
        withTwo((one, other) -> {
            one.rule(PropertyTerm.Start.PROPERTY_SET, "code", 3_600);
            other.put(1, "{\"code\": 1}");
            other.put(2, "{\"code\": 2}");
            advance(one, other, Duration.ofMinutes(1));
            one.collection().definition().guard(new ExpireLimit(1));
            for (Server server : List.of(one, other)) {
                assertThrows(EngineException.class, () -> server.setSeconds(server.collection(), 30));
                assertTrue(server.hasCode(1));
            }
            other.setSeconds(other.collection().allowing(new ExpireLimit(2)), 30);
            assertEquals(false, one.hasCode(1));
        });
    }

    /**
     * Two servers that both sweep, the clock of one ten seconds ahead, while a third writes; each is stopped between any two calls
     * of the store, and some outcomes are unknown.
     */
    @Test
    void eachPropertyIsTakenOutOnceAndNoneThatLives() {
        Seeds.run(60, SharedPropertiesTest::sweep);
    }

    private static void sweep(long seed, RandomGenerator random) {
        Store shared = new SharedMemoryStore();
        Server writer = new Server(shared, random, UNKNOWN_PERCENT, Duration.ZERO);
        Server behind = new Server(shared, random, UNKNOWN_PERCENT, Duration.ZERO);
        Server ahead = new Server(shared, random, UNKNOWN_PERCENT, APART);
        List<Server> servers = List.of(writer, behind, ahead);
        try {
            create(writer);
            writer.collection().definition().createIndex(EngineFixture.request("code_1", false, null, "code"));
            writer.rule(PropertyTerm.Start.DATE, "at", 0);
            fill(writer);
            List<Long> versions = versions(writer);
            servers.forEach(server -> server.clock.advance(Duration.ofMillis(1_000)));
            Interleaving all = new Interleaving();
            long far = EngineFixture.START + Duration.ofHours(1).toMillis();
            interleave(all, writer, () -> {
                for (int id = EXTENDED; id < LIVING; id++) {
                    writer.put(id, far);
                }
            });
            interleave(all, behind, () -> behind.engine.sweeper().sweepNow());
            interleave(all, ahead, () -> ahead.engine.sweeper().sweepNow());
            all.run(random);
            servers.forEach(server -> server.store.setPause(() -> {}));
            compare(seed, servers, versions);
            int before = swept(servers);
            servers.forEach(server -> server.clock.advance(APART));
            servers.forEach(server -> server.engine.sweeper().sweepNow());
            assertEquals(before, swept(servers), "taken out again, seed " + seed);
            compare(seed, servers, versions);
        } finally {
            servers.forEach(Server::close);
            shared.close();
        }
    }

    private static void fill(Server writer) {
        long soon = EngineFixture.START + APART.toMillis() / 2;
        long far = EngineFixture.START + Duration.ofHours(2).toMillis();
        for (int id = 0; id < END; id++) {
            boolean isDue = id < DUE_AHEAD;
            boolean isLiving = id >= LIVING;
            writer.put(id, isDue ? EngineFixture.START + 1 : isLiving ? far : soon);
        }
    }

    private static List<Long> versions(Server server) {
        List<Long> versions = new ArrayList<>();
        for (int id = 0; id < END; id++) {
            versions.add(server.get(id).version());
        }
        return versions;
    }

    private static void interleave(Interleaving all, Server server, Runnable program) {
        Interleaving.Participant participant = all.add(program);
        server.store.setPause(participant::pause);
    }

    /** What was due is taken out once; what was extended may have been taken out before it was, and is there again. */
    private static void compare(long seed, List<Server> servers, List<Long> versions) {
        int swept = swept(servers);
        assertTrue(swept >= EXTENDED && swept <= LIVING, swept + " taken out, seed " + seed);
        assertEquals(swept, servers.stream().mapToInt(server -> server.died).sum(), "told, seed " + seed);
        for (Server server : servers) {
            for (int id = 0; id < END; id++) {
                String place = "document " + id + ", seed " + seed;
                assertEquals(id >= EXTENDED, server.hasCode(id), place);
                boolean isWritten = id >= EXTENDED && id < LIVING;
                assertEquals(!isWritten, server.get(id).version() == versions.get(id), place);
            }
            assertEquals(END, server.indexed("code_1"));
            assertEquals(List.of(), EngineCheck.check(server.engine).findings());
        }
    }

    private static int swept(List<Server> servers) {
        return servers.stream().mapToInt(server -> server.swept).sum();
    }
}
