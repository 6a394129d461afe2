package dev.mayfly.test.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The screens show the same of collections of all faces when the server has been away. */
final class RestartTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String AXIS = "/forecast?from=-24h&until=24h&bucket=15m";

    @TempDir
    Path folder;

    /** Returns the figures shown: the timeline of all and of each, and all counts. */
    private static Map<String, String> shown(Ground ground) throws Exception {
        Map<String, String> shown = new LinkedHashMap<>();
        shown.put("all", ground.text("/api/v1" + AXIS));
        for (String collection :
                List.of("mongo/shop/sessions", "cosmos/telemetry/readings", "couchbase/cache/_default._default")) {
            String path = "/api/v1/collections/" + collection;
            shown.put(collection, ground.text(path + AXIS));
            JsonNode counts = JSON.readTree(ground.text(path));
            for (String name : List.of("live", "grace", "overdue", "bytes", "graceBytes")) {
                shown.put(collection + " " + name, counts.path(name).asString());
            }
        }
        shown.put(
                "metrics",
                ground.text("/metrics")
                        .lines()
                        .filter(line -> line.startsWith("mayfly_documents") || line.startsWith("mayfly_forecast"))
                        .collect(Collectors.joining("\n")));
        return shown;
    }

    private static long past(Map<String, String> shown, String collection, String figure) {
        long sum = 0;
        for (JsonNode bucket :
                JSON.readTree(shown.getOrDefault(collection, "{}")).path("buckets")) {
            sum += bucket.path(figure).asLong();
        }
        return sum;
    }

    @Test
    void timelineAndCountsOfAllFacesAreKept() throws Exception {
        Map<String, String> before;
        try (Ground ground = Ground.filled(Map.of(Setting.DATA, folder.toString()))) {
            before = shown(ground);
        }
        assertTrue(past(before, "mongo/shop/sessions", "expired") > 1_000, before.toString());
        assertTrue(past(before, "mongo/shop/sessions", "purged") > 1_000, before.toString());
        assertTrue(past(before, "mongo/shop/sessions", "grace") > 10, before.toString());
        assertTrue(past(before, "cosmos/telemetry/readings", "expired") > 5, before.toString());
        assertTrue(past(before, "couchbase/cache/_default._default", "expired") > 5, before.toString());
        try (Ground again = Ground.empty(Map.of(Setting.DATA, folder.toString(), Setting.CLOCK, "virtual"))) {
            assertEquals(before, shown(again));
            assertTrue(
                    again.text("/api/v1/health/load").contains("compactionDebtBytes"),
                    "a store on disk tells what it has still to rewrite");
        }
    }
}
