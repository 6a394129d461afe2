package dev.mayfly.app.console.webhook;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.event.EventPosition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/** All webhooks of a server, with their runners. Safe for concurrent use. */
public final class Webhooks implements AutoCloseable {
    private static final int PORT_MAX = 65_535;
    public static final int WEBHOOKS_MAX = 100;

    private static final String FACE = "admin";

    private final WebhookSettings settings;
    private final WebhookStore store;
    private final WebhookRunner.Parts parts;
    private final Map<String, WebhookRunner> runners = new TreeMap<>();
    private final Map<String, Webhook> webhooks = new TreeMap<>();

    /**
     * @param machine the wall of the machine
     * @param timers by the same
     */
    public Webhooks(Engine engine, EventJson json, WebhookSettings settings, Clock machine, Timers timers) {
        this(engine, json, settings, machine, timers, (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    Webhooks(
            Engine engine,
            EventJson json,
            WebhookSettings settings,
            Clock machine,
            Timers timers,
            SSLSocketFactory encryption) {
        this.settings = settings;
        FaceRecords records = engine.records(FACE);
        this.store = new WebhookStore(records);
        HookCall call = new HookCall(settings.targets(), timers, encryption);
        this.parts = new WebhookRunner.Parts(
                engine.events(), json, store, call, engine.clock(), machine, timers, settings.seed());
        store.all().forEach(webhook -> webhooks.put(webhook.name(), webhook));
    }

    /** Begins to tell them, if anything is to be sent at all. */
    public synchronized void start() {
        if (settings.on()) {
            webhooks.values().forEach(this::run);
        }
    }

    public boolean isOn() {
        return settings.on();
    }

    private void run(Webhook webhook) {
        EventPosition known = store.position(webhook.name());
        WebhookRunner runner =
                new WebhookRunner(webhook, known == null ? parts.log().now() : known, parts);
        runners.put(webhook.name(), runner);
        runner.start();
    }

    public synchronized List<WebhookStatus> list() {
        return webhooks.values().stream().map(this::status).toList();
    }

    /** Returns the state of the webhook of this name, or null. */
    public synchronized @Nullable WebhookStatus find(String name) {
        Webhook webhook = webhooks.get(name);
        return webhook == null ? null : status(webhook);
    }

    private WebhookStatus status(Webhook webhook) {
        WebhookRunner runner = runners.get(webhook.name());
        if (runner != null) {
            return runner.status();
        }
        EventPosition known = store.position(webhook.name());
        EventPosition position = known == null ? EventPosition.START : known;
        return new WebhookStatus(webhook, position, 0, 0, 0, 0, "");
    }

    /**
     * Creates a webhook, or changes the one of its name, which continues at its position unless {@code from} is given.
     *
     * @param from the position after which it is sent events; null for now, or for its present position
     * @throws IllegalArgumentException if its address is not allowed, or there are too many
     * @return whether it is new
     */
    public synchronized boolean put(Webhook webhook, @Nullable EventPosition from) {
        String name = webhook.name();
        if (!settings.targets().names(webhook.url())) {
            throw new IllegalArgumentException(
                    "events.webhook-targets does not name " + webhook.url().getHost());
        }
        int port = HookCall.port(webhook.url());
        if (port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException("there is no port " + port + "; a url has one from 1 to " + PORT_MAX);
        }
        boolean isNew = !webhooks.containsKey(name);
        if (isNew && webhooks.size() >= WEBHOOKS_MAX) {
            throw new IllegalArgumentException("there are " + WEBHOOKS_MAX + " webhooks already");
        }
        stop(name);
        EventPosition known = from == null ? store.position(name) : from;
        // First from where, then what: a webhook without a position would begin at the next start.
        store.setPosition(name, known == null ? parts.log().now() : known);
        store.put(webhook);
        webhooks.put(name, webhook);
        if (settings.on()) {
            run(webhook);
        }
        return isNew;
    }

    private void stop(String name) {
        WebhookRunner runner = runners.remove(name);
        if (runner != null) {
            runner.close();
            runner.join();
        }
    }

    /** Answers whether there was one. */
    public synchronized boolean delete(String name) {
        stop(name);
        store.delete(name);
        return webhooks.remove(name) != null;
    }

    /** Waits until each has taken what there was, or does not take it; at most so long for each. */
    public void settle(Duration atMost) {
        List<WebhookRunner> running;
        synchronized (this) {
            running = List.copyOf(runners.values());
        }
        running.forEach(runner -> runner.settle(atMost));
    }

    /** The requests to a webhook that were given up, the oldest first. */
    public List<DeadLetter> deadLetters(String name, long after, int limit) {
        return store.letters(name, after, limit);
    }

    /**
     * The result of trying again.
     *
     * @param error the reason why it ended before the last; empty if it did not
     */
    public record Retried(int delivered, int left, String error) {}

    /** Sends all dead letters once more, the oldest first, up to the first that is not taken. */
    public Retried retry(String name) {
        Webhook webhook;
        synchronized (this) {
            webhook = webhooks.get(name);
        }
        List<DeadLetter> letters = store.letters(name, 0, WebhookStore.LETTERS_MAX);
        if (webhook == null || !settings.on()) {
            return new Retried(0, letters.size(), "nothing is sent");
        }
        WebhookRunner sender = new WebhookRunner(webhook, EventPosition.START, parts);
        int delivered = 0;
        for (DeadLetter letter : letters) {
            try {
                if (!letter.body().isEmpty()) {
                    sender.send(letter.body(), letter.attempts() + 1);
                }
            } catch (HookCall.RefusedException refused) {
                return new Retried(delivered, letters.size() - delivered, refused.text());
            }
            store.deleteLetter(name, letter.id());
            delivered++;
        }
        return new Retried(delivered, 0, "");
    }

    @Override
    public void close() {
        List<WebhookRunner> running;
        synchronized (this) {
            running = List.copyOf(runners.values());
            runners.clear();
        }
        running.forEach(WebhookRunner::close);
        running.forEach(WebhookRunner::join);
    }
}
