package dev.mayfly.app.console.event;

import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.webhook.WebhookStatus;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the current subscribers of events, with their lag. */
public final class EventSubscribers {
    private final EventHub hub;

    public EventSubscribers(EventHub hub) {
        this.hub = hub;
    }

    record SubscribersView(List<SubscriberView> items) {}

    /**
     * One subscriber.
     *
     * @param subscriber as the metrics call it
     * @param lagSeconds the time for which its next event has waited; null if that is no longer kept
     */
    record SubscriberView(
            String subscriber, String kind, @Nullable Double lagSeconds) {
        static SubscriberView of(String name, String kind, double lag) {
            return new SubscriberView(name, kind, Double.isNaN(lag) ? null : lag);
        }
    }

    public HttpResponse list() {
        List<SubscriberView> items = new ArrayList<>();
        hub.streams().lags().stream()
                .sorted(Comparator.comparing(EventStreams.Lag::subscriber))
                .forEach(lag -> items.add(SubscriberView.of(lag.subscriber(), "stream", lag.seconds())));
        for (WebhookStatus status : hub.webhooks().list()) {
            String name = EventMetrics.subscriber(status.webhook().name());
            items.add(SubscriberView.of(name, "webhook", status.lagSeconds()));
        }
        return ApiAnswers.json(200, new SubscribersView(items));
    }
}
