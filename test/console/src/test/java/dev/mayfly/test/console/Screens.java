package dev.mayfly.test.console;

import java.util.LinkedHashMap;
import java.util.Map;

/** Every screen of the console, and where it is on a filled {@link Ground}. */
final class Screens {
    static final String SESSIONS = "/console/collections/mongo/shop/sessions";
    static final String READINGS = "/console/collections/cosmos/telemetry/readings";
    static final String CACHE = "/console/collections/couchbase/cache/_default._default";

    private Screens() {}

    static Map<String, String> all() {
        Map<String, String> screens = new LinkedHashMap<>();
        screens.put("timeline", "/");
        screens.put("collections", "/console/collections");
        screens.put("collection", SESSIONS);
        screens.put("container", READINGS);
        screens.put("bucket", CACHE);
        screens.put("documents", SESSIONS + "/documents");
        screens.put("explain", SESSIONS + "/documents?id=%22s-259q%22");
        screens.put("expired", "/console/expired");
        screens.put("grace", SESSIONS + "/expired");
        screens.put("events", "/console/events");
        screens.put("query", "/console/query?collection=mongo/shop/sessions");
        screens.put("health", "/console/health");
        screens.put("clock", "/console/clock");
        screens.put("audit", "/console/audit");
        screens.put("settings", "/console/settings");
        screens.put("nodes", "/console/nodes");
        screens.put("replications", "/console/replications");
        screens.put("connect", "/console/connect");
        return screens;
    }
}
