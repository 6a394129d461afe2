package dev.mayfly.bench;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.Forecast;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.store.api.Durability;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;

/** Measures a forecast and a dry run, the first of a large collection apart, and a write before and after them. */
final class ForecastCost {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int RUNS = 5;
    private static final int WRITES = 50_000;
    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

    private final Rig rig;
    private final int documents;

    ForecastCost(Rig rig, int documents) {
        this.rig = rig;
        this.documents = documents;
    }

    void run() {
        // A hundred days of documents, as many in every hour.
        int perMilli = 1;
        long span = 100L * 24 * HOUR_MILLIS;
        long from = Rig.START;
        int piece = documents / 2400;
        for (int hour = 0; hour < 2400; hour++) {
            rig.loadAt(hour * piece, (hour + 1) * piece, from + hour * (span / 2400), perMilli);
        }
        rig.store().compact();
        measure();
    }

    /** The same of what another run has loaded: the first forecast at once after a start. */
    void again() {
        forecast();
        measure();
    }

    private void measure() {
        writes("before the first forecast");
        for (int run = 0; run < RUNS; run++) {
            forecast();
        }
        for (int run = 0; run < RUNS; run++) {
            dryRun();
        }
        writes("after it");
    }

    private void forecast() {
        Collection collection = rig.collection();
        long began = SystemClock.INSTANCE.tickNanos();
        long beganCpu = THREADS.getCurrentThreadCpuTime();
        Forecast forecast =
                collection.forecasts().forecast(collection.reading(), ForecastRange.of(Rig.START, HOUR_MILLIS, 168));
        double seconds = (SystemClock.INSTANCE.tickNanos() - began) / 1e9;
        double cpu = (THREADS.getCurrentThreadCpuTime() - beganCpu) / 1e9;
        Meter.say(
                "forecast of a week, %,d documents   %.3f s (cpu %.3f s)   %s, %,d within, %,d not counted yet",
                collection.storedSize().documents(),
                seconds,
                cpu,
                forecast.exact() ? "exact" : "by the hour",
                forecast.within().documents(),
                forecast.uncounted().documents());
    }

    private void dryRun() {
        Collection collection = rig.collection();
        int queue = collection.record().index("at").orElseThrow().id();
        long began = SystemClock.INSTANCE.tickNanos();
        long beganCpu = THREADS.getCurrentThreadCpuTime();
        DryRun run = collection
                .forecasts()
                .dryRun(
                        policy -> policy.withRules(List.of(new Rule.Field(queue, 3600))),
                        ForecastRange.of(Rig.START, HOUR_MILLIS, 168));
        double seconds = (SystemClock.INSTANCE.tickNanos() - began) / 1e9;
        double cpu = (THREADS.getCurrentThreadCpuTime() - beganCpu) / 1e9;
        Meter.say(
                "dry run, %,d documents              %.3f s (cpu %.3f s)   %s, %,d within a week",
                collection.storedSize().documents(),
                seconds,
                cpu,
                run.isExact() ? "exact" : "by the hour",
                run.reaches().getLast().changed().documents());
    }

    private void writes(String when) {
        long began = SystemClock.INSTANCE.tickNanos();
        long beganCpu = THREADS.getCurrentThreadCpuTime();
        for (int number = 0; number < WRITES; number++) {
            rig.put(number * 7 % documents, Rig.START + number, Durability.LOGGED);
        }
        double micros = (SystemClock.INSTANCE.tickNanos() - began) / 1e3 / WRITES;
        double cpu = (THREADS.getCurrentThreadCpuTime() - beganCpu) / 1e3 / WRITES;
        Meter.say("a write %s   %.2f us (cpu %.2f us)", when, micros, cpu);
    }
}
