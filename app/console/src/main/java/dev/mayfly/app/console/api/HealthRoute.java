package dev.mayfly.app.console.api;

import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.metrics.ExpiryCounters;
import dev.mayfly.app.console.metrics.PurgeTally;
import dev.mayfly.app.console.metrics.SweeperState;
import dev.mayfly.app.console.view.CollectionView;
import dev.mayfly.app.console.view.HiddenCountCache;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.hidden.HiddenCensus;
import dev.mayfly.engine.sweep.SweepSettings;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The route of the sweeper's health, collection by collection. */
final class HealthRoute {
    private final Engine engine;
    private final HiddenCountCache hiddenCounts;
    private final ExpiryCounters counters;
    private final SweeperState sweeper;

    HealthRoute(Engine engine, HiddenCountCache hiddenCounts, ExpiryCounters counters, SweeperState sweeper) {
        this.engine = engine;
        this.hiddenCounts = hiddenCounts;
        this.counters = counters;
        this.sweeper = sweeper;
    }

    /**
     * The state of sweeping of one collection.
     *
     * @param state as that of all, or {@code behind}, {@code unreadable_rule}, {@code never_swept}
     * @param backlog dead documents that are still stored
     * @param grace hidden documents that may still be brought back
     * @param announced since the start
     * @param destroyed since the start
     * @param lag from deadline to announcement since the start
     */
    record HealthView(
            String face,
            String database,
            String collection,
            String state,
            long backlog,
            long backlogBytes,
            long grace,
            long graceBytes,
            long oldestOverdueMillis,
            long announced,
            long destroyed,
            long sweepVisits,
            List<LagView> lag,
            BudgetView budget,
            boolean paused,
            String clock) {
        String position() {
            return CollectionView.position(new CollectionName(face, database, collection));
        }
    }

    /** @param leMillis the upper end of the class, or null of the last */
    record LagView(@Nullable Long leMillis, long documents) {}

    /**
     * The cost that sweeping may have.
     *
     * @param ratePerSecond the number of documents destroyed per second while clients send requests
     * @param batchDocuments the number destroyed at once
     * @param paceMillis the least time between two looks, or null if it looks whenever something is due
     */
    record BudgetView(
            int ratePerSecond, int batchDocuments, @Nullable Long paceMillis) {}

    HttpResponse list(HttpRequest request) {
        Page.Wanted wanted = Page.Wanted.of(request);
        List<HealthView> views = hiddenCounts.count().collections().stream()
                .map(this::view)
                .sorted(Comparator.comparing(HealthView::position))
                .toList();
        return ApiAnswers.json(200, Page.of(views, wanted, HealthView::position));
    }

    private HealthView view(HiddenCountCache.Counted counted) {
        Collection collection = counted.collection();
        CollectionName name = collection.name();
        HiddenCensus hidden = counted.hidden();
        PurgeTally tally = counters.tally(name);
        SweepPace pace = collection.record().pace();
        SweepSettings settings = engine.settings().expiry().sweep();
        return new HealthView(
                name.face(),
                name.database(),
                name.collection(),
                state(collection, hidden),
                hidden.deadDocuments(),
                hidden.deadBytes(),
                hidden.documents() - hidden.deadDocuments(),
                hidden.bytes() - hidden.deadBytes(),
                sweeper.overdueMillis(hidden),
                tally.announced(),
                tally.destroyed(),
                collection.sweepVisits(),
                lags(tally),
                new BudgetView(
                        settings.ratePerSecond(), settings.batchDocuments(), pace.isRegular() ? pace.millis() : null),
                engine.sweeper().isForbidden(),
                CollectionRoutes.word(engine.clock().state()));
    }

    private String state(Collection collection, HiddenCensus hidden) {
        String whole = sweeper.stateOfAll();
        if (!whole.equals(SweeperState.OK)) {
            return whole;
        }
        if (collection.record().policy().current().isUnreadable()) {
            return "unreadable_rule";
        }
        if (collection.record().pace().isNever()) {
            return "never_swept";
        }
        return sweeper.isBehind(hidden) ? "behind" : SweeperState.OK;
    }

    private static List<LagView> lags(PurgeTally tally) {
        long[] counts = tally.lags();
        List<LagView> views = new ArrayList<>(counts.length);
        for (int index = 0; index < counts.length; index++) {
            boolean isLast = index == PurgeTally.LAG_MILLIS.size();
            views.add(new LagView(isLast ? null : PurgeTally.LAG_MILLIS.get(index), counts[index]));
        }
        return views;
    }
}
