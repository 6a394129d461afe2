package dev.mayfly.engine.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Lease;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several servers over one store share the shards out; nothing depends on it that must be right. */
final class SweepLeasesTest {
    private static final CollectionName NAME = new CollectionName("test", "db", "c");
    private static final int SHARDS = 16;
    private static final int DOCUMENTS = 400;
    private static final Duration LIFETIME = Duration.ofSeconds(60);

    private final VirtualClock storeClock = new VirtualClock(EngineFixture.START);
    private final SharedMemoryStore shared = new SharedMemoryStore(storeClock::wallMillis);
    private final List<Server> servers = new ArrayList<>();

    /** A server, which counts what it destroys. */
    private final class Server implements ExpiryListener {
        private final VirtualClock machine;
        private final Engine engine;
        private int destroyed;

        Server(String id, Duration ahead) {
            machine = new VirtualClock(storeClock.wallMillis() + ahead.toMillis());
            ClockGuard guard = new ClockGuard(
                    machine, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
            engine = Engine.open(
                    shared,
                    new Engine.Machinery(guard, machine, Runnable::run, Pacer.UNPACED),
                    EngineSettings.DEFAULTS.withShards(SHARDS).withNodeId(id).withForms("test", _ -> _ -> true));
            engine.addListener(this);
            servers.add(this);
        }

        @Override
        public void announced(Announcement announcement) {}

        @Override
        public void destroyed(CollectionName collection, int documents) {
            destroyed += documents;
        }

        Collection collection() {
            return Objects.requireNonNull(engine.find(NAME));
        }
    }

    @BeforeEach
    void create() {
        Server first = new Server("a", Duration.ZERO);
        Policy policy = new Policy(List.of(new Rule.Absolute()), 0, Policy.Visibility.EXACT, false);
        first.engine
                .catalog()
                .create(
                        NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON,
                                BaseInstant.MODIFIED,
                                new byte[0],
                                List.of(QueueIds.UNTIL),
                                policy));
    }

    @AfterEach
    void close() {
        servers.forEach(server -> server.engine.close());
        shared.close();
    }

    private void beat() {
        for (int round = 0; round < 2; round++) {
            servers.forEach(server -> server.engine.nodes().beat());
        }
    }

    private void fill() {
        long until = storeClock.wallMillis() + LIFETIME.toMillis();
        for (int id = 0; id < DOCUMENTS; id++) {
            servers.getFirst()
                    .collection()
                    .write(
                            EngineFixture.key(id),
                            Durability.LOGGED,
                            (_, _) -> EngineFixture.body("{}", new Lifetime.Until(until)));
        }
    }

    private void advance(Duration duration) {
        storeClock.advance(duration);
        servers.forEach(server -> server.machine.advance(duration));
    }

    private int destroyed() {
        return servers.stream().mapToInt(server -> server.destroyed).sum();
    }

    private long stored() {
        return servers.getFirst().collection().storedSize().documents();
    }

    @Test
    void serversShareTheShardsOut() {
        new Server("b", Duration.ZERO);
        new Server("c", Duration.ZERO);
        beat();
        fill();
        advance(LIFETIME.plusSeconds(10));
        assertEquals(0, stored());
        assertEquals(DOCUMENTS, destroyed());
        for (Server server : servers) {
            assertTrue(server.destroyed > 0, "each has shards of its own");
        }
        TreeMap<String, Integer> held = new TreeMap<>();
        for (Lease lease : shared.cluster().orElseThrow().leases().held()) {
            held.merge(lease.owner(), 1, Integer::sum);
        }
        assertEquals(List.of("a", "b", "c"), List.copyOf(held.keySet()));
        assertEquals(SHARDS, held.values().stream().mapToInt(Integer::intValue).sum());
    }

    @Test
    void shardsOfAServerThatDiedAreSweptByOthersOnceItsLeasesEnd() {
        Server dead = new Server("b", Duration.ZERO);
        beat();
        fill();
        advance(LIFETIME.plusSeconds(10));
        fill();
        int before = servers.getFirst().destroyed;
        assertTrue(dead.destroyed > 0);
        // It stops without a word: neither beats nor sweeps.
        servers.remove(dead);
        advance(LIFETIME.plusSeconds(40));
        beat();
        advance(Duration.ofSeconds(10));
        assertEquals(0, stored());
        assertEquals(DOCUMENTS, servers.getFirst().destroyed - before);
        servers.add(dead);
    }

    @Test
    void twoThatBothBelieveInTheirLeaseDestroyNothingTwice() {
        Server other = new Server("b", Duration.ofSeconds(10));
        // Neither has heard of the other, and the leases end at once.
        fill();
        storeClock.advance(Duration.ofHours(1));
        other.machine.advance(LIFETIME);
        servers.getFirst().machine.advance(LIFETIME.plusSeconds(10));
        assertEquals(0, stored());
        assertEquals(DOCUMENTS, destroyed());
    }

    @Test
    void pauseBrakesAllServersAndOutlastsARestart() {
        Server other = new Server("b", Duration.ZERO);
        beat();
        fill();
        other.engine.sweeper().pause();
        advance(LIFETIME.plusSeconds(10));
        assertEquals(DOCUMENTS, stored());
        assertTrue(servers.getFirst().engine.sweeper().isPaused());
        Server late = new Server("c", Duration.ZERO);
        assertTrue(late.engine.sweeper().isPaused());
        late.engine.sweeper().resume();
        advance(Duration.ofSeconds(10));
        assertFalse(other.engine.sweeper().isPaused());
        assertEquals(0, stored());
    }
}
