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

/** The number of documents that expire soon, recounted at most once a minute: a forecast walks all that it counts. */
final class ForecastMetrics {
    private static final long FRESH_NANOS = 60_000_000_000L;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final int[] HOURS = {1, 24, 24 * 7};
    private static final String[] HORIZONS = {"1h", "24h", "7d"};

    private final Engine engine;
    private final Clock machine;
    private final boolean cached;
    private final long[] documents = new long[HOURS.length];
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
        }
    }

    private synchronized double documents(int horizon) {
        return documents[horizon];
    }

    /** Counts again if what is known is too old. */
    synchronized void refresh() {
        long tick = machine.tickNanos();
        if (counted && cached && tick - countedAt <= FRESH_NANOS) {
            return;
        }
        long[] sums = new long[HOURS.length];
        ReadInstant instant = engine.instant();
        ForecastRange range = ForecastRange.of(instant.now(), HOUR_MILLIS, HOURS[HOURS.length - 1]);
        engine.catalog().all().forEach(collection -> add(collection, instant, range, sums));
        System.arraycopy(sums, 0, documents, 0, sums.length);
        counted = true;
        countedAt = tick;
    }

    private static void add(Collection collection, ReadInstant instant, ForecastRange range, long[] sums) {
        try {
            Forecast forecast = collection.forecasts().forecast(collection.reading(instant), range);
            for (int index = 0; index < HOURS.length; index++) {
                for (int hour = 0; hour < HOURS[index]; hour++) {
                    sums[index] += forecast.buckets().get(hour).documents();
                }
            }
        } catch (EngineException failure) {
            if (!(failure.error() instanceof EngineError.CollectionMissing)) {
                throw failure;
            }
        }
    }
}
