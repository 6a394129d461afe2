package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.auth.AdminRole;
import dev.mayfly.app.console.auth.GuardedHandler;
import dev.mayfly.app.console.event.EventRoutes;
import dev.mayfly.app.console.event.EventSubscribers;
import dev.mayfly.app.console.event.WebhookRoutes;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.metrics.ExpiryCounters;
import dev.mayfly.app.console.metrics.Metrics;
import dev.mayfly.app.console.metrics.SweeperState;
import dev.mayfly.app.console.page.Console;
import dev.mayfly.app.console.view.HiddenCountCache;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.node.LiveNodes;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpRefusals;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.face.transport.http.Router;
import java.util.Set;
import java.util.function.Function;

/**
 * The admin face: its table of contents. Every route also stands in {@code openapi.yaml}, with the parameters of its
 * query and the role it needs.
 */
public final class AdminApi {
    /** The prefix of the routes about one collection. */
    static final String COLLECTION = "/api/v1/collections/{face}/{database}/{collection}";

    /** The longest body of a request: the longest document fits, also as a line of an import, which may be base64. */
    public static final int BODY_BYTES_MAX = 48 << 20;

    private final AdminServices services;
    private final Router router = new Router();

    private AdminApi(AdminServices services) {
        this.services = services;
    }

    /** All routes. The ledger must hear of expiry from the beginning, so this is called before the first request. */
    public static Router router(AdminServices services) {
        return new AdminApi(services).build();
    }

    /** Returns the form of the refusals that happen before a route sees the request. */
    public static HttpRefusals refusals() {
        return (status, words) -> ApiAnswers.error(status, codeOf(status), words);
    }

    private static String codeOf(int status) {
        return switch (status) {
            case 403 -> "forbidden";
            case 404 -> "not_found";
            case 405 -> "method_not_allowed";
            case 413 -> "too_large";
            case 500 -> "internal";
            case 503 -> "unavailable";
            default -> "bad_request";
        };
    }

    private Router build() {
        ExpiryCounters counters = new ExpiryCounters(SystemClock.INSTANCE);
        services.engine().addListener(counters);
        HiddenCountCache hiddenCounts = new HiddenCountCache(
                services.engine(),
                SystemClock.INSTANCE,
                collection -> counters.tally(collection).destroyed(),
                services.virtual() == null);
        SweeperState sweeping = new SweeperState(services.engine(), hiddenCounts);
        ClockRoutes clock = new ClockRoutes(services.engine(), services.virtual());
        addServer(counters, hiddenCounts, sweeping, clock);
        addCollections(hiddenCounts);
        addDocuments();
        addPolicies(hiddenCounts);
        addDoctor();
        addHidden();
        addClock(clock);
        addEvents();
        addNodes();
        addSweeper(new SweeperRoutes(services.engine().sweeper(), sweeping));
        addOperations();
        return router;
    }

    private void addNodes() {
        NodeRoutes nodes = new NodeRoutes(services.engine(), new RequestTarget(services.engine(), services.keys()));
        watch("/api/v1/nodes", nodes::nodes, Page.parameters());
        watch("/api/v1/leases", nodes::leases, Page.parameters());
        ReplicationRoutes replications = new ReplicationRoutes(services.replications());
        watch("/api/v1/replications", replications::list, Page.parameters());
        watch(COLLECTION + "/shards", nodes::shards, Page.parameters());
    }

    private void addSweeper(SweeperRoutes sweeper) {
        router.add("GET", "/health/expiry", _ -> sweeper.health());
        change("/api/v1/ttl/pause", _ -> sweeper.pause());
        change("/api/v1/ttl/resume", _ -> sweeper.resume());
    }

    private void addOperations() {
        OperationRoutes operations = new OperationRoutes(services.operations());
        BackupRoutes backups =
                new BackupRoutes(services.backups(), services.engine().isShared(), operations);
        look("/api/v1/operations", operations::list, Page.parameters());
        look("/api/v1/operations/{operation}", operations::show);
        route(AdminRole.ADMIN, "DELETE", "/api/v1/operations/{operation}", operations::cancel);
        CheckRoute check = new CheckRoute(services.engine(), operations);
        route(AdminRole.ADMIN, "POST", "/api/v1/check", _ -> check.begin());
        route(AdminRole.ADMIN, "GET", "/api/v1/backups", backups::list, "folder", "limit", "after");
        route(AdminRole.ADMIN, "POST", "/api/v1/backups", backups::write, "folder");
        route(AdminRole.ADMIN, "POST", "/api/v1/backups/verify", backups::verify, "folder");
        TransferRoutes transfers = new TransferRoutes(services);
        look(COLLECTION + "/export", transfers::export, "after", "limit");
        look(COLLECTION + "/dump", transfers::dump, "after");
        route(AdminRole.ADMIN, "POST", COLLECTION + "/dump", transfers::takeDump, Imports.PARAMETERS);
        look(COLLECTION + "/dump/metadata", transfers::metadata);
        route(AdminRole.ADMIN, "PUT", COLLECTION + "/dump/metadata", transfers::makeOfMetadata);
        route(AdminRole.ADMIN, "POST", COLLECTION + "/import", transfers::take, Imports.PARAMETERS_OF_LINES);
    }

    private void addServer(
            ExpiryCounters counters, HiddenCountCache hiddenCounts, SweeperState sweeping, ClockRoutes clock) {
        StatusRoute status = new StatusRoute(services, hiddenCounts, clock, sweeping);
        Metrics metrics = new Metrics(services, counters, hiddenCounts);
        OpenApiFile file = new OpenApiFile();
        HttpHandler live = _ -> ApiAnswers.guarded(HttpResponse.text(200, "ok\n"));
        Console.addTo(router, services.authenticator(), services.definitions(), _ -> file.contents());
        router.add("GET", "/api/v1/openapi.json", _ -> file.json());
        router.add("GET", "/health/live", live);
        router.add("GET", "/health/ready", _ -> ready());
        if (services.facts().isMeasured()) {
            watch("/metrics", _ -> metrics.scrape());
        }
        watch("/api/v1/status", _ -> status.status());
        HealthRoute health = new HealthRoute(services.engine(), hiddenCounts, counters, sweeping);
        watch("/api/v1/health/collections", health::list, Page.parameters());
        LoadRoute load = new LoadRoute(services, counters);
        watch("/api/v1/health/load", _ -> load.show());
    }

    private HttpResponse ready() {
        String refusal = services.facts().writeRefusal().get();
        if (!refusal.isEmpty()) {
            return ApiAnswers.guarded(
                    HttpResponse.text(503, "reads are served, writes are refused: " + refusal + "\n"));
        }
        Engine engine = services.engine();
        if (engine.nodes().isSilent()) {
            return ApiAnswers.guarded(HttpResponse.text(503, "the store does not answer\n"));
        }
        boolean isOff = engine.clock().isOffBy(LiveNodes.OFFSET_MILLIS_HEALTHY);
        return ApiAnswers.guarded(HttpResponse.text(
                200,
                isOff
                        ? "degraded: the clock is "
                                + Math.abs(engine.clock().offset().orElse(0)) + " ms from the cluster's\n"
                        : "ok\n"));
    }

    private void addCollections(HiddenCountCache hiddenCounts) {
        CollectionRoutes collections = new CollectionRoutes(services, hiddenCounts);
        watch("/api/v1/collections", collections::list, "face", "database", "limit", "after");
        watch(COLLECTION, collections::show);
        SchemaRoutes schemas = new SchemaRoutes(services);
        String database = "/api/v1/databases/{face}/{database}";
        watch("/api/v1/databases", schemas::databases, "face", "limit", "after");
        route(AdminRole.ADMIN, "PUT", database, schemas::createDatabase);
        route(AdminRole.ADMIN, "DELETE", database, schemas::dropDatabase);
        route(AdminRole.ADMIN, "PUT", COLLECTION, schemas::createCollection);
        route(AdminRole.ADMIN, "DELETE", COLLECTION, schemas::dropCollection);
        IndexRoutes indexes = new IndexRoutes(services);
        look(COLLECTION + "/indexes", indexes::list);
        route(AdminRole.ADMIN, "PUT", COLLECTION + "/indexes/{index}", indexes::create);
        route(AdminRole.ADMIN, "DELETE", COLLECTION + "/indexes/{index}", indexes::drop);
        look(COLLECTION + "/explain", collections::explain, "id", "partitionKey");
        look(COLLECTION + "/documents/{id}/explain", collections::explain, "partitionKey");
    }

    private void addDocuments() {
        DocumentRoutes documents = new DocumentRoutes(services);
        String one = COLLECTION + "/documents/{id}";
        look(
                COLLECTION + "/documents",
                documents::list,
                "order",
                "direction",
                "by",
                "prefix",
                "from",
                "until",
                "where",
                "preview",
                "limit",
                "after");
        UserRoutes users = new UserRoutes(services);
        route(AdminRole.ADMIN, "GET", "/api/v1/config", _ -> users.settings());
        route(AdminRole.ADMIN, "GET", "/api/v1/users/{face}", users::list, Page.parameters());
        route(AdminRole.ADMIN, "PUT", "/api/v1/users/{face}/{name}", users::put);
        route(AdminRole.ADMIN, "DELETE", "/api/v1/users/{face}/{name}", users::remove);
        route(AdminRole.ADMIN, "POST", "/api/v1/users/{face}/{name}/tokens", users::tokens);
        route(AdminRole.ADMIN, "GET", "/api/v1/keys/{face}", users::keys);
        look("/api/v1/next", new NextRoute(services)::list, "collection", "limit");
        SettingsRoutes settings = new SettingsRoutes(services);
        look("/api/v1/settings/{face}", settings::show);
        route(AdminRole.TTL_ADMIN, "PUT", "/api/v1/settings/{face}", settings::set);
        look(one, documents::get, "partitionKey", "form");
        route(AdminRole.ADMIN, "PUT", one, documents::put, "partitionKey", "lifetime", "ifVersion");
        route(AdminRole.ADMIN, "DELETE", one, documents::delete, "partitionKey", "ifVersion");
        String[] named = {"id", "partitionKey", "lifetime"};
        route(AdminRole.ADMIN, "POST", COLLECTION + "/documents", documents::insert, named);
        route(AdminRole.READ, "POST", COLLECTION + "/preview", documents::preview, named);
        BulkRoutes bulk = new BulkRoutes(services);
        change(COLLECTION + "/bulk/touch", bulk::touch);
        change(COLLECTION + "/bulk/hold", bulk::hold);
        route(AdminRole.ADMIN, "POST", COLLECTION + "/bulk/delete", bulk::delete);
        change(one + "/touch", documents::touch, "partitionKey");
        route(AdminRole.READ, "POST", COLLECTION + "/query", new QueryRoute(services)::query);
    }

    private void addPolicies(HiddenCountCache hiddenCounts) {
        ForecastRoutes forecasts = new ForecastRoutes(services, hiddenCounts);
        look("/api/v1/forecast", forecasts::ofAll, ForecastRoutes.PARAMETERS);
        look(COLLECTION + "/forecast", forecasts::ofCollection, ForecastRoutes.PARAMETERS);
        PolicyRoutes policies = new PolicyRoutes(services);
        look(COLLECTION + "/policy", policies::show);
        route(AdminRole.TTL_ADMIN, "PUT", COLLECTION + "/policy", policies::change);
        route(AdminRole.READ, "POST", COLLECTION + "/policy/dry-run", policies::dryRun);
    }

    private void addDoctor() {
        DoctorRoutes doctor = new DoctorRoutes(services);
        look(COLLECTION + "/doctor", doctor::one, "sample", "after");
        look("/api/v1/doctor", doctor::all, "sample", "after");
    }

    private void addHidden() {
        HiddenRoutes hidden = new HiddenRoutes(services);
        HoldRoutes holds = new HoldRoutes(services);
        String hold = COLLECTION + "/holds/{name}";
        look(COLLECTION + "/hidden", hidden::list, "limit", "after", "where");
        look(COLLECTION + "/hidden/{id}", hidden::show, "partitionKey", "version");
        change(COLLECTION + "/hidden/{id}/restore", hidden::restore, "partitionKey");
        change(COLLECTION + "/hidden/purge", hidden::purge);
        change(COLLECTION + "/policy/undo", new UndoRoutes(services)::undo, "dryRun");
        look("/api/v1/erasures", new ErasureRoutes(services)::list, "collection", "limit", "after");
        look("/api/v1/audit", new AuditRoutes(services)::list, "collection", "order", "limit", "after");
        look(COLLECTION + "/holds", holds::list, "limit", "after");
        route(AdminRole.TTL_ADMIN, "PUT", hold, holds::set);
        route(AdminRole.TTL_ADMIN, "DELETE", hold, holds::release);
    }

    private void addClock(ClockRoutes clock) {
        watch("/api/v1/clock", _ -> clock.now());
        change("/api/v1/clock/advance", clock::advance, "by");
        change("/api/v1/clock/set", clock::set, "to");
        change("/api/v1/clock/freeze", _ -> clock.freeze());
        change("/api/v1/clock/resume", _ -> clock.resume());
        change("/api/v1/clock/confirm", _ -> clock.confirm());
    }

    private void addEvents() {
        EventRoutes events = services.events().routes();
        look("/api/v1/events", events::follow, EventRoutes.followingParameters());
        look("/events", events::follow, EventRoutes.followingParameters());
        EventSubscribers subscribers = new EventSubscribers(services.events());
        look("/api/v1/events/subscribers", _ -> subscribers.list());
        look("/api/v1/events/list", events::list, EventRoutes.listingParameters());
        WebhookRoutes webhooks = services.events().webhookRoutes();
        String one = "/api/v1/webhooks/{name}";
        look("/api/v1/webhooks", webhooks::list, Page.parameters());
        look(one, webhooks::show);
        route(AdminRole.ADMIN, "PUT", one, webhooks::put);
        route(AdminRole.ADMIN, "DELETE", one, webhooks::delete);
        look(one + "/dead-letters", webhooks::deadLetters, Page.parameters());
        route(AdminRole.ADMIN, "POST", one + "/dead-letters/retry", webhooks::retry);
    }

    /** Adds a route for figures, which monitoring users may read. */
    private void watch(String path, Function<HttpRequest, HttpResponse> work, String... parameters) {
        route(AdminRole.MONITOR, "GET", path, work, parameters);
    }

    private void look(String path, Function<HttpRequest, HttpResponse> work, String... parameters) {
        route(AdminRole.READ, "GET", path, work, parameters);
    }

    /** Adds a route that changes lifetimes or the time. */
    private void change(String path, Function<HttpRequest, HttpResponse> work, String... parameters) {
        route(AdminRole.TTL_ADMIN, "POST", path, work, parameters);
    }

    /** @param parameters of the query that the work knows; others are refused */
    private void route(
            AdminRole needed,
            String method,
            String path,
            Function<HttpRequest, HttpResponse> work,
            String... parameters) {
        router.add(
                method,
                path,
                new GuardedHandler(
                        services.authenticator(),
                        services.memory(),
                        SystemClock.INSTANCE,
                        needed,
                        Set.of(parameters),
                        work));
    }
}
