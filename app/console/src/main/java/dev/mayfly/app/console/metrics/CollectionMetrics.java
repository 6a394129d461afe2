package dev.mayfly.app.console.metrics;

import dev.mayfly.app.console.view.CollectionView;
import dev.mayfly.app.console.view.HiddenCountCache;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.hidden.HiddenCensus;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The figures that are shown for each collection by itself, as long as there are not too many of them. */
final class CollectionMetrics {
    /** Labels are for a person's screen; all collections together are counted whole. */
    static final int COLLECTIONS_MAX = 200;

    private final HiddenCountCache hiddenCounts;
    private final ExpiryCounters counters;
    private final Map<MultiGauge, Figure> gauges = new LinkedHashMap<>();
    private final PrometheusMeterRegistry registry;

    /** One figure of one collection. */
    @FunctionalInterface
    private interface Figure {
        double of(HiddenCountCache.Counted counted);
    }

    CollectionMetrics(
            PrometheusMeterRegistry registry,
            HiddenCountCache hiddenCounts,
            ExpiryCounters counters,
            SweeperState sweeper) {
        this.registry = registry;
        this.hiddenCounts = hiddenCounts;
        this.counters = counters;
        add("mayfly.collection.documents", "", "Live documents of the collection", HiddenCountCache.Counted::live);
        add(
                "mayfly.collection.bytes",
                "",
                "Bytes stored of the collection",
                counted -> counted.stored().bytes());
        add(
                "mayfly.collection.grace",
                "",
                "Hidden documents that may still be brought back",
                counted -> grace(counted.hidden()));
        add(
                "mayfly.collection.purge.backlog",
                "",
                "Dead documents not destroyed yet",
                counted -> counted.hidden().deadDocuments());
        add(
                "mayfly.collection.purge.overdue.oldest",
                "seconds",
                "For how long the oldest dead document has been dead",
                counted -> sweeper.overdueMillis(counted.hidden()) / 1000.0);
        add(
                "mayfly.collection.expired",
                "",
                "Documents announced as expired since the start",
                counted -> counters.tally(counted.collection().name()).announced());
        add(
                "mayfly.collection.purged",
                "",
                "Expired documents destroyed since the start",
                counted -> counters.tally(counted.collection().name()).destroyed());
    }

    private static double grace(HiddenCensus hidden) {
        return hidden.documents() - hidden.deadDocuments();
    }

    private void add(String name, String unit, String help, Figure figure) {
        MultiGauge.Builder builder = MultiGauge.builder(name).description(help);
        gauges.put((unit.isEmpty() ? builder : builder.baseUnit(unit)).register(registry), figure);
    }

    /** Reads the current figures; those of dropped collections disappear. */
    void refresh() {
        List<HiddenCountCache.Counted> all = hiddenCounts.count().collections();
        counters.keep(all.stream().map(each -> each.collection().name()).collect(Collectors.toSet()));
        List<HiddenCountCache.Counted> shown = all.stream()
                .sorted(Comparator.comparing(
                        each -> CollectionView.position(each.collection().name())))
                .limit(COLLECTIONS_MAX)
                .toList();
        gauges.forEach((gauge, figure) -> {
            List<MultiGauge.Row<?>> rows = new ArrayList<>(shown.size());
            shown.forEach(
                    each -> rows.add(MultiGauge.Row.of(tags(each.collection().name()), figure.of(each))));
            gauge.register(rows, true);
        });
    }

    static Tags tags(CollectionName name) {
        return Tags.of("face", name.face(), "database", name.database(), "collection", name.collection());
    }
}
