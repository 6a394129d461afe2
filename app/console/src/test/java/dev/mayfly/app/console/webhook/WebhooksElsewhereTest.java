package dev.mayfly.app.console.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.memory.SharedMemoryStore;
import dev.mayfly.test.harness.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Webhooks of several servers that share a store: one of them tells each, and another goes on where it has ended. */
final class WebhooksElsewhereTest {
    private static final Duration SETTLED = Duration.ofSeconds(3);

    private final VirtualClock clock = new VirtualClock(1_767_225_600_000L);
    private final SharedMemoryStore store = new SharedMemoryStore(clock::wallMillis);
    private volatile boolean away;
    private final HookServer hook = new HookServer();
    private final Server one = new Server("a");
    private final Server other = new Server("b");

    WebhooksElsewhereTest() throws IOException {
        one.engine
                .catalog()
                .create(
                        HookFixture.NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.ANY,
                                BaseInstant.MODIFIED,
                                new byte[0],
                                List.of(QueueIds.UNTIL),
                                Policy.NONE.withRules(List.of(new Rule.Absolute()))));
        beat();
        one.webhooks.start();
        other.webhooks.start();
    }

    /** Looks for its webhooks when it is told to. */
    private final class Server {
        private final Engine engine;
        private final Webhooks webhooks;

        Server(String id) {
            ClockGuard guard = new ClockGuard(
                    clock, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
            engine = Engine.open(
                    new ForwardingStore(store) {
                        @Override
                        public Cursor scan(
                                Partition partition, Space space, KeyRange range, Direction direction, int limit) {
                            if (away) {
                                throw new StoreException(StoreException.Reason.UNAVAILABLE, "away", null);
                            }
                            return super.scan(partition, space, range, direction, limit);
                        }

                        @Override
                        public void close() {}
                    },
                    new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED),
                    EngineSettings.DEFAULTS
                            .withShards(4)
                            .withNodeId(id)
                            .withEvents(EventSettings.DEFAULTS)
                            .withForms("test", _ -> _ -> true));
            webhooks = new Webhooks(
                    engine,
                    (event, _) -> "\"" + new String(event.key().bytes(), UTF_8) + "\"",
                    new WebhookSettings(true, WebhookTargets.of(List.of("127.0.0.0/8")), 7),
                    clock,
                    (_, _) -> () -> true);
        }

        void close() {
            webhooks.close();
            engine.nodes().leave();
            engine.close();
        }

        long delivered() {
            WebhookStatus status = webhooks.find("a");
            assertNotNull(status);
            return status.delivered();
        }
    }

    @AfterEach
    void close() throws Exception {
        other.close();
        one.close();
        store.close();
        hook.close();
    }

    private void beat() {
        for (int round = 0; round < 2; round++) {
            one.engine.nodes().beat();
            other.engine.nodes().beat();
        }
    }

    private void look() {
        one.webhooks.look();
        other.webhooks.look();
    }

    private void expire(Server through, String key) {
        Objects.requireNonNull(through.engine.find(HookFixture.NAME))
                .write(
                        new DocumentKey(key.getBytes(UTF_8)),
                        Durability.LOGGED,
                        (_, reading) -> new Decision.Put(
                                "{}".getBytes(UTF_8), new Lifetime.Until(reading.now() + 1_000), new byte[0]));
        clock.advance(SETTLED);
        one.engine.sweeper().sweepNow();
        other.engine.sweeper().sweepNow();
        clock.advance(SETTLED);
    }

    private static String sent(String key) {
        return "{\"webhook\":\"a\",\"events\":[\"" + key + "\"]}";
    }

    private void awaitDelivered(long events) {
        Await.until("the events are delivered", () -> one.delivered() + other.delivered() >= events);
    }

    @Test
    void oneServerTellsAWebhookWhicheverWasAsked() throws Exception {
        assertTrue(one.webhooks.put(HookFixture.webhook("a", hook.url(), 1, 3), null));
        look();
        for (String key : List.of("v", "w", "x", "y", "z")) {
            expire(key.compareTo("x") < 0 ? one : other, key);
            assertEquals(sent(key), hook.next().body());
        }
        awaitDelivered(5);
        assertEquals(5, one.delivered() + other.delivered());
        assertTrue(one.delivered() == 0 || other.delivered() == 0);
        WebhookStatus here = one.webhooks.list().getFirst();
        WebhookStatus there = other.webhooks.list().getFirst();
        assertEquals(here.webhook(), there.webhook());
        assertEquals(0, here.lagSeconds());
        assertEquals(0, there.lagSeconds());
    }

    @Test
    void anotherServerGoesOnWhereOneHasEnded() throws Exception {
        one.webhooks.put(HookFixture.webhook("a", hook.url(), 1, 3), null);
        look();
        expire(one, "x");
        assertEquals(sent("x"), hook.next().body());
        awaitDelivered(1);
        Server teller = one.delivered() > 0 ? one : other;
        Server left = teller == one ? other : one;
        teller.webhooks.close();
        teller.engine.nodes().leave();
        expire(left, "y");
        left.engine.nodes().beat();
        left.webhooks.look();
        assertEquals(sent("y"), hook.next().body());
        Await.until("it is delivered", () -> left.delivered() == 1);
    }

    @Test
    void aServerThatHoldsTheLeaseIsNotJoinedByOneThatDoesNotKnowOfIt() throws Exception {
        one.webhooks.put(HookFixture.webhook("a", hook.url(), 1, 3), null);
        look();
        expire(one, "x");
        hook.next();
        awaitDelivered(1);
        Server teller = one.delivered() > 0 ? one : other;
        Server alone = teller == one ? other : one;
        teller.engine.nodes().leave();
        alone.engine.nodes().beat();
        alone.webhooks.look();
        expire(alone, "y");
        assertEquals(sent("y"), hook.next().body());
        awaitDelivered(2);
        assertEquals(2, teller.delivered());
    }

    @Test
    void webhooksAreShownAsTheyWereWhileTheStoreDoesNotAnswer() {
        one.webhooks.put(HookFixture.webhook("a", hook.url(), 1, 3), null);
        look();
        assertEquals(1, other.webhooks.list().size());
        away = true;
        assertEquals(1, one.webhooks.list().size());
        assertEquals(1, other.webhooks.list().size());
        look();
        away = false;
        assertEquals(1, other.webhooks.list().size());
    }

    @Test
    void whatOneServerChangesAnotherGoesBy() throws Exception {
        EventProgress begin = one.engine
                .events()
                .now(HookFixture.webhook("a", hook.url(), 1, 3).scope());
        one.webhooks.put(HookFixture.webhook("a", hook.url(), 1, 3), null);
        look();
        expire(one, "x");
        assertEquals(sent("x"), hook.next().body());
        awaitDelivered(1);
        Server teller = one.delivered() > 0 ? one : other;
        Server asked = teller == one ? other : one;
        asked.webhooks.put(HookFixture.webhook("a", hook.url(), 2, 3), begin);
        look();
        assertEquals(sent("x"), hook.next().body());
        assertTrue(asked.webhooks.delete("a"));
        look();
        assertNull(teller.webhooks.find("a"));
        assertEquals(0, one.engine.records("admin").list("webhook/").size());
    }
}
