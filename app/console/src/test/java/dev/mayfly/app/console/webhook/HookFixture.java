package dev.mayfly.app.console.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.Timers;
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
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.memory.MemoryStore;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** An engine in memory on a virtual clock, with webhooks; waiting between attempts takes no time, and is written down. */
final class HookFixture implements AutoCloseable {
    static final CollectionName NAME = new CollectionName("test", "db", "c");
    static final String SECRET = "a secret of a test";

    final VirtualClock clock = new VirtualClock(1_767_225_600_000L);
    final List<Duration> waits = new CopyOnWriteArrayList<>();
    private final MemoryStore store = new MemoryStore();
    private final EngineSettings settings;
    private Engine engine;
    private Webhooks webhooks;
    private final WebhookTargets targets;

    HookFixture(String... targets) {
        this(EventSettings.DEFAULTS, targets);
    }

    HookFixture(EventSettings events, String... targets) {
        this.targets = WebhookTargets.of(List.of(targets));
        this.settings =
                EngineSettings.DEFAULTS.withForms("test", _ -> _ -> true).withEvents(events);
        this.engine = openEngine();
        this.webhooks = openWebhooks();
        engine.catalog()
                .create(
                        NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.ANY,
                                BaseInstant.MODIFIED,
                                new byte[0],
                                List.of(QueueIds.UNTIL),
                                Policy.NONE.withRules(List.of(new Rule.Absolute()))));
        webhooks.start();
    }

    private Engine openEngine() {
        ClockGuard guard = new ClockGuard(
                clock, new HighestTimeSeen(store), Duration.ofHours(1).toMillis());
        return Engine.open(store, new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED), settings);
    }

    private Webhooks openWebhooks() {
        return new Webhooks(
                engine,
                (event, _) -> "\"" + new String(event.key().bytes(), UTF_8) + "\"",
                new WebhookSettings(true, targets, 7),
                clock,
                timers());
    }

    /** Timeouts of exchanges never fire; what waits between attempts goes on at once. */
    private Timers timers() {
        return (delay, task) -> {
            boolean isTimeout = delay.equals(TIMEOUT);
            if (!isTimeout) {
                waits.add(delay);
                task.run();
            }
            return () -> isTimeout;
        };
    }

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    Webhooks webhooks() {
        return webhooks;
    }

    static Webhook webhook(String name, URI url, int batch, int attempts) {
        return new Webhook(name, url, SECRET, List.of(), List.of(), false, batch, TIMEOUT, attempts);
    }

    void restart() {
        webhooks.close();
        engine.close();
        engine = openEngine();
        webhooks = openWebhooks();
        webhooks.start();
    }

    void stop() {
        webhooks.close();
    }

    /** Writes documents that expire, and lets them. */
    void expire(String... keys) {
        Collection collection = engine.find(NAME);
        if (collection == null) {
            throw new IllegalStateException("the collection is gone");
        }
        for (String key : keys) {
            collection.write(
                    new DocumentKey(key.getBytes(UTF_8)),
                    Durability.LOGGED,
                    (_, reading) -> new Decision.Put(
                            "{}".getBytes(UTF_8), new Lifetime.Until(reading.now() + 1_000), new byte[0]));
        }
        clock.advance(Duration.ofSeconds(2));
    }

    void advance(Duration by) {
        clock.advance(by);
    }

    @Override
    public void close() {
        webhooks.close();
        engine.close();
        store.close();
    }
}
