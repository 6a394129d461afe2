package dev.mayfly.app.console.event;

import dev.mayfly.app.console.webhook.WebhookStatus;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventTotals;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/** The figures about events. */
public final class EventMetrics {
    private final EventLog log;
    private final EventHub hub;
    private final MeterRegistry registry;
    private final MultiGauge lags;
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    public EventMetrics(EventLog log, EventHub hub, MeterRegistry registry) {
        this.log = log;
        this.hub = hub;
        this.registry = registry;
        this.lags = MultiGauge.builder("mayfly.events.lag")
                .baseUnit("seconds")
                .description("For how long the next event of a subscriber has waited")
                .register(registry);
        total(registry, "mayfly.events", "Events kept", EventTotals::events);
        total(registry, "mayfly.events.bytes", "Bytes of the events kept", EventTotals::bytes);
        FunctionCounter.builder(
                        "mayfly.events.dropped", log, source -> source.totals().dropped())
                .description("Events that went before their time, because of the size limit")
                .register(registry);
        FunctionCounter.builder("mayfly.events.delivered", hub.streams(), EventStreams::delivered)
                .tag("subscriber", "stream")
                .description("Events sent")
                .register(registry);
        Gauge.builder("mayfly.events.subscribers", hub.streams(), EventStreams::subscribers)
                .description("Followers of events over HTTP")
                .register(registry);
    }

    private void total(MeterRegistry registry, String name, String help, ToDoubleFunction<EventTotals> figure) {
        Gauge.builder(name, log, source -> figure.applyAsDouble(source.totals()))
                .description(help)
                .register(registry);
    }

    private void addWebhook(String name) {
        counter(name, "mayfly.events.delivered", "Events sent", WebhookStatus::delivered);
        counter(name, "mayfly.events.retried", "Requests to webhooks that were made again", WebhookStatus::retried);
        counter(name, "mayfly.events.dead", "Requests to webhooks that were given up", WebhookStatus::dead);
    }

    /** Returns the name of a webhook among the subscribers of events. */
    static String subscriber(String webhook) {
        return "webhook-" + webhook;
    }

    /** A webhook that is gone stays at 0. */
    private void counter(String name, String figure, String help, ToDoubleFunction<WebhookStatus> count) {
        FunctionCounter.builder(figure, hub, source -> {
                    WebhookStatus status = source.webhooks().find(name);
                    return status == null ? 0 : count.applyAsDouble(status);
                })
                .tag("subscriber", subscriber(name))
                .description(help)
                .register(registry);
    }

    /** Refreshes the figures; call before each scrape. */
    public void refresh() {
        List<MultiGauge.Row<?>> rows = new ArrayList<>();
        for (EventStreams.Lag lag : hub.streams().lags()) {
            rows.add(MultiGauge.Row.of(Tags.of("subscriber", lag.subscriber()), lag.seconds()));
        }
        for (WebhookStatus status : hub.webhooks().list()) {
            String name = status.webhook().name();
            rows.add(MultiGauge.Row.of(Tags.of("subscriber", subscriber(name)), status.lagSeconds()));
            if (known.add(name)) {
                addWebhook(name);
            }
        }
        lags.register(rows, true);
    }
}
