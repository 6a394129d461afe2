package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.SystemTimers;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.sweep.SweepSettings;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Threads against each other, on the clock of the machine. */
final class RaceTest {
    private static final int THREADS = 4;
    private static final int DOCUMENTS = 500;

    private final MemoryStore store = new MemoryStore();
    private final SystemTimers timers = new SystemTimers("test");
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Engine engine = Engine.open(
            store,
            new Engine.Machinery(
                    new ClockGuard(SystemClock.INSTANCE, new HighestTimeSeen(store), 3_600_000),
                    timers,
                    threads,
                    Pacer.UNPACED),
            EngineSettings.DEFAULTS
                    .withShards(TestShards.NUMBER)
                    .withChangeGrace(Duration.ZERO)
                    .withSweep(new SweepSettings(7, 1_000_000, Duration.ofMillis(1))));
    private final Collection collection = engine.catalog()
            .create(
                    EngineFixture.NAME,
                    new Catalog.CollectionOptions(
                            DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));

    @AfterEach
    void close() {
        CheckReport report = EngineCheck.check(engine);
        engine.close();
        threads.close();
        timers.close();
        store.close();
        assertTrue(report.isClean(), () -> report.findings().toString());
    }

    /** One thread's part of a race. */
    @FunctionalInterface
    private interface Part {
        void run(int thread) throws Exception;
    }

    private void race(int count, Part part) throws InterruptedException, ExecutionException {
        List<Future<?>> running = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            int thread = index;
            running.add(threads.submit(() -> {
                part.run(thread);
                return null;
            }));
        }
        for (Future<?> one : running) {
            one.get();
        }
    }

    private WriteOutcome write(int id, Decider decider) {
        return collection.write(key(id), Durability.LOGGED, decider);
    }

    @Test
    void noExtensionIsLostToTheSweep() throws Exception {
        extend(5_000);
    }

    @Test
    @Tag("slow")
    void noneOfManyExtensionsIsLostToTheSweep() throws Exception {
        extend(50_000);
    }

    /** Extends documents within the last moments of their lives, until this many extensions were acknowledged. */
    private void extend(int target) throws Exception {
        collection
                .definition()
                .createIndex(EngineFixture.request(
                        "ttl", false, new IndexRequest.TtlRule.OverField(FieldPath.of("at"), 0), "at"));
        SplittableRandom random = new SplittableRandom(1);
        AtomicInteger late = new AtomicInteger();
        int acknowledged = 0;
        for (int round = 0; acknowledged < target && round < target; round++) {
            List<WriteRequest> requests = new ArrayList<>();
            long now = SystemClock.INSTANCE.wallMillis();
            for (int id = 0; id < DOCUMENTS; id++) {
                String body = at(now + 10 + random.nextInt(40));
                requests.add(new WriteRequest(key(id), (_, _) -> EngineFixture.body(body)));
            }
            collection.writeAll(requests, false, Durability.LOGGED);
            ConcurrentLinkedQueue<Integer> extended = new ConcurrentLinkedQueue<>();
            race(THREADS, thread -> {
                for (int id = thread; id < DOCUMENTS; id += THREADS) {
                    WriteOutcome outcome = write(
                            id,
                            (current, reading) -> current == null
                                    ? Decision.KEEP
                                    : EngineFixture.body(at(reading.now() + 3_600_000)));
                    if (outcome instanceof WriteOutcome.Stored) {
                        extended.add(id);
                    } else {
                        late.incrementAndGet();
                    }
                }
            });
            ReadView reading = collection.reading();
            for (int id : extended) {
                assertNotNull(collection.get(reading, key(id)), "extended and lost");
            }
            acknowledged += extended.size();
        }
        assertTrue(acknowledged >= target, "too few extensions came in time");
    }

    @Test
    void aCountBesideTheSweepIsExact() throws Exception {
        collection
                .definition()
                .createIndex(EngineFixture.request(
                        "ttl", false, new IndexRequest.TtlRule.OverField(FieldPath.of("at"), 0), "at"));
        int live = 100;
        long now = SystemClock.INSTANCE.wallMillis();
        for (int id = 0; id < live; id++) {
            write(id, (_, _) -> EngineFixture.body(at(now + 3_600_000)));
        }
        AtomicBoolean written = new AtomicBoolean();
        race(2, thread -> {
            if (thread == 0) {
                for (int id = live; id < live + 4_000; id++) {
                    write(id, (_, _) -> EngineFixture.body(at(now - 1_000)));
                }
                written.set(true);
            }
            while (!written.get()) {
                assertEquals(live, collection.count(collection.reading()));
            }
        });
    }

    @Test
    void conditionalCountersAreLinearizable() throws Exception {
        int counters = 3;
        for (int id = 0; id < counters; id++) {
            write(id, (_, _) -> EngineFixture.body("{\"n\": 0}"));
        }
        AtomicInteger[] won = {new AtomicInteger(), new AtomicInteger(), new AtomicInteger()};
        ConcurrentLinkedQueue<Long> versions = new ConcurrentLinkedQueue<>();
        race(8, thread -> {
            SplittableRandom random = new SplittableRandom(thread);
            for (int attempt = 0; attempt < 500; attempt++) {
                int id = random.nextInt(counters);
                Document seen = collection.get(collection.reading(), key(id));
                assertNotNull(seen);
                int next = number(seen) + 1;
                WriteOutcome outcome = write(
                        id,
                        (current, _) -> current != null && current.version() == seen.version()
                                ? EngineFixture.body("{\"n\": " + next + "}")
                                : Decision.KEEP);
                if (outcome instanceof WriteOutcome.Stored stored) {
                    won[id].incrementAndGet();
                    versions.add(stored.version());
                    assertEquals(
                            seen.version(),
                            stored.before() == null ? 0 : stored.before().version());
                }
            }
        });
        for (int id = 0; id < counters; id++) {
            Document end = collection.get(collection.reading(), key(id));
            assertNotNull(end);
            assertEquals(won[id].get(), number(end));
        }
        assertEquals(versions.size(), versions.stream().distinct().count());
    }

    private static int number(Document document) {
        return document.view().toBsonValue().asDocument().getInt32("n").getValue();
    }

    @Test
    @Tag("unsharded")
    void indexesAreBuiltBesideWriters() throws Exception {
        for (int id = 0; id < 2_000; id++) {
            int first = id;
            write(id, (_, reading) -> body(first, reading.now() + 3_600_000));
        }
        AtomicLong written = new AtomicLong();
        race(THREADS + 1, thread -> {
            if (thread == THREADS) {
                collection.definition().createIndex(EngineFixture.request("a", false, null, "a"));
                collection.definition().createIndex(EngineFixture.request("u", true, null, "u"));
                collection
                        .definition()
                        .createIndex(EngineFixture.request(
                                "ttl", false, new IndexRequest.TtlRule.OverField(FieldPath.of("at"), 0), "at"));
                return;
            }
            SplittableRandom random = new SplittableRandom(thread);
            while (written.incrementAndGet() < 8_000) {
                int id = random.nextInt(2_500);
                boolean delete = random.nextInt(4) == 0;
                int ahead = random.nextInt(20) == 0 ? -1_000 : 3_600_000;
                write(id, (_, reading) -> delete ? Decision.REMOVE : body(id, reading.now() + ahead));
            }
        });
        ReadView reading = collection.reading();
        long live = collection.count(reading);
        for (String index : List.of("a", "u", "ttl")) {
            assertEquals(live, walk(reading, index), index);
        }
    }

    private static Decision body(int id, long instant) {
        return EngineFixture.body(at(instant, "\"a\": " + id % 10 + ", \"u\": " + id));
    }

    private long walk(ReadView reading, String index) {
        long found = 0;
        try (DocumentCursor cursor = collection.scan(
                reading, collection.record().index(index).orElseThrow(), List.of(KeyRange.ALL), Direction.FORWARD)) {
            while (cursor.next() != null) {
                found++;
            }
        }
        return found;
    }
}
