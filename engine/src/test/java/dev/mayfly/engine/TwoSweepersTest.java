package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.SharedMemoryStore;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/**
 * Two servers that both take a shard for theirs, the clock of one of them ten seconds ahead, while a third writes; each is stopped
 * between any two calls of the store, and some outcomes are unknown.
 */
final class TwoSweepersTest {
    private static final CollectionName NAME = new CollectionName("test", "db", "c");
    private static final Duration APART = Duration.ofSeconds(10);
    private static final int UNKNOWN_PERCENT = 5;

    /** The documents of each kind. */
    private static final int SOME = 10;

    private static final int DUE = 0;
    private static final int DUE_AHEAD = SOME;
    private static final int EXTENDED = 2 * SOME;
    private static final int LIVING = 3 * SOME;
    private static final int END = 4 * SOME;

    /** A server with a clock of its own, which counts what it destroys. */
    private static final class Server implements ExpiryListener, AutoCloseable {
        private final InterleavedStore store;
        private final VirtualClock clock;
        private final Engine engine;
        private int destroyed;

        Server(Store shared, RandomGenerator random, Duration ahead) {
            store = new InterleavedStore(shared, random, UNKNOWN_PERCENT);
            clock = new VirtualClock(EngineFixture.START + ahead.toMillis());
            ClockGuard guard = new ClockGuard(
                    clock, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
            engine = Engine.open(
                    store,
                    new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED),
                    EngineSettings.DEFAULTS.withForms("test", _ -> _ -> true));
            engine.addListener(this);
        }

        @Override
        public void announced(Announcement announcement) {}

        @Override
        public void destroyed(CollectionName collection, int documents) {
            destroyed += documents;
        }

        Collection collection() {
            Collection found = engine.find(NAME);
            assertNotNull(found);
            return found;
        }

        void put(int id, long deadline) {
            collection()
                    .write(
                            EngineFixture.key(id),
                            Durability.LOGGED,
                            (_, _) -> EngineFixture.body(
                                    new BsonDocument("n", new BsonInt32(id)), new Lifetime.Until(deadline)));
        }

        boolean isFound(int id) {
            return collection().get(collection().reading(), EngineFixture.key(id)) != null;
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    @Test
    void eachDocumentIsDestroyedOnceAndNoneThatLives() {
        Seeds.run(60, TwoSweepersTest::sweep);
    }

    private static void sweep(long seed, RandomGenerator random) {
        Store shared = new SharedMemoryStore();
        Server writer = new Server(shared, random, Duration.ZERO);
        Server behind = new Server(shared, random, Duration.ZERO);
        Server ahead = new Server(shared, random, APART);
        List<Server> servers = List.of(writer, behind, ahead);
        try {
            writer.engine
                    .catalog()
                    .create(
                            NAME,
                            new Catalog.CollectionOptions(
                                    DocumentFormat.BSON,
                                    BaseInstant.MODIFIED,
                                    new byte[0],
                                    List.of(QueueIds.UNTIL),
                                    Policy.NONE.withRules(List.of(new Rule.Absolute()))));
            fill(writer);
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
            compare(seed, servers);
            int before = destroyed(servers);
            servers.forEach(server -> server.clock.advance(APART));
            servers.forEach(server -> server.engine.sweeper().sweepNow());
            assertEquals(before, destroyed(servers), "destroyed again, seed " + seed);
            compare(seed, servers);
        } finally {
            servers.forEach(Server::close);
            shared.close();
        }
    }

    private static void fill(Server writer) {
        long soon = EngineFixture.START + APART.toMillis() / 2;
        for (int id = DUE; id < END; id++) {
            boolean isDue = id < DUE_AHEAD;
            boolean isLiving = id >= LIVING;
            long far = EngineFixture.START + Duration.ofHours(2).toMillis();
            writer.put(id, isDue ? EngineFixture.START + 1 : isLiving ? far : soon);
        }
    }

    private static void interleave(Interleaving all, Server server, Runnable program) {
        Interleaving.Participant participant = all.add(program);
        server.store.setPause(participant::pause);
    }

    /** What was due is destroyed once; what was extended may have been destroyed before it was, and is there again. */
    private static void compare(long seed, List<Server> servers) {
        int destroyed = destroyed(servers);
        assertTrue(destroyed >= EXTENDED && destroyed <= LIVING, destroyed + " destroyed, seed " + seed);
        for (Server server : servers) {
            for (int id = DUE; id < END; id++) {
                assertEquals(id >= EXTENDED, server.isFound(id), "document " + id + ", seed " + seed);
            }
            assertEquals(List.of(), EngineCheck.check(server.engine).findings());
        }
    }

    private static int destroyed(List<Server> servers) {
        return servers.stream().mapToInt(server -> server.destroyed).sum();
    }
}
