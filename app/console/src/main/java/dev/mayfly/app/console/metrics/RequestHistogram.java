package dev.mayfly.app.console.metrics;

import dev.mayfly.face.transport.connection.LatencyClasses;
import dev.mayfly.face.transport.connection.RequestTimes;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;

/** The times of requests, for Prometheus: only the classes that end at 1, 2 or 5 times a power of ten. */
final class RequestHistogram implements Collector {
    private static final String NAME = "mayfly_request_seconds";
    private static final double NANOS = 1e9;

    /** Six classes make a factor of ten (1, 1.5, 2, 3, 5, 7); these end at 1, 2 and 5. */
    private static final boolean[] IS_SHOWN = {true, false, true, false, true, false};

    /** Times below ten microseconds are not told apart. */
    private static final int FIRST = IS_SHOWN.length;

    private final RequestTimes times;

    RequestHistogram(RequestTimes times) {
        this.times = times;
    }

    @Override
    public HistogramSnapshot collect() {
        HistogramSnapshot.Builder snapshot =
                HistogramSnapshot.builder().name(NAME).help("Time spent on requests since the start");
        times.forEach((face, operation, tally) -> snapshot.dataPoint(HistogramDataPointSnapshot.builder()
                .labels(Labels.of("face", face, "op", operation))
                .sum(tally.nanos() / NANOS)
                .classicHistogramBuckets(buckets(tally.spread()))
                .build()));
        return snapshot.build();
    }

    private static ClassicHistogramBuckets buckets(LatencyClasses spread) {
        long[] bounds = LatencyClasses.bounds();
        long[] counts = spread.counts();
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        long waiting = 0;
        for (int index = 0; index < bounds.length; index++) {
            waiting += counts[index];
            if (index >= FIRST && IS_SHOWN[index % IS_SHOWN.length]) {
                buckets.bucket(bounds[index] / NANOS, waiting);
                waiting = 0;
            }
        }
        return buckets.bucket(Double.POSITIVE_INFINITY, waiting + counts[bounds.length])
                .build();
    }
}
