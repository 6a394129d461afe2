package dev.mayfly.face.mongo.collection.ttl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.face.mongo.collection.IndexSpec;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.query.MongoForms;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.memory.MemoryStore;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** Winding a clock leaves out the passes that would find nothing, and nobody can tell but by the time it takes. */
final class TtlMonitorWindingTest {
    private static final long START = 1_700_000_000_000L;
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final int COLLECTIONS = 4;

    /** An engine on a clock that is wound as a server winds its own: from one instant at which anything is due to the next. */
    private static final class Wound implements AutoCloseable {
        private final MemoryStore store = new MemoryStore();
        private final VirtualClock clock = new VirtualClock(START);
        private final Engine engine = Engine.open(
                store,
                new Engine.Machinery(
                        new ClockGuard(
                                clock,
                                new HighestTimeSeen(store),
                                Duration.ofHours(1).toMillis()),
                        (_, _) -> () -> true,
                        Runnable::run,
                        Pacer.UNPACED),
                EngineSettings.DEFAULTS.withForms(MongoCollections.FACE, new MongoForms()));
        private final List<Collection> collections = new ArrayList<>();
        private final TtlMonitor monitor;
        private int sleeps;
        private int slices;

        Wound(boolean everyPass) {
            MongoCollections all = new MongoCollections(engine);
            for (int number = 0; number < COLLECTIONS; number++) {
                Collection made = all.create("test", "c" + number);
                BsonDocument index =
                        BsonDocument.parse("{name: 'at', key: {at: 1}, expireAfterSeconds: " + 7 * number + "}");
                made.definition().createIndex(IndexSpec.of(index, false).request());
                if (number % 2 == 1) {
                    made.definition().changePolicy(policy -> policy.withVisibility(Policy.Visibility.LAZY));
                }
                collections.add(made);
            }
            monitor = new TtlMonitor(all, everyPass ? clock : counting(), clock);
        }

        private Timers counting() {
            return new Timers() {
                @Override
                public Timer schedule(Duration delay, Runnable task) {
                    sleeps++;
                    return clock.schedule(delay, task);
                }

                @Override
                public Duration quiet() {
                    return clock.quiet();
                }
            };
        }

        void write(int collection, int id, long at) {
            BsonDocument document = new BsonDocument("_id", new BsonInt32(id)).append("at", new BsonDateTime(at));
            DocumentKey key = new DocumentKey(KeyWriter.encode(TreeView.of(new BsonInt32(id))));
            Decision.Put put = new Decision.Put(BsonEncoding.encode(document), Lifetime.INHERIT, Stamp.NO_FACE_BYTES);
            collections.get(collection).write(key, Durability.LOGGED, (_, _) -> put);
        }

        void wind(long millis) {
            long until = clock.wallMillis() + millis;
            engine.sweeper().sweepNow();
            while (clock.wallMillis() < until) {
                long now = clock.wallMillis();
                long due = engine.sweeper().status().nextDue();
                clock.advance(Duration.ofMillis(Math.min(until, Math.max(due, now + 100)) - now));
                engine.sweeper().sweepNow();
                slices++;
            }
        }

        /** Returns the view of clients: the documents of every collection, and the figures of serverStatus. */
        String seen() {
            StringBuilder text = new StringBuilder();
            for (Collection collection : collections) {
                try (DocumentCursor all =
                        collection.scan(collection.reading(), List.of(KeyRange.ALL), Direction.FORWARD)) {
                    for (Document found = all.next(); found != null; found = all.next()) {
                        text.append(Objects.requireNonNull(found.view().field("_id"))
                                        .intValue())
                                .append(' ');
                    }
                }
                text.append("; ");
            }
            return text + "passes " + monitor.passes() + ", sub-passes " + monitor.subPasses() + ", deleted "
                    + monitor.deletedDocuments();
        }

        @Override
        public void close() {
            monitor.close();
            engine.close();
            store.close();
        }
    }

    @Test
    void nobodyCanTellWhichPassesWereLeftOut() {
        Seeds.run(25, (_, random) -> {
            try (Wound naive = new Wound(true);
                    Wound quick = new Wound(false)) {
                int id = 0;
                for (int step = 0; step < 12; step++) {
                    for (int written = random.nextInt(4); written > 0; written--) {
                        int collection = random.nextInt(COLLECTIONS);
                        long at = naive.clock.wallMillis() + random.nextLong(2 * 24 * 60 * MINUTE);
                        naive.write(collection, id, at);
                        quick.write(collection, id++, at);
                    }
                    long millis = random.nextLong(random.nextBoolean() ? 3 * MINUTE : 24 * 60 * MINUTE);
                    naive.wind(millis);
                    quick.wind(millis);
                    assertEquals(naive.seen(), quick.seen(), "after " + millis + " ms in step " + step);
                }
            }
        });
    }

    @Test
    void aYearWithoutDeadlinesIsAHandfulOfPasses() {
        try (Wound wound = new Wound(false)) {
            wound.wind(Duration.ofDays(365).toMillis());
            assertEquals(365 * 24 * 60, wound.monitor.passes());
            assertEquals(365 * 24 * 60, wound.monitor.subPasses());
            assertTrue(wound.slices <= 2, wound.slices + " slices");
            assertTrue(wound.sleeps <= 2 * wound.slices + 1, "slept " + wound.sleeps + " times");
        }
    }

    @Test
    void passesGrowWithDeadlinesAndNotWithTime() {
        try (Wound wound = new Wound(false)) {
            for (int id = 0; id < 100; id++) {
                wound.write(id % COLLECTIONS, id, START + (id + 1L) * 24 * 60 * MINUTE + 31_000);
            }
            wound.wind(Duration.ofDays(120).toMillis());
            assertEquals(120 * 24 * 60, wound.monitor.passes());
            assertEquals(100, wound.monitor.deletedDocuments());
            assertTrue(wound.sleeps <= 2 * wound.slices + 2, wound.sleeps + " sleeps in " + wound.slices + " slices");
            assertTrue(wound.slices <= 250, wound.slices + " slices");
        }
    }
}
