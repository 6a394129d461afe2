package dev.mayfly.app.console.webhook;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.node.NodeLeases;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All webhooks, with the runners of those that this server tells. Safe for concurrent use. */
public final class Webhooks implements AutoCloseable {
    /*
     * Where several servers share a store, each webhook is told by one of them, which all compute alike from who is alive; every
     * few seconds each looks whether that has changed, and whether another has made, changed or deleted one. The one that
     * tells holds a lease, for the time in which servers do not know of the same others. What happens between a delivery and the
     * record of it, a server's end or a lease that was slept over, has a webhook told twice, never not at all.
     */
    private static final Logger LOG = LoggerFactory.getLogger(Webhooks.class);

    /** The time after which a server looks which webhooks are its to tell. */
    static final Duration LOOK = Duration.ofSeconds(3);

    private static final int PORT_MAX = 65_535;
    public static final int WEBHOOKS_MAX = 100;

    private static final String FACE = "admin";

    private final WebhookSettings settings;
    private final WebhookStore store;
    private final WebhookRunner.Parts parts;
    private final Map<String, WebhookRunner> runners = new TreeMap<>();
    private final Map<String, WebhookStore.Kept> webhooks = new TreeMap<>();
    private final boolean isShared;
    private final NodeLeases leases;
    private boolean closed;

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
        this.isShared = engine.isShared();
        this.leases = new NodeLeases(engine.nodes(), machine::tickNanos);
        reload();
    }

    private void reload() {
        List<WebhookStore.Kept> all = store.all();
        webhooks.clear();
        all.forEach(kept -> webhooks.put(kept.webhook().name(), kept));
    }

    /** Other servers may have made, changed or deleted some. */
    private void reloadShared() {
        if (isShared) {
            reload();
        }
    }

    /** The same for who only looks, and is shown what was known last if the store does not answer. */
    private void reloadIfPossible() {
        try {
            reloadShared();
        } catch (EngineException failure) {
            LOG.debug("the store does not answer; webhooks are shown as they were", failure);
        }
    }

    /** Begins to tell them, if anything is to be sent at all. */
    public synchronized void start() {
        if (settings.on()) {
            share();
            lookLater();
        }
    }

    private void lookLater() {
        if (isShared && !closed) {
            parts.timers()
                    .schedule(LOOK, () -> Thread.ofVirtual().name("webhooks").start(this::lookAgain));
        }
    }

    private synchronized void lookAgain() {
        look();
        lookLater();
    }

    /** Takes over what is this server's to tell, and lets go of what is another's. */
    synchronized void look() {
        if (closed || !settings.on()) {
            return;
        }
        try {
            reloadShared();
            share();
        } catch (EngineException failure) {
            LOG.debug("the store does not answer; webhooks stay as they are", failure);
        }
    }

    private void share() {
        for (WebhookRunner runner : List.copyOf(runners.values())) {
            String name = runner.kept().webhook().name();
            if (!runner.kept().equals(webhooks.get(name)) || !isOurs(name)) {
                stop(name);
            }
        }
        leases.releaseOthers();
        for (WebhookStore.Kept kept : webhooks.values()) {
            String name = kept.webhook().name();
            if (!runners.containsKey(name) && isOurs(name)) {
                run(kept);
            }
        }
    }

    private boolean isOurs(String name) {
        String lease = "webhook/" + name;
        return leases.isOurs(lease) && leases.holdIfAnswered(lease);
    }

    public boolean isOn() {
        return settings.on();
    }

    private void run(WebhookStore.Kept kept) {
        Webhook webhook = kept.webhook();
        EventProgress known = store.progress(webhook.name(), kept.place());
        WebhookRunner runner =
                new WebhookRunner(kept, known == null ? parts.log().now(webhook.scope()) : known, parts);
        runners.put(webhook.name(), runner);
        runner.start();
    }

    public synchronized List<WebhookStatus> list() {
        reloadIfPossible();
        return webhooks.values().stream().map(this::status).toList();
    }

    /** Returns the state of the webhook of this name, or null. */
    public synchronized @Nullable WebhookStatus find(String name) {
        reloadIfPossible();
        WebhookStore.Kept kept = webhooks.get(name);
        return kept == null ? null : status(kept);
    }

    /** What was delivered is told by the server that does; where it is another, only how far that is. */
    private WebhookStatus status(WebhookStore.Kept kept) {
        Webhook webhook = kept.webhook();
        WebhookRunner runner = runners.get(webhook.name());
        if (runner != null) {
            return runner.status();
        }
        try {
            EventProgress known = store.progress(webhook.name(), kept.place());
            EventProgress progress = known == null ? EventProgress.START : known;
            double lag = isShared ? EventLag.seconds(parts.log(), webhook.scope(), progress, parts.engineWall()) : 0;
            return new WebhookStatus(webhook, progress, lag, 0, 0, 0, "");
        } catch (EngineException _) {
            return new WebhookStatus(webhook, EventProgress.START, Double.NaN, 0, 0, 0, "the store does not answer");
        }
    }

    /**
     * Creates a webhook, or changes the one of its name, which goes on from where it was unless {@code from} is given.
     *
     * @param from up to where it was sent events; null for now, or for where it has come to
     * @throws IllegalArgumentException if its address is not allowed, or there are too many
     * @return whether it is new
     */
    public synchronized boolean put(Webhook webhook, @Nullable EventProgress from) {
        String name = webhook.name();
        if (!settings.targets().names(webhook.url())) {
            throw new IllegalArgumentException(
                    "events.webhook-targets does not name " + webhook.url().getHost());
        }
        int port = HookCall.port(webhook.url());
        if (port < 1 || port > PORT_MAX) {
            throw new IllegalArgumentException("there is no port " + port + "; a url has one from 1 to " + PORT_MAX);
        }
        reloadShared();
        WebhookStore.Kept before = webhooks.get(name);
        if (before == null && webhooks.size() >= WEBHOOKS_MAX) {
            throw new IllegalArgumentException("there are " + WEBHOOKS_MAX + " webhooks already");
        }
        stop(name);
        WebhookStore.Kept kept = new WebhookStore.Kept(webhook, place(before, from));
        // First from where, then what: a webhook of which that is not known would begin at the next start.
        if (from != null || store.progress(name, kept.place()) == null) {
            store.setProgress(name, kept.place(), from == null ? parts.log().now(webhook.scope()) : from);
        }
        store.put(kept);
        if (before != null && before.place() != kept.place()) {
            store.forgetProgress(name, before.place());
        }
        webhooks.put(name, kept);
        if (settings.on() && isOurs(name)) {
            run(kept);
        }
        return before == null;
    }

    /** A server that has not heard yet that a webhook was made anew, or sent back, must not lead it away again. */
    private long place(WebhookStore.@Nullable Kept before, @Nullable EventProgress from) {
        if (!isShared) {
            return 0;
        }
        long now = parts.machine().wallMillis();
        return before == null ? now : from == null ? before.place() : Math.max(now, before.place() + 1);
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
        reloadShared();
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
        WebhookStore.Kept kept;
        synchronized (this) {
            reloadShared();
            kept = webhooks.get(name);
        }
        List<DeadLetter> letters = store.letters(name, 0, WebhookStore.LETTERS_MAX);
        if (kept == null || !settings.on()) {
            return new Retried(0, letters.size(), "nothing is sent");
        }
        WebhookRunner sender = new WebhookRunner(kept, EventProgress.START, parts);
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
            closed = true;
            running = List.copyOf(runners.values());
            runners.clear();
        }
        running.forEach(WebhookRunner::close);
        running.forEach(WebhookRunner::join);
        leases.releaseAll();
    }
}
