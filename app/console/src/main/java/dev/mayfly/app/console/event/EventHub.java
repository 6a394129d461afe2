package dev.mayfly.app.console.event;

import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.webhook.WebhookSettings;
import dev.mayfly.app.console.webhook.Webhooks;
import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.api.KeyReader;
import java.time.Duration;
import java.util.Map;

/** The receivers of events outside the server; closed before the ports are. Safe for concurrent use. */
public final class EventHub implements AutoCloseable {
    private final Engine engine;
    private final EventView.Maker views;
    private final EventStreams streams;
    private final Webhooks webhooks;

    /**
     * @param keys the notation of each face's keys
     * @param machine the clock of the machine
     * @param timers on the same clock
     */
    public EventHub(
            Engine engine, Map<String, KeyReader> keys, WebhookSettings settings, Clock machine, Timers timers) {
        this.engine = engine;
        this.views = new EventView.Maker(engine, Map.copyOf(keys));
        this.streams = new EventStreams(engine.events(), views, engine.clock());
        this.webhooks = new Webhooks(
                engine, (event, documents) -> ApiAnswers.text(views.view(event, documents)), settings, machine, timers);
    }

    /** Begins to tell the webhooks. */
    public void start() {
        webhooks.start();
    }

    /** Waits until every webhook has taken what there was, or does not take it; at most so long for each. */
    public void settle(Duration atMost) {
        webhooks.settle(atMost);
    }

    EventStreams streams() {
        return streams;
    }

    Webhooks webhooks() {
        return webhooks;
    }

    public EventRoutes routes() {
        return new EventRoutes(engine.events(), streams, views);
    }

    public WebhookRoutes webhookRoutes() {
        return new WebhookRoutes(engine.events(), webhooks);
    }

    @Override
    public void close() {
        streams.close();
        webhooks.close();
    }
}
