package dev.mayfly.app.console.metrics;

import dev.mayfly.face.api.FaceReplications;
import dev.mayfly.face.api.FaceReplications.ReplicationReport;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The statistics of replications, under the names that they have there. */
final class ReplicationMetrics implements MultiCollector {
    private static final String PREFIX = "mayfly_xdcr_";
    private static final String HELP = "Statistic of replications to other clusters: ";

    /** Those that may fall; any other counts on since the start. */
    private static final Set<String> GAUGES =
            Set.of("changes_left", "rate_replicated", "bandwidth_usage", "wtavg_docs_latency");

    private final Map<String, FaceReplications> replications;

    ReplicationMetrics(Map<String, FaceReplications> replications) {
        this.replications = replications;
    }

    @Override
    public MetricSnapshots collect() {
        List<ReplicationReport> reports = new ArrayList<>();
        replications.values().forEach(each -> reports.addAll(each.all()));
        Set<String> names = new TreeSet<>();
        reports.forEach(each -> names.addAll(each.statistics().keySet()));
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        for (String name : names) {
            all.metricSnapshot(GAUGES.contains(name) ? gauge(name, reports) : counter(name, reports));
        }
        return all.build();
    }

    private static Labels labels(ReplicationReport report) {
        return Labels.of("source", report.source(), "cluster", report.cluster(), "target", report.target());
    }

    private static GaugeSnapshot gauge(String name, List<ReplicationReport> reports) {
        GaugeSnapshot.Builder snapshot =
                GaugeSnapshot.builder().name(PREFIX + name).help(HELP + name);
        for (ReplicationReport each : reports) {
            snapshot.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(labels(each))
                    .value(each.statistics().getOrDefault(name, 0.0))
                    .build());
        }
        return snapshot.build();
    }

    private static CounterSnapshot counter(String name, List<ReplicationReport> reports) {
        CounterSnapshot.Builder snapshot =
                CounterSnapshot.builder().name(PREFIX + name).help(HELP + name);
        for (ReplicationReport each : reports) {
            snapshot.dataPoint(CounterDataPointSnapshot.builder()
                    .labels(labels(each))
                    .value(each.statistics().getOrDefault(name, 0.0))
                    .build());
        }
        return snapshot.build();
    }
}
