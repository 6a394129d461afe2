package dev.mayfly.app.console;

import dev.mayfly.app.console.ClockRoutes.ClockView;
import dev.mayfly.app.console.ServerFacts.FaceFacts;
import dev.mayfly.app.console.SweeperRoutes.SweeperView;
import dev.mayfly.face.transport.HttpResponse;
import java.util.List;

/** The server on one page. */
final class StatusRoute {
    private final AdminServices services;
    private final Census census;
    private final ClockRoutes clock;
    private final SweeperRoutes sweeper;

    StatusRoute(AdminServices services, Census census, ClockRoutes clock, SweeperRoutes sweeper) {
        this.services = services;
        this.census = census;
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
     * How many documents there are.
     *
     * @param hidden expired, and not destroyed yet
     * @param kept of those, the ones that may still be brought back
     */
    record DocumentsView(int collections, long live, long hidden, long kept, long bytes) {}

    record ConnectionsView(int open, long refused) {}

    HttpResponse status() {
        ServerFacts facts = services.facts();
        Census.Count count = census.count();
        DocumentsView documents = new DocumentsView(
                count.collections().size(),
                count.live(),
                count.hidden().documents(),
                count.hidden().documents() - count.hidden().deadDocuments(),
                count.bytes());
        return Answers.json(
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
