package dev.mayfly.app.console;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.face.transport.HttpHandler;
import dev.mayfly.face.transport.HttpRequest;
import dev.mayfly.face.transport.HttpResponse;
import dev.mayfly.face.transport.Router;
import java.util.function.Function;

/** The admin face: its table of contents. */
public final class AdminApi {
    private static final String CONTENTS = """
            mayfly

            GET  /health/live                 the process answers
            GET  /health/ready                requests are served
            GET  /health/expiry               sweeping keeps up
            GET  /metrics                     figures for Prometheus
            GET  /api/v1/status               faces, clock, sweeper, documents
            GET  /api/v1/collections          what exists
            GET  /api/v1/collections/{face}/{database}/{collection}/explain?id=ID
            GET  /api/v1/clock                what time it is
            POST /api/v1/clock/advance?by=2h  wind a virtual clock; also set?to=INSTANT, freeze, resume
            POST /api/v1/clock/confirm        the wall is right, whatever the guard suspects
            POST /api/v1/ttl/pause            destroy nothing for now; also resume
            GET  /api/v1/operations           what takes long, and how far it is; DELETE /ID cancels
            GET  /api/v1/backups?folder=DIR   the backups in a folder
            POST /api/v1/backups?folder=DIR   write a backup beside them; also /verify
            """;

    private final AdminServices services;
    private final Router router = new Router();

    private AdminApi(AdminServices services) {
        this.services = services;
    }

    /** All routes. The ledger must hear of expiry from the beginning, so this is called before the first request. */
    public static Router router(AdminServices services) {
        return new AdminApi(services).build();
    }

    private Router build() {
        Ledger ledger = new Ledger();
        services.engine().addListener(ledger);
        Census census = new Census(services.engine(), SystemClock.INSTANCE, services.virtual() == null);
        ClockRoutes clock = new ClockRoutes(services.engine(), services.virtual());
        SweeperRoutes sweeper = new SweeperRoutes(services.engine(), census);
        CollectionRoutes collections = new CollectionRoutes(services.engine(), census, services.keys());
        StatusRoute status = new StatusRoute(services, census, clock, sweeper);
        Metrics metrics = new Metrics(services, ledger, census);

        HttpHandler live = _ -> Answers.guarded(HttpResponse.text(200, "ok\n"));
        router.add("GET", "/", _ -> Answers.guarded(HttpResponse.text(200, CONTENTS)));
        router.add("GET", "/health/live", live);
        router.add("GET", "/health/ready", live);
        router.add("GET", "/health/expiry", _ -> sweeper.health());
        look("/metrics", _ -> metrics.scrape());
        look("/api/v1/status", _ -> status.status());
        look("/api/v1/collections", _ -> collections.list());
        look("/api/v1/collections/{face}/{database}/{collection}/explain", collections::explain);
        look("/api/v1/clock", _ -> clock.now());
        change("/api/v1/clock/advance", clock::advance);
        change("/api/v1/clock/set", clock::set);
        change("/api/v1/clock/freeze", _ -> clock.freeze());
        change("/api/v1/clock/resume", _ -> clock.resume());
        change("/api/v1/clock/confirm", _ -> clock.confirm());
        change("/api/v1/ttl/pause", _ -> sweeper.pause());
        change("/api/v1/ttl/resume", _ -> sweeper.resume());
        addOperations();
        return router;
    }

    private void addOperations() {
        OperationRoutes operations = new OperationRoutes(services.operations());
        BackupRoutes backups = new BackupRoutes(services.backups(), operations);
        look("/api/v1/operations", _ -> operations.list());
        look("/api/v1/operations/{id}", operations::show);
        router.add(
                "DELETE",
                "/api/v1/operations/{id}",
                new GuardedHandler(services.doorman(), true, operations::cancel));
        look("/api/v1/backups", backups::list);
        change("/api/v1/backups", backups::write);
        change("/api/v1/backups/verify", backups::verify);
    }

    private void look(String path, Function<HttpRequest, HttpResponse> work) {
        router.add("GET", path, new GuardedHandler(services.doorman(), false, work));
    }

    private void change(String path, Function<HttpRequest, HttpResponse> work) {
        router.add("POST", path, new GuardedHandler(services.doorman(), true, work));
    }
}
