package dev.mayfly.app.console.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.console.webhook.HookServer.Received;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.test.harness.Await;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhooksTest {
    private static final String LOOPBACK = "127.0.0.0/8";

    private static void awaitDelivered(HookFixture fixture, long events) {
        Await.until("the events are delivered", () -> status(fixture).delivered() >= events);
    }

    private static void awaitDead(HookFixture fixture, long requests) {
        Await.until("the requests are given up", () -> status(fixture).dead() >= requests);
    }

    private static WebhookStatus status(HookFixture fixture) {
        WebhookStatus status = fixture.webhooks().find("a");
        assertNotNull(status);
        return status;
    }

    @Test
    void eventsAreSentSignedAndInOrder() throws Exception {
        try (HookServer server = new HookServer();
                HookFixture fixture = new HookFixture(LOOPBACK)) {
            assertTrue(fixture.webhooks().put(HookFixture.webhook("a", server.url(), 100, 3), null));
            fixture.expire("x", "y");
            Received received = server.next();
            assertEquals("{\"webhook\":\"a\",\"events\":[\"x\",\"y\"]}", received.body());
            String signature = received.field("Mayfly-signature");
            long seconds = Long.parseLong(signature.substring(2, signature.indexOf(',')));
            assertEquals(
                    Signature.of(HookFixture.SECRET, seconds, received.body().getBytes(UTF_8)), signature);
            assertEquals("1", received.field("Mayfly-attempt"));
            assertEquals("application/json", received.field("Content-type"));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 65_536, 99_999})
    void portThatThereIsNotIsRefused(int port) {
        try (HookFixture fixture = new HookFixture(LOOPBACK)) {
            Webhook webhook = HookFixture.webhook("a", URI.create("http://127.0.0.1:" + port + "/"), 100, 3);
            assertThrows(
                    IllegalArgumentException.class, () -> fixture.webhooks().put(webhook, null));
            assertNull(fixture.webhooks().find("a"));
        }
    }

    @Test
    void aRequestIsTriedAgainEverLater() throws Exception {
        try (HookServer server = new HookServer();
                HookFixture fixture = new HookFixture(LOOPBACK)) {
            server.answer(500, 302, 404);
            fixture.webhooks().put(HookFixture.webhook("a", server.url(), 100, 10), null);
            fixture.expire("x");
            for (int attempt = 1; attempt <= 4; attempt++) {
                assertEquals(Integer.toString(attempt), server.next().field("Mayfly-attempt"));
            }
            awaitDelivered(fixture, 1);
            Backoff same = new Backoff(7 ^ "a".hashCode());
            assertEquals(List.of(same.after(1), same.after(2), same.after(3)), fixture.waits);
        }
    }

    @Test
    void whatIsGivenUpIsADeadLetterThatCanBeRetried() throws Exception {
        try (HookServer server = new HookServer();
                HookFixture fixture = new HookFixture(LOOPBACK)) {
            server.answer(500, 500);
            fixture.webhooks().put(HookFixture.webhook("a", server.url(), 100, 2), null);
            fixture.expire("x");
            server.next();
            server.next();
            fixture.expire("y");
            assertEquals("{\"webhook\":\"a\",\"events\":[\"y\"]}", server.next().body());
            awaitDelivered(fixture, 1);
            fixture.restart();
            List<DeadLetter> letters = fixture.webhooks().deadLetters("a", 0, 10);
            assertEquals(1, letters.size());
            assertEquals("it answered 500", letters.getFirst().error());
            assertEquals(2, letters.getFirst().attempts());
            server.answer(503);
            assertEquals(
                    new Webhooks.Retried(0, 1, "it answered 503"),
                    fixture.webhooks().retry("a"));
            assertEquals(new Webhooks.Retried(1, 0, ""), fixture.webhooks().retry("a"));
            server.next();
            assertEquals("{\"webhook\":\"a\",\"events\":[\"x\"]}", server.next().body());
            assertEquals(List.of(), fixture.webhooks().deadLetters("a", 0, 10));
        }
    }

    @Test
    void aWebhookGoesOnWhereItStoodAfterARestart() throws Exception {
        try (HookServer server = new HookServer();
                HookFixture fixture = new HookFixture(LOOPBACK)) {
            fixture.webhooks().put(HookFixture.webhook("a", server.url(), 1, 3), null);
            fixture.expire("x");
            assertEquals("{\"webhook\":\"a\",\"events\":[\"x\"]}", server.next().body());
            awaitDelivered(fixture, 1);
            fixture.stop();
            fixture.expire("y", "z");
            fixture.restart();
            assertEquals("{\"webhook\":\"a\",\"events\":[\"y\"]}", server.next().body());
            assertEquals("{\"webhook\":\"a\",\"events\":[\"z\"]}", server.next().body());
        }
    }

    @Test
    void whatWasNotKeptLongEnoughIsSaidToBeLost() throws Exception {
        EventSettings kept = EventSettings.DEFAULTS.retaining(Duration.ofHours(1));
        try (HookServer server = new HookServer();
                HookFixture fixture = new HookFixture(kept, LOOPBACK)) {
            fixture.webhooks().put(HookFixture.webhook("a", server.url(), 1, 3), null);
            fixture.stop();
            fixture.expire("x");
            fixture.advance(Duration.ofHours(3));
            fixture.expire("y");
            fixture.restart();
            assertEquals("{\"webhook\":\"a\",\"events\":[\"y\"]}", server.next().body());
            List<DeadLetter> letters = fixture.webhooks().deadLetters("a", 0, 10);
            assertEquals(
                    "events were not kept long enough to be told",
                    letters.getFirst().error());
        }
    }

    @Test
    void nothingIsSentWhereTheOperatorDoesNotAllow() throws Exception {
        try (HookServer server = new HookServer();
                HookFixture fixture = new HookFixture("localhost")) {
            URI named = URI.create("http://localhost:" + server.url().getPort() + "/");
            assertThrows(
                    IllegalArgumentException.class,
                    () -> fixture.webhooks().put(HookFixture.webhook("a", server.url(), 1, 1), null));
            fixture.webhooks().put(HookFixture.webhook("a", named, 1, 1), null);
            fixture.expire("x");
            awaitDead(fixture, 1);
            String why = fixture.webhooks().deadLetters("a", 0, 1).getFirst().error();
            assertTrue(why.contains("is not public"), why);
            assertEquals(0, server.waiting());
        }
    }

    @Test
    void aDeletedWebhookIsToldNothingAndLeavesNothing() throws Exception {
        try (HookServer server = new HookServer();
                HookFixture fixture = new HookFixture(LOOPBACK)) {
            fixture.webhooks().put(HookFixture.webhook("a", server.url(), 1, 3), null);
            assertTrue(fixture.webhooks().delete("a"));
            assertFalse(fixture.webhooks().delete("a"));
            fixture.expire("x");
            fixture.restart();
            assertEquals(List.of(), fixture.webhooks().list());
            assertEquals(0, server.waiting());
        }
    }

    @Test
    void deadLettersAreBounded() {
        try (HookFixture fixture = new HookFixture("127.0.0.1")) {
            // Nobody listens there.
            fixture.webhooks().put(HookFixture.webhook("a", URI.create("http://127.0.0.1:1/"), 1, 1), null);
            String[] keys = new String[WebhookStore.LETTERS_MAX + 20];
            for (int number = 0; number < keys.length; number++) {
                keys[number] = "k" + number;
            }
            fixture.expire(keys);
            awaitDead(fixture, keys.length);
            List<DeadLetter> letters = fixture.webhooks().deadLetters("a", 0, keys.length);
            assertEquals(WebhookStore.LETTERS_MAX, letters.size());
            assertEquals(21, letters.getFirst().id());
        }
    }
}
