package dev.mayfly.app.console.page;

import dev.mayfly.app.console.auth.AdminAuthenticator;
import dev.mayfly.face.api.FaceDefinitions;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.Router;
import java.util.Map;
import java.util.function.Function;

/** The console: its table of contents. */
public final class Console {
    private static final String COLLECTION = "/console/collections/{face}/{database}/{collection}";

    private final Router router;
    private final Pages pages;
    private final HttpHandler home;

    private Console(Router router, AdminAuthenticator authenticator, Map<String, FaceDefinitions> definitions) {
        Assets assets = new Assets();
        this.router = router;
        this.pages = new Pages(router, authenticator, assets);
        TimelinePage timeline = new TimelinePage(definitions);
        this.home = pages.page(timeline::show);
        LoginPage login = new LoginPage(pages, authenticator);
        router.add("GET", "/console/assets/{name...}", assets::serve);
        router.add("GET", Pages.LOGIN, login::show);
        router.add("POST", Pages.LOGIN, login::enter);
        router.add("POST", "/console/logout", login::leave);
        router.add("GET", "/console", home);
        look("/console/timeline/range", timeline::range);
        look("/console/timeline/next", new DoomedPart()::show);
        look("/console/collections", new CollectionsPage(new SystemCollections(definitions))::show);
        addCollection(definitions);
        ExpiredPage expired = new ExpiredPage();
        look("/console/expired", expired::overview);
        look(COLLECTION + "/expired", expired::show);
        EventsPage events = new EventsPage();
        look("/console/events", events::show);
        look("/console/events/told", events::told);
        QueryPage query = new QueryPage(definitions);
        look("/console/query", query::show);
        router.add("POST", "/console/query/run", pages.posted(query::run));
        look("/console/health", new HealthPage()::show);
        look("/console/nodes", new NodesPage(new SystemCollections(definitions))::show);
        look("/console/replications", new ReplicationsPage()::show);
        look("/console/clock", new ClockPage()::show);
        look("/console/audit", new AuditPage()::show);
        look("/console/settings", new SettingsPage(definitions)::show);
        look("/console/connect", new ConnectPage(definitions)::show);
    }

    private void addCollection(Map<String, FaceDefinitions> definitions) {
        CollectionPage collection = new CollectionPage(definitions);
        look(COLLECTION, collection::show);
        look(COLLECTION + "/undo", collection::undo);
        look(COLLECTION + "/doctor", collection::doctor);
        look(COLLECTION + "/dry-run", new DryRunPart()::show);
        look(COLLECTION + "/documents", new DocumentsPage(definitions)::show);
    }

    /**
     * Adds the pages to the routes that they are drawn from.
     *
     * @param authenticator the authenticator of the visitors
     * @param definitions the form of each face's collections
     * @param contents the answer for a visitor of the root that does not ask for a page
     */
    public static void addTo(
            Router router,
            AdminAuthenticator authenticator,
            Map<String, FaceDefinitions> definitions,
            HttpHandler contents) {
        Console console = new Console(router, authenticator, definitions);
        router.add("GET", "/", request -> (wantsPage(request) ? console.home : contents).handle(request));
    }

    private static boolean wantsPage(HttpRequest request) {
        String accepted = request.field("Accept");
        return accepted != null && accepted.contains("text/html");
    }

    private void look(String path, Function<Visit, Html> work) {
        router.add("GET", path, pages.page(work));
    }
}
