package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.ServerFacts;
import dev.mayfly.app.console.ServerFacts.FaceFacts;
import dev.mayfly.app.console.api.ClockRoutes.ClockView;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.metrics.SweeperState;
import dev.mayfly.app.console.metrics.SweeperState.SweeperView;
import dev.mayfly.app.console.view.HiddenCountCache;
import dev.mayfly.engine.hidden.HiddenCensus;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;

/** The server on one page. */
final class StatusRoute {
    private final AdminServices services;
    private final HiddenCountCache hiddenCounts;
    private final ClockRoutes clock;
    private final SweeperState sweeper;

    StatusRoute(AdminServices services, HiddenCountCache hiddenCounts, ClockRoutes clock, SweeperState sweeper) {
        this.services = services;
        this.hiddenCounts = hiddenCounts;
        this.clock = clock;
        this.sweeper = sweeper;
    }

    record StatusView(
            String version,
            String startedAt,
            List<FaceFacts> faces,
            ClockView clock,
            StoreView store,
            DocumentsView documents,
            SweeperView sweeper,
            ConnectionsView connections) {}

    record StoreView(String place, long bytes) {}

    /**
     * The numbers of documents.
     *
     * @param hidden expired, and not destroyed yet
     * @param kept as grace
     * @param grace of those, the ones that may still be brought back
     * @param overdue of those, the dead
     */
    record DocumentsView(
            int collections,
            long live,
            long hidden,
            long kept,
            long grace,
            long overdue,
            long bytes,
            long liveBytes,
            long graceBytes,
            long overdueBytes) {
        static DocumentsView of(HiddenCountCache.Count count) {
            HiddenCensus hidden = count.hidden();
            long grace = hidden.documents() - hidden.deadDocuments();
            return new DocumentsView(
                    count.collections().size(),
                    count.live(),
                    hidden.documents(),
                    grace,
                    grace,
                    hidden.deadDocuments(),
                    count.bytes(),
                    Math.max(0, count.bytes() - hidden.bytes()),
                    hidden.bytes() - hidden.deadBytes(),
                    hidden.deadBytes());
        }
    }

    record ConnectionsView(int open, long refused) {}

    HttpResponse status() {
        ServerFacts facts = services.facts();
        DocumentsView documents = DocumentsView.of(hiddenCounts.count());
        return ApiAnswers.json(
                200,
                new StatusView(
                        facts.version(),
                        facts.startedAt().toString(),
                        facts.faces().get(),
                        clock.view(),
                        new StoreView(facts.store(), facts.storeBytes().getAsLong()),
                        documents,
                        sweeper.view(),
                        new ConnectionsView(
                                services.transport().connections(),
                                services.transport().refusedConnections())));
    }
}
