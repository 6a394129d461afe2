package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mayfly.test.harness.CommandProcess;
import dev.mayfly.test.harness.RequestFuzz;
import dev.mayfly.test.harness.SmallHeap;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random queries against a server of 256 MB: it lives, and answers each of them in time. */
final class ExpressionFuzzIT {
    private static final int LANES = 2;
    private static final int LIMIT_MILLIS = 1_000;
    private static final int FEW = 100;
    private static final int MANY = 34_000;
    private static final String ENDPOINT = "AccountEndpoint=";
    private static final String ITEMS = "/dbs/fuzz/colls/c/docs";

    private static final Map<String, String> QUERY = Map.of(
            "content-type",
            "application/query+json",
            "x-ms-documentdb-isquery",
            "True",
            "x-ms-documentdb-query-enablecrosspartition",
            "True",
            "x-ms-remaining-time-in-ms-on-client",
            Integer.toString(LIMIT_MILLIS));

    /** An error that the server has no words for, and no answer at all. */
    private static final List<String> FORBIDDEN = List.of("500", "0");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void hundredsOfQueriesAreAnsweredInTime() throws Exception {
        fuzz(FEW);
    }

    @Test
    @Tag("slow")
    void thirtyFourThousandQueriesAreAnsweredInTime() throws Exception {
        fuzz(Integer.getInteger("queries", MANY));
    }

    private void fuzz(int queries) throws Exception {
        long seed = Long.getLong("seed", 1);
        SmallHeap heap = new SmallHeap(256, folder);
        try (CommandProcess server = CommandProcess.start(
                folder, heap.launch(), "serve", "--face", "cosmos", "--cosmos-port", "0", "--in-memory")) {
            Wire wire = wire(server.awaitLine(line -> line.contains(ENDPOINT)));
            post(wire, "/dbs", "{\"id\":\"fuzz\"}", Map.of());
            post(
                    wire,
                    "/dbs/fuzz/colls",
                    "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\"}}",
                    Map.of());
            StringBuilder numbers = new StringBuilder("0");
            for (int i = 1; i < 5_000; i++) {
                numbers.append(',').append(i);
            }
            String first = "{\"id\":\"1\",\"pk\":\"a\",\"n\":1,\"s\":\"abc\",\"a\":[1,2,3],\"l\":[" + numbers + "]}";
            String second = "{\"id\":\"2\",\"pk\":\"a\",\"n\":2,\"s\":\"x\",\"t\":\"" + "a".repeat(1 << 20) + "\"}";
            post(wire, ITEMS, first, Map.of("x-ms-documentdb-partitionkey", "[\"a\"]"));
            post(wire, ITEMS, second, Map.of("x-ms-documentdb-partitionkey", "[\"a\"]"));
            ObjectMapper json = new ObjectMapper();
            RequestFuzz.Tally tally = new RequestFuzz(LANES, LIMIT_MILLIS)
                    .run(seed, queries, CosmosExpressions::next, query -> {
                        String body = "{\"query\":" + json.writeValueAsString(query) + ",\"parameters\":[]}";
                        int status = wire.send("POST", ITEMS, QUERY, body).status();
                        return status == 200 ? "ok" : Integer.toString(status);
                    });
            System.out.println("cosmos, seed " + seed + ": " + tally + ", " + heap.highWater());
            tally.require(queries, FORBIDDEN);
            String errors = server.errors();
            assertFalse(errors.contains(" ERROR "), errors);
        }
    }

    private static Wire wire(String line) {
        return new Wire(part(line, ENDPOINT).replaceFirst("^https:", "http:"), part(line, "AccountKey="));
    }

    private static String part(String line, String name) {
        int from = line.indexOf(name) + name.length();
        return line.substring(from, line.indexOf(';', from));
    }

    private static void post(Wire wire, String path, String body, Map<String, String> headers) {
        Wire.Answer answer = wire.send("POST", path, headers, body);
        assertEquals(201, answer.status(), answer::toString);
    }
}
