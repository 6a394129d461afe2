package dev.mayfly.engine.event;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.StoppingStore;
import dev.mayfly.store.memory.SharedMemoryStore;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Events of several engines over one store: a reader is told all of them, through whichever engine it goes on. */
final class EventsElsewhereTest {
    private static final int KEYS = 12;
    private static final int PAGE = 3;
    private static final int SHARDS = 4;

    /** The lifetime of each document; a write behind it announces that the one before has expired. */
    private static final Duration LIFETIME = Duration.ofMillis(1_000);

    /** Several shards are told up to a second ago. */
    private static final Duration SETTLED = Duration.ofSeconds(3);

    private final SharedMemoryStore shared = new SharedMemoryStore();
    private final StoppingStore stopping = new StoppingStore(shared);
    private final Server one = new Server(shared);
    private final Server other = new Server(stopping);

    private static final class Server {
        private final VirtualClock machine = new VirtualClock(EngineFixture.START);
        private final Engine engine;

        Server(Store store) {
            ClockGuard guard = new ClockGuard(
                    machine, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
            engine = Engine.open(
                    store,
                    new Engine.Machinery(guard, machine, Runnable::run, Pacer.UNPACED),
                    EngineSettings.DEFAULTS
                            .withShards(SHARDS)
                            .withEvents(EventSettings.DEFAULTS.retaining(Duration.ofHours(2)))
                            .withForms("test", _ -> _ -> true));
        }

        EventLog log() {
            return engine.events();
        }

        void put(int id) {
            Objects.requireNonNull(engine.find(EngineFixture.NAME))
                    .write(
                            EngineFixture.key(id),
                            Durability.LOGGED,
                            (_, _) -> EngineFixture.body("{}", new Lifetime.For(1)));
        }
    }

    EventsElsewhereTest() {
        Policy policy = Policy.NONE.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, 1)));
        one.engine
                .catalog()
                .create(
                        EngineFixture.NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON,
                                BaseInstant.MODIFIED,
                                new byte[0],
                                List.of(QueueIds.INHERIT, QueueIds.FOR),
                                policy));
        one.engine.sweeper().pause();
        other.engine.sweeper().pause();
        for (int id = 0; id < KEYS; id++) {
            one.put(id);
        }
        advance(SETTLED);
    }

    @AfterEach
    void close() {
        other.engine.close();
        one.engine.close();
        shared.close();
    }

    private void advance(Duration time) {
        one.machine.advance(time);
        other.machine.advance(time);
    }

    /** Reads to the end, each page through another engine, from what is kept of a progress. */
    private List<Event> read(EventProgress from) {
        List<Event> events = new ArrayList<>();
        EventProgress progress = from;
        Server asked = one;
        EventPage page;
        do {
            page = asked.log().read(EventScope.ALL, kept(progress), PAGE);
            events.addAll(page.events());
            progress = page.next();
            asked = asked == one ? other : one;
        } while (!page.isLast());
        return events;
    }

    private static EventProgress kept(EventProgress progress) {
        return EventProgress.ofBytes(progress.toBytes());
    }

    private static List<Integer> ids(List<Event> events) {
        return events.stream().map(EventsElsewhereTest::id).toList();
    }

    private static int id(Event event) {
        for (int id = 0; id < KEYS; id++) {
            if (EngineFixture.key(id).equals(event.key())) {
                return id;
            }
        }
        throw new IllegalStateException("no key of the test: " + event.key());
    }

    @Test
    void aReaderGoesOnThroughAnotherEngineBehindAnyEvent() {
        Seeds.run(3, (_, random) -> goOnBehindAnyEvent(random));
    }

    private void goOnBehindAnyEvent(RandomGenerator random) {
        EventProgress begin = one.log().now(EventScope.ALL);
        int announced = 0;
        for (int round = 0; round < 30; round++) {
            advance(LIFETIME.plusMillis(random.nextInt(6_000)));
            // All documents have expired, so that each write announces one.
            int first = random.nextInt(KEYS);
            for (int id = first; id < Math.min(KEYS, first + 3); id++) {
                (random.nextBoolean() ? one : other).put(id);
                announced++;
            }
        }
        advance(SETTLED);
        List<Event> all = read(begin);
        assertEquals(announced, all.size());
        for (int at = 0; at < all.size(); at++) {
            assertEquals(
                    ids(all.subList(at + 1, all.size())), ids(read(all.get(at).progress())), "behind event " + at);
        }
        EventProgress end = all.getLast().progress();
        assertTrue(end.toBytes().length < 12 * (2 + SHARDS), () -> "a long token: " + end);
    }

    @Test
    void anEventThatWasStoppedForLongBeforeItsCommitIsToldAllTheSame() {
        EventProgress progress = one.log().now(EventScope.ALL);
        for (int pair = 0; pair < KEYS / 2; pair++) {
            int early = 2 * pair;
            int late = 2 * pair + 1;
            EventProgress begun = progress;
            List<EventPage> before = new ArrayList<>();
            stopping.beforeNextCommit(() -> {
                one.put(early);
                one.machine.advance(Duration.ofSeconds(8));
                before.add(one.log().read(EventScope.ALL, begun, KEYS));
            });
            other.put(late);
            other.machine.advance(Duration.ofSeconds(8));
            advance(SETTLED);
            assertEquals(List.of(early), ids(before.getFirst().events()));
            List<Event> rest = read(before.getFirst().next());
            assertEquals(List.of(late), ids(rest), "behind " + before.getFirst().next());
            progress = rest.getLast().progress();
            assertEquals(List.of(), read(progress));
        }
    }

    @Test
    void aReaderOfNowIsToldWhatIsAnnouncedByAClockThatIsBehind() {
        one.machine.advance(Duration.ofMillis(900));
        EventProgress now = one.log().now(EventScope.ALL);
        other.put(1);
        other.put(2);
        advance(SETTLED);
        assertEquals(List.of(1, 2), ids(read(now)).stream().sorted().toList());
    }

    @Test
    void aFollowerIsToldWhatAnotherEngineAnnounces() {
        try (EventFollower follower = one.log().follow(EventScope.ALL, one.log().now(EventScope.ALL))) {
            other.put(3);
            advance(SETTLED);
            assertEquals(List.of(3), ids(follower.next(PAGE, 0).events()));
            assertEquals(List.of(), ids(follower.next(PAGE, 0).events()));
            one.put(3);
        }
    }

    @Test
    void aReaderThatFellBehindInOneShardIsTold() {
        EventProgress now = one.log().now(EventScope.ALL);
        advance(LIFETIME);
        other.put(1);
        advance(SETTLED);
        assertEquals(List.of(1), ids(read(now)));
        advance(Duration.ofHours(3));
        one.log().trim();
        EngineException lost = assertThrows(EngineException.class, () -> read(now));
        assertEquals(new EngineError.HistoryLost(), lost.error());
    }

    @Test
    void bytesOfAProgressAreReadAsTheyWereWritten() {
        EventPosition position = new EventPosition(5_000_000_000L, 7);
        assertArrayEquals(
                new byte[] {0, 0, 0, 1, 42, 5, -14, 0, 0, 0, 0, 7},
                EventProgress.at(position).toBytes());
        EventProgress whole = new EventProgress(
                position,
                new EventPosition(4_999_000_000L, 3),
                Map.of(9, new EventPosition(4_999_999_999L, 1), 700, position, 8, EventPosition.START));
        EventProgress read = kept(whole);
        assertEquals(position, read.position());
        assertEquals(Map.of(9, new EventPosition(4_999_999_999L, 1), 700, position), read.shards());
        assertEquals(read, kept(read));
        assertThrows(IllegalArgumentException.class, () -> EventProgress.ofBytes(new byte[11]));
        assertThrows(IllegalArgumentException.class, () -> EventProgress.ofBytes(new byte[13]));
        byte[] negative = EventProgress.at(position).toBytes();
        negative[0] = -1;
        assertThrows(IllegalArgumentException.class, () -> EventProgress.ofBytes(negative));
    }
}
