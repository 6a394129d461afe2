package dev.mayfly.app.console.metrics;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.forecast.Forecast;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.read.ReadInstant;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;

/**
 * The number of documents, and of properties of documents, that expire soon, recounted at most once a minute: a forecast walks
 * all that it counts.
 */
final class ForecastMetrics {
    private static final long FRESH_NANOS = 60_000_000_000L;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final int[] HOURS = {1, 24, 24 * 7};
    private static final String[] HORIZONS = {"1h", "24h", "7d"};

    private final Engine engine;
    private final Clock machine;
    private final boolean cached;
    private final long[] documents = new long[HOURS.length];
    private final long[] properties = new long[HOURS.length];
    private long hiddenProperties;
    private boolean counted;
    private long countedAt;

    /** @param cached false under a virtual clock, where a test expects to see its latest change */
    ForecastMetrics(MeterRegistry registry, Engine engine, Clock machine, boolean cached) {
        this.engine = engine;
        this.machine = machine;
        this.cached = cached;
        for (int index = 0; index < HOURS.length; index++) {
            int horizon = index;
            Gauge.builder("mayfly.forecast.documents", () -> documents(horizon))
                    .tag("horizon", HORIZONS[index])
                    .description("Documents that will expire within the horizon if nothing changes")
                    .register(registry);
            Gauge.builder("mayfly.forecast.properties", () -> properties(horizon))
                    .tag("horizon", HORIZONS[index])
                    .description(
                            "Properties that will die within the horizon, before their documents, if nothing changes")
                    .register(registry);
        }
        Gauge.builder("mayfly.property.backlog", this::hiddenProperties)
                .description("Hidden properties of living documents that are not taken out yet")
                .register(registry);
    }

    private synchronized double documents(int horizon) {
        return documents[horizon];
    }

    private synchronized double properties(int horizon) {
        return properties[horizon];
    }

    private synchronized double hiddenProperties() {
        return hiddenProperties;
    }

    /** Counts again if what is known is too old. */
    synchronized void refresh() {
        long tick = machine.tickNanos();
        if (counted && cached && tick - countedAt <= FRESH_NANOS) {
            return;
        }
        Arrays.fill(documents, 0);
        Arrays.fill(properties, 0);
        hiddenProperties = 0;
        ReadInstant instant = engine.instant();
        ForecastRange range = ForecastRange.of(instant.now(), HOUR_MILLIS, HOURS[HOURS.length - 1]);
        engine.catalog().all().forEach(collection -> add(collection, instant, range));
        counted = true;
        countedAt = tick;
    }

    private void add(Collection collection, ReadInstant instant, ForecastRange range) {
        try {
            Forecast forecast = collection.forecasts().forecast(collection.reading(instant), range);
            for (int index = 0; index < HOURS.length; index++) {
                for (int hour = 0; hour < HOURS[index]; hour++) {
                    documents[index] += forecast.buckets().get(hour).documents();
                    properties[index] += forecast.properties().buckets().get(hour);
                }
            }
            hiddenProperties += forecast.properties().hidden();
        } catch (EngineException failure) {
            if (!(failure.error() instanceof EngineError.CollectionMissing)) {
                throw failure;
            }
        }
    }
}
