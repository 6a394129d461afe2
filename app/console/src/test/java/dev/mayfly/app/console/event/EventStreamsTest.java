package dev.mayfly.app.console.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventStreamsTest {
    private static final Duration RETAIN = Duration.ofHours(1);
    private static final EventQuery ALL = new EventQuery(EventScope.ALL, false);
    private static final Duration LONG = Duration.ofMinutes(1);

    private final VirtualClock clock = new VirtualClock(1_767_225_600_000L);
    private final MemoryStore store = new MemoryStore();
    private final Engine engine = Engine.open(
            store,
            new Engine.Machinery(
                    new ClockGuard(
                            clock,
                            new HighestTimeSeen(store),
                            Duration.ofHours(1).toMillis()),
                    clock,
                    Runnable::run,
                    Pacer.UNPACED),
            EngineSettings.DEFAULTS
                    .withForms("test", _ -> _ -> true)
                    .withEvents(EventSettings.DEFAULTS.retaining(RETAIN)));
    private final Collection collection = engine.catalog()
            .create(
                    new CollectionName("test", "db", "c"),
                    new Catalog.CollectionOptions(
                            DocumentFormat.ANY,
                            BaseInstant.MODIFIED,
                            new byte[0],
                            List.of(QueueIds.UNTIL),
                            Policy.NONE.withRules(List.of(new Rule.Absolute()))));

    @AfterEach
    void close() {
        engine.close();
        store.close();
    }

    private EventStreams streams(Duration heartbeat) {
        return new EventStreams(engine.events(), new EventView.Maker(engine, Map.of()), engine.clock(), heartbeat);
    }

    private void expire(int from, int until) {
        for (int number = from; number < until; number++) {
            collection.write(
                    new DocumentKey(("k" + number).getBytes(UTF_8)),
                    Durability.LOGGED,
                    (_, reading) -> new Decision.Put(
                            "{}".getBytes(UTF_8), new Lifetime.Until(reading.now() + 1_000), new byte[0]));
        }
        clock.advance(Duration.ofSeconds(2));
    }

    /** A peer that takes what it is sent into a queue, as fast as that has room. */
    private record Peer(BlockingQueue<String> taken) implements HttpBody.Stream {
        @Override
        public void send(byte[] part) {
            try {
                taken.put(new String(part, UTF_8));
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        String next() throws InterruptedException {
            String next = taken.poll(30, TimeUnit.SECONDS);
            return next == null ? "nothing" : next;
        }
    }

    @Test
    void whereItStandsIsToldWhileNothingHappens() throws Exception {
        EventStreams streams = streams(Duration.ofMillis(1));
        Peer peer = new Peer(new SynchronousQueue<>());
        Thread thread = Thread.ofVirtual().start(() -> streams.run(ALL, EventProgress.START, peer));
        for (int beat = 0; beat < 5; beat++) {
            assertTrue(peer.next().startsWith(": here\nid: "));
        }
        streams.close();
        while (thread.isAlive()) {
            peer.taken().poll();
        }
    }

    @Test
    void aSubscriberThatTakesNothingHoldsUpNobodyAndMissesNothing() throws Exception {
        EventStreams streams = streams(LONG);
        Peer peer = new Peer(new SynchronousQueue<>());
        Thread thread = Thread.ofVirtual().start(() -> streams.run(ALL, EventProgress.START, peer));
        for (int round = 0; round < 20; round++) {
            expire(round * 100, round * 100 + 100);
        }
        assertEquals(0, collection.storedSize().documents());
        StringBuilder taken = new StringBuilder();
        while (!taken.toString().contains(hex("k1999"))) {
            taken.append(peer.next());
        }
        for (int number = 0; number < 2_000; number++) {
            assertTrue(taken.indexOf(hex("k" + number)) >= 0, "k" + number);
        }
        assertEquals(0.0, streams.lags().getFirst().seconds());
        streams.close();
        thread.join();
        assertEquals(List.of(), streams.lags());
    }

    private static String hex(String key) {
        StringBuilder hex = new StringBuilder("\"key\":\"");
        for (byte each : key.getBytes(UTF_8)) {
            hex.append(Integer.toHexString(each));
        }
        return hex.append('"').toString();
    }

    @Test
    void aSubscriberThatFallsTooFarBehindIsToldSo() throws Exception {
        EventStreams streams = streams(LONG);
        Peer peer = new Peer(new SynchronousQueue<>());
        Thread thread =
                Thread.ofVirtual().start(() -> streams.run(ALL, engine.events().now(EventScope.ALL), peer));
        peer.next();
        // At most one page is read before somebody takes it.
        expire(0, 1_000);
        clock.advance(Duration.ofHours(3));
        expire(1_000, 1_001);
        String last = peer.next();
        while (!last.contains("event: lost") && !last.equals("nothing")) {
            last = peer.next();
        }
        assertTrue(last.contains("\"oldest\""), last);
        thread.join();
    }

    @Test
    void thereAreOnlySoMany() throws Exception {
        EventStreams streams = streams(LONG);
        BlockingQueue<String> taken = new LinkedBlockingQueue<>();
        for (int number = 0; number < EventStreams.SUBSCRIBERS_MAX; number++) {
            streams.requireRoom();
            Thread.ofVirtual().start(() -> streams.run(ALL, EventProgress.START, new Peer(taken)));
            taken.take();
        }
        AdminException refusal = assertThrows(AdminException.class, streams::requireRoom);
        assertEquals(503, refusal.status());
        streams.close();
    }
}
