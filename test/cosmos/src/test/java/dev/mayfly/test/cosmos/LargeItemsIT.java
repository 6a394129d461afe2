package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.CommandProcess;
import dev.mayfly.test.harness.Launch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Items as large as they may be, each of which puts many entries into the indexes, on the least heap. */
final class LargeItemsIT {
    private static final int HEAP_MEGABYTES = 256;
    private static final int LANES = 8;
    private static final int PROPERTIES = 90_000;
    private static final String ENDPOINT = "AccountEndpoint=";
    private static final String ITEMS = "/dbs/large/colls/c/docs";

    /** Stored, found or not, or refused for what the server has at hand. */
    private static final Set<Integer> ANSWERS = Set.of(200, 201, 404, 413, 429, 503);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void largeItemsOnTheLeastHeap() throws Exception {
        try (CommandProcess server = CommandProcess.start(
                        folder,
                        Launch.asByTheLauncher(HEAP_MEGABYTES),
                        "serve",
                        "--face",
                        "cosmos",
                        "--cosmos-port",
                        "0",
                        "--data",
                        "data");
                ExecutorService clients = Executors.newCachedThreadPool()) {
            String line = server.awaitLine(printed -> printed.contains(ENDPOINT));
            String endpoint = part(line, ENDPOINT).replaceFirst("^https:", "http:");
            Wire wire = new Wire(endpoint, part(line, "AccountKey="));
            assertEquals(
                    201,
                    wire.send("POST", "/dbs", Map.of(), "{\"id\":\"large\"}").status());
            String container = "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}}";
            assertEquals(
                    201,
                    wire.send("POST", "/dbs/large/colls", Map.of(), container).status());
            List<Callable<List<Integer>>> work = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                String id = "i" + lane;
                work.add(() -> List.of(
                        upsert(wire, id, item(id, false)),
                        read(wire, id),
                        upsert(wire, id, item(id, true)),
                        query(wire)));
            }
            Map<Integer, Integer> answers = new TreeMap<>();
            for (Future<List<Integer>> each : clients.invokeAll(work)) {
                each.get().forEach(status -> answers.merge(status, 1, Integer::sum));
            }
            System.out.println("large items: " + answers);
            assertTrue(ANSWERS.containsAll(answers.keySet()), answers + server.errors());
            assertEquals(201, upsert(wire, "small", "{\"id\":\"small\",\"pk\":\"a\"}"));
        }
    }

    private static String part(String line, String name) {
        int from = line.indexOf(name) + name.length();
        return line.substring(from, line.indexOf(';', from));
    }

    private static int upsert(Wire wire, String id, String item) {
        Map<String, String> headers =
                Map.of("x-ms-documentdb-partitionkey", "[\"a\"]", "x-ms-documentdb-is-upsert", "true", "x-test", id);
        return wire.send("POST", ITEMS, headers, item).status();
    }

    private static int read(Wire wire, String id) {
        return wire.send("GET", ITEMS + "/" + id, Map.of("x-ms-documentdb-partitionkey", "[\"a\"]"), (String) null)
                .status();
    }

    private static int query(Wire wire) {
        Map<String, String> headers = Map.of(
                "content-type",
                "application/query+json",
                "x-ms-documentdb-isquery",
                "True",
                "x-ms-documentdb-query-enablecrosspartition",
                "True");
        String body = "{\"query\":\"SELECT c.id, c.p7 FROM c\",\"parameters\":[]}";
        return wire.send("POST", ITEMS, headers, body).status();
    }

    /** Nearly 2 MB: a property for each of many numbers, or one array of them all. */
    private static String item(String id, boolean isArray) {
        StringBuilder item = new StringBuilder("{\"id\":\"" + id + "\",\"pk\":\"a\"");
        if (isArray) {
            item.append(",\"a\":[0");
        }
        for (int i = 0; i < PROPERTIES; i++) {
            if (isArray) {
                item.append(",{\"v\":").append(i).append('}');
            } else {
                item.append(",\"p").append(i).append("\":").append(i);
            }
        }
        return item.append(isArray ? "]}" : "}").toString();
    }
}
