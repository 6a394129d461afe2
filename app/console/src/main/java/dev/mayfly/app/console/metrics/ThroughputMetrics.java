package dev.mayfly.app.console.metrics;

import dev.mayfly.face.api.ThroughputUsage;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Figures of the request units of containers of the cosmos face, where they are enforced. */
final class ThroughputMetrics {
    private final Supplier<List<ThroughputUsage>> usage;
    private final MultiGauge provided;
    private final MultiGauge used;
    private final MultiGauge purged;
    private final MultiGauge throttled;

    ThroughputMetrics(MeterRegistry registry, Supplier<List<ThroughputUsage>> usage) {
        this.usage = usage;
        this.provided = gauge(
                registry, "mayfly.cosmos.throughput", "Request units a second that the container is provided with");
        this.used = gauge(registry, "mayfly.cosmos.units.used", "Request units used since the start, purges included");
        this.purged =
                gauge(registry, "mayfly.cosmos.units.purged", "Request units that purges have used since the start");
        this.throttled = gauge(registry, "mayfly.cosmos.throttled", "Requests answered with 429 since the start");
    }

    private static MultiGauge gauge(MeterRegistry registry, String name, String help) {
        return MultiGauge.builder(name).description(help).register(registry);
    }

    void refresh() {
        List<ThroughputUsage> now = usage.get();
        show(provided, now, ThroughputUsage::provided);
        show(used, now, ThroughputUsage::used);
        show(purged, now, ThroughputUsage::purged);
        show(throttled, now, ThroughputUsage::throttled);
    }

    private static void show(MultiGauge gauge, List<ThroughputUsage> now, ToDoubleFunction<ThroughputUsage> figure) {
        gauge.register(
                now.stream()
                        .map(one -> Row.of(
                                Tags.of("database", one.database(), "container", one.container()),
                                figure.applyAsDouble(one)))
                        .toList(),
                true);
    }
}
