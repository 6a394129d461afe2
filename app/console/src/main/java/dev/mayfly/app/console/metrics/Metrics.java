package dev.mayfly.app.console.metrics;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.event.EventMetrics;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.view.HiddenCountCache;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.api.ScriptUsage;
import dev.mayfly.face.transport.Transport;
import dev.mayfly.face.transport.connection.ConnectionBound;
import dev.mayfly.face.transport.http.HttpResponse;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** The figures for Prometheus. */
public final class Metrics {
    private static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
    private static final double[] LAG_SECONDS = {0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60, 300, 3600, 86_400};

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Engine engine;
    private final HiddenCountCache hiddenCounts;
    private final Transport transport;
    /** Collections that are shown one by one; all together they are counted whole. */
    private static final int COLLECTIONS_MAX = 1_000;

    private final MultiGauge visits = MultiGauge.builder("mayfly.sweep.visits")
            .description("How often the sweeper has looked into a queue of the collection since the start")
            .register(registry);
    private final CollectionMetrics collections;
    private final ForecastMetrics forecasts;
    private final EventMetrics events;
    private final ThroughputMetrics throughput;

    public Metrics(AdminServices services, ExpiryCounters counters, HiddenCountCache hiddenCounts) {
        this.engine = services.engine();
        this.hiddenCounts = hiddenCounts;
        this.transport = services.transport();
        this.collections = new CollectionMetrics(
                registry, hiddenCounts, counters, new SweeperState(services.engine(), hiddenCounts));
        this.forecasts =
                new ForecastMetrics(registry, services.engine(), SystemClock.INSTANCE, services.virtual() == null);
        addDocuments();
        addExpiry(counters);
        addSweeper();
        addClock();
        addTransport();
        addMemory(services.memory());
        addScripts(services.scripts());
        registry.getPrometheusRegistry().register(new RequestHistogram(transport.requestTimes()));
        this.throughput = new ThroughputMetrics(registry, services.throughput());
        registry.getPrometheusRegistry().register(new ReplicationMetrics(services.replications()));
        this.events = new EventMetrics(engine.events(), services.events(), registry);
        gauge("mayfly.store.bytes", "The bytes that the store occupies", () ->
                (double) services.facts().storeBytes().getAsLong());
        services.facts()
                .compactionDebt()
                .get()
                .ifPresent(_ ->
                        gauge("mayfly.store.compaction.debt.bytes", "What the store has still to rewrite, about", () ->
                                (double) services.facts().compactionDebt().get().orElse(0)));
        gauge(
                "mayfly.purge.rate.limit",
                "How many documents may be destroyed a second while clients ask for something",
                () -> engine.settings().expiry().sweep().ratePerSecond());
    }

    public HttpResponse scrape() {
        collections.refresh();
        forecasts.refresh();
        events.refresh();
        throughput.refresh();
        visits.register(
                engine.catalog().all().stream()
                        .limit(COLLECTIONS_MAX)
                        .map(Metrics::visitsTo)
                        .toList(),
                true);
        byte[] page = registry.scrape().getBytes(StandardCharsets.UTF_8);
        return ApiAnswers.guarded(HttpResponse.of(200).withBody(CONTENT_TYPE, page));
    }

    private static MultiGauge.Row<?> visitsTo(Collection collection) {
        return MultiGauge.Row.of(CollectionMetrics.tags(collection.name()), collection, Collection::sweepVisits);
    }

    private void addDocuments() {
        String help = "Documents stored: live, hidden but recallable (grace), dead and not destroyed yet (overdue)";
        documents("live", help, HiddenCountCache.Count::live);
        documents(
                "grace",
                help,
                count -> count.hidden().documents() - count.hidden().deadDocuments());
        documents("overdue", help, count -> count.hidden().deadDocuments());
        String bytes = "Bytes of stored documents before compression, by state";
        bytes("live", bytes, count -> count.bytes() - count.hidden().bytes());
        bytes("grace", bytes, count -> count.hidden().bytes() - count.hidden().deadBytes());
        bytes("overdue", bytes, count -> count.hidden().deadBytes());
        gauge(
                "mayfly.collections",
                "Collections that exist",
                () -> engine.catalog().all().size());
    }

    private void documents(String state, String help, ToDoubleFunction<HiddenCountCache.Count> figure) {
        Gauge.builder("mayfly.documents", hiddenCounts, source -> figure.applyAsDouble(source.count()))
                .tag("state", state)
                .description(help)
                .register(registry);
    }

    private void bytes(String state, String help, ToDoubleFunction<HiddenCountCache.Count> figure) {
        Gauge.builder("mayfly.documents.bytes", hiddenCounts, source -> figure.applyAsDouble(source.count()))
                .tag("state", state)
                .description(help)
                .register(registry);
    }

    private void addExpiry(ExpiryCounters counters) {
        for (ExpiryCounters.Reason reason : ExpiryCounters.Reason.values()) {
            FunctionCounter.builder("mayfly.expired", counters, book -> book.expired(reason))
                    .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                    .description("Documents announced as expired since the start")
                    .register(registry);
        }
        FunctionCounter.builder("mayfly.purged", counters, ExpiryCounters::destroyed)
                .description("Expired documents destroyed since the start")
                .register(registry);
        FunctionCounter.builder("mayfly.restored", counters, ExpiryCounters::broughtBack)
                .description("Announced documents brought back by a change of policy since the start")
                .register(registry);
        FunctionCounter.builder("mayfly.property.died", counters, ExpiryCounters::propertiesDied)
                .description("Properties announced as dead since the start, of documents that live on")
                .register(registry);
        FunctionCounter.builder("mayfly.property.swept", counters, ExpiryCounters::propertiesSwept)
                .description("Dead properties taken out of their documents since the start")
                .register(registry);
        DistributionSummary lag = DistributionSummary.builder("mayfly.purge.lag")
                .baseUnit("seconds")
                .description("From a document's deadline to its announcement; what is dead is destroyed with it")
                .serviceLevelObjectives(LAG_SECONDS)
                .register(registry);
        counters.setLag(lag::record);
    }

    private void addSweeper() {
        gauge(
                "mayfly.purge.backlog",
                "Dead documents not destroyed yet",
                () -> hiddenCounts.count().hidden().deadDocuments());
        SweeperState sweeper = new SweeperState(engine, hiddenCounts);
        Gauge.builder(
                        "mayfly.purge.overdue.oldest",
                        () -> sweeper.overdueMillis(hiddenCounts.count().hidden()) / 1000.0)
                .baseUnit("seconds")
                .description("For how long the oldest dead document has been dead")
                .register(registry);
        gauge(
                "mayfly.purge.paused",
                "Whether sweeping is paused or forbidden",
                () -> engine.sweeper().isForbidden() ? 1 : 0);
        FunctionCounter.builder(
                        "mayfly.sweep.rounds",
                        engine,
                        source -> source.sweeper().status().rounds())
                .description("Rounds of the sweeper over all collections")
                .register(registry);
        FunctionCounter.builder(
                        "mayfly.sweep.failures",
                        engine,
                        source -> source.sweeper().status().failures())
                .description("Collections that could not be swept in a round")
                .register(registry);
    }

    private void addClock() {
        for (ClockGuard.State state : ClockGuard.State.values()) {
            Gauge.builder("mayfly.clock.state", engine, source -> source.clock().state() == state ? 1 : 0)
                    .tag("state", state.name().toLowerCase(Locale.ROOT))
                    .description("1 for the state the clock is in")
                    .register(registry);
        }
        Gauge.builder("mayfly.clock.now", engine, source -> source.clock().wallMillis() / 1000.0)
                .baseUnit("seconds")
                .description("The time that deadlines are compared with, since the epoch")
                .register(registry);
        Gauge.builder(
                        "mayfly.clock.offset",
                        engine,
                        source -> source.clock().offset().orElse(0) / 1000.0)
                .baseUnit("seconds")
                .description("How far the clock is ahead of the cluster's, as measured last; 0 where there is none")
                .register(registry);
        gauge(
                "mayfly.nodes",
                "Servers that share the store and are alive",
                () -> engine.nodes().live().size());
        Gauge.builder("mayfly.clock.behind", engine, source -> source.clock().behindMillis() / 1000.0)
                .baseUnit("seconds")
                .description("How far the machine's wall stands behind the time shown")
                .register(registry);
    }

    private void addTransport() {
        gauge("mayfly.connections", "Open connections", transport::connections);
        gauge(
                "mayfly.inflight.bytes",
                "Memory of unfinished frames, waiting requests and large answers",
                transport::inFlightBytes);
        gauge(
                "mayfly.connections.waiting",
                "Open connections that wait for room, unread",
                transport::waitingConnections);
        for (ConnectionBound bound : ConnectionBound.values()) {
            FunctionCounter.builder(
                            "mayfly.connections.refused", transport, counted -> counted.refusedConnections(bound))
                    .tag("bound", bound.label())
                    .description("Connections refused, or closed so that others could be served, by the bound that was"
                            + " reached")
                    .register(registry);
        }
        FunctionCounter.builder("mayfly.frames.refused", transport, Transport::refusedFrames)
                .description("Connections closed for what they sent or for taking too long")
                .register(registry);
    }

    private void addMemory(RequestMemoryPool memory) {
        gauge("mayfly.request.memory.bytes", "The heap that requests and cursors hold", memory::usedBytes);
        gauge("mayfly.request.memory.limit.bytes", "The heap that all requests together may hold", memory::bytesMax);
        FunctionCounter.builder("mayfly.request.memory.waits", memory, RequestMemoryPool::waits)
                .description("Requests that waited until others gave memory back")
                .register(registry);
        FunctionCounter.builder("mayfly.request.memory.refused", memory, RequestMemoryPool::refusals)
                .description("Requests refused for the memory that they would have held")
                .register(registry);
        gauge(
                "mayfly.inflight.limit.bytes",
                "The memory that unfinished frames, waiting requests and large answers together may hold",
                transport::inFlightBytesMax);
        FunctionCounter.builder("mayfly.inflight.waits", transport, Transport::memoryWaits)
                .description("Frames, requests and answers that waited for memory, each time they looked")
                .register(registry);
    }

    private void addScripts(Supplier<ScriptUsage> scripts) {
        FunctionCounter.builder(
                        "mayfly.script.calls", scripts, each -> each.get().calls())
                .description("Calls of scripts of clients since the start")
                .register(registry);
        FunctionCounter.builder(
                        "mayfly.script.ended.early", scripts, each -> each.get().endedEarly())
                .description(
                        "Scripts of clients that were ended because they broke a bound of time, memory or operations")
                .register(registry);
    }

    private void gauge(String name, String help, Figure figure) {
        Gauge.builder(name, figure::value).description(help).register(registry);
    }

    /** A figure as it is now. */
    @FunctionalInterface
    private interface Figure {
        double value();
    }
}
