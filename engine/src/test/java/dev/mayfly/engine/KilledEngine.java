package dev.mayfly.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.SystemTimers;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventFollower;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventPage;
import dev.mayfly.engine.event.EventPosition;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.rocksdb.RocksStore;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A process that writes documents, most of them with short lives, and says what it has seen, until it is killed. */
final class KilledEngine {
    static final long TOMBSTONES_MILLIS = Duration.ofDays(1).toMillis();

    private static final long LIFETIME_MILLIS = 300;
    private static final int STAYS = 10;
    private static final int EVENTS = 100;

    private KilledEngine() {}

    /** Returns true if the document of this number never expires. */
    static boolean stays(int number) {
        return number % STAYS == 0;
    }

    static DocumentKey key(int number) {
        return new DocumentKey(("k" + number).getBytes(UTF_8));
    }

    static Catalog.CollectionOptions options() {
        return new Catalog.CollectionOptions(
                        DocumentFormat.ANY,
                        BaseInstant.MODIFIED,
                        new byte[0],
                        List.of(QueueIds.UNTIL),
                        Policy.NONE.withRules(List.of(new Rule.Absolute())))
                .keeping(ChangeKeeping.tombstones(TOMBSTONES_MILLIS));
    }

    /** @param arguments the folder of the store */
    public static void main(String[] arguments) {
        RocksStore store = RocksStore.open(Path.of(arguments[0]));
        ExecutorService sweeps = Executors.newVirtualThreadPerTaskExecutor();
        ClockGuard clock = new ClockGuard(SystemClock.INSTANCE, new HighestTimeSeen(store), 3_600_000);
        Engine engine = Engine.open(
                store,
                new Engine.Machinery(clock, new SystemTimers("killed"), sweeps, Pacer.UNPACED),
                EngineSettings.DEFAULTS.withShards(TestShards.NUMBER).withForms("test", _ -> _ -> true));
        Collection collection = engine.catalog().findOrCreate(EngineFixture.NAME, options());
        Thread.ofVirtual().start(() -> tell(engine.events(), System.out));
        run(collection, System.out);
    }

    /** Says of every event what it is about, and where it stands. */
    private static void tell(EventLog log, PrintStream said) {
        try (EventFollower follower = log.follow(EventScope.ALL, EventProgress.START)) {
            while (true) {
                EventPage page = follower.next(EVENTS, Duration.ofSeconds(1).toNanos());
                for (Event event : page.events()) {
                    EventPosition at = event.position();
                    String key = new String(event.key().bytes(), UTF_8).substring(1);
                    said.print("event " + key + " at " + at.version() + " " + at.number() + ";\n");
                }
            }
        }
    }

    private static void run(Collection collection, PrintStream said) {
        int seen = 0;
        for (int number = 0; ; number++) {
            int written = number;
            collection.write(key(number), Durability.LOGGED, (_, reading) -> {
                Lifetime lifetime =
                        stays(written) ? Lifetime.FOREVER : new Lifetime.Until(reading.now() + LIFETIME_MILLIS);
                return new Decision.Put("any".getBytes(UTF_8), lifetime, new byte[] {1});
            });
            said.print("put " + number + ";\n");
            while (seen < number && (stays(seen) || isGone(collection, seen))) {
                if (!stays(seen)) {
                    said.print("gone " + seen + ";\n");
                }
                seen++;
            }
        }
    }

    private static boolean isGone(Collection collection, int number) {
        return collection.get(collection.reading(), key(number)) == null;
    }
}
