package dev.mayfly.engine.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.Timers;
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
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A shard in which a sweep found nothing costs a look at its turn, until there is something to find, whoever has written it. */
final class IdleSweepTest {
    private static final CollectionName NAME = new CollectionName("test", "db", "c");
    private static final int SHARDS = 16;
    private static final int DOCUMENT = 7;
    private static final Duration LIFETIME = Duration.ofSeconds(60);

    private final VirtualClock clock = new VirtualClock(EngineFixture.START);
    private final SharedMemoryStore shared = new SharedMemoryStore(clock::wallMillis);
    private final CountingStore counting = new CountingStore(shared);
    private final List<Engine> engines = new ArrayList<>();

    /** Counts what is asked of a store of its documents' shards. */
    private static final class CountingStore extends ForwardingStore {
        private final AtomicInteger turns = new AtomicInteger();
        private final AtomicInteger reads = new AtomicInteger();

        CountingStore(Store store) {
            super(store);
        }

        private static void count(AtomicInteger counter, Partition partition) {
            if (!partition.equals(Partition.CATALOG)) {
                counter.incrementAndGet();
            }
        }

        @Override
        public Head head(Partition partition) {
            count(turns, partition);
            return super.head(partition);
        }

        @Override
        public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
            count(reads, partition);
            return super.get(partition, space, key);
        }

        @Override
        public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
            count(reads, partition);
            return super.scan(partition, space, range, direction, limit);
        }

        void reset() {
            turns.set(0);
            reads.set(0);
        }
    }

    /** Timers that never fire: the test sweeps. */
    private static final Timers NEVER = (_, _) -> () -> true;

    private Engine open(Store store, String id) {
        ClockGuard guard = new ClockGuard(
                clock, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
        Engine engine = Engine.open(
                store,
                new Engine.Machinery(guard, NEVER, Runnable::run, Pacer.UNPACED),
                EngineSettings.DEFAULTS.withShards(SHARDS).withNodeId(id).withForms("test", _ -> _ -> true));
        engines.add(engine);
        return engine;
    }

    @BeforeEach
    void openTwo() {
        Engine swept = open(counting, "a");
        open(shared, "b");
        swept.catalog()
                .create(
                        NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON,
                                BaseInstant.MODIFIED,
                                new byte[0],
                                List.of(QueueIds.UNTIL),
                                new Policy(List.of(new Rule.Absolute()), 0, Policy.Visibility.EXACT, false)));
        sweep();
        sweep();
        counting.reset();
    }

    @AfterEach
    void close() {
        engines.forEach(Engine::close);
        shared.close();
    }

    private void sweep() {
        engines.getFirst().sweeper().sweepNow();
    }

    private Collection elsewhere() {
        return Objects.requireNonNull(engines.getLast().find(NAME));
    }

    private void putElsewhere(long until) {
        elsewhere()
                .write(
                        EngineFixture.key(DOCUMENT),
                        Durability.LOGGED,
                        (_, _) -> EngineFixture.body("{}", new Lifetime.Until(until)));
    }

    private long stored() {
        return elsewhere().storedSize().documents();
    }

    @Test
    void anIdleShardIsAskedForItsTurnAlone() {
        sweep();
        clock.advance(Duration.ofDays(1));
        sweep();
        assertEquals(2 * SHARDS, counting.turns.get());
        assertEquals(0, counting.reads.get());
    }

    @Test
    void whatAnotherEngineHasWrittenIsFoundOnceItIsDue() {
        putElsewhere(clock.wallMillis() + LIFETIME.toMillis());
        sweep();
        sweep();
        counting.reset();
        sweep();
        assertEquals(0, counting.reads.get());
        assertEquals(1, stored());
        clock.advance(LIFETIME.minusMillis(1));
        sweep();
        assertEquals(1, stored());
        clock.advance(Duration.ofMillis(1));
        sweep();
        assertEquals(0, stored());
    }

    @Test
    void aShorterLifetimeIsFoundWhereALongerOneWasForeseen() {
        putElsewhere(clock.wallMillis() + 10 * LIFETIME.toMillis());
        sweep();
        sweep();
        putElsewhere(clock.wallMillis() + LIFETIME.toMillis());
        clock.advance(LIFETIME);
        sweep();
        assertEquals(0, stored());
    }

    @Test
    void aPolicyThatAnotherEngineHasChangedIsSweptBy() {
        putElsewhere(clock.wallMillis() + 10 * LIFETIME.toMillis());
        elsewhere().definition().changePolicy(policy -> policy.withRules(List.of()));
        clock.advance(LIFETIME.multipliedBy(20));
        sweep();
        sweep();
        assertEquals(1, stored());
        elsewhere().definition().changePolicy(policy -> policy.withRules(List.of(new Rule.Absolute())));
        clock.advance(Duration.ofHours(48));
        sweep();
        assertEquals(0, stored());
    }

    @Test
    void whatWasHeldIsFoundOnceAnotherEngineReleasesIt() {
        putElsewhere(clock.wallMillis() + LIFETIME.toMillis());
        elsewhere().hiddenDocuments().hold("case", EngineFixture.key(DOCUMENT), "because");
        clock.advance(LIFETIME);
        sweep();
        sweep();
        assertEquals(1, stored());
        elsewhere().hiddenDocuments().release("case");
        sweep();
        assertEquals(0, stored());
    }

    @Test
    void aServerSweepsItsOwnShardsAloneWhereEachIsAskedTo() {
        engines.forEach(engine -> engine.nodes().beat());
        engines.forEach(engine -> engine.nodes().beat());
        engines.getFirst().sweeper().sweepOurs();
        int ours = counting.turns.get();
        assertTrue(ours > 0 && ours < SHARDS, "of " + SHARDS + ": " + ours);
    }
}
