package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.error.InvalidArgumentException;
import com.couchbase.client.java.json.JsonArray;
import com.couchbase.client.java.json.JsonObject;
import dev.mayfly.test.harness.CommandProcess;
import dev.mayfly.test.harness.RequestFuzz;
import dev.mayfly.test.harness.SmallHeap;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random statements against a server of 256 MB: it lives, and answers each of them in time. */
final class ExpressionFuzzIT {
    private static final int LANES = 2;
    private static final int LIMIT_MILLIS = 1_000;
    private static final int FEW = 100;
    private static final int MANY = 34_000;

    /** An error that the server has no words for. */
    private static final List<String> FORBIDDEN = List.of("5000");

    private static final Pattern MANAGER = Pattern.compile("127\\.0\\.0\\.1:(\\d+)=manager");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void hundredsOfStatementsAreAnsweredInTime() throws Exception {
        fuzz(FEW);
    }

    @Test
    @Tag("slow")
    void thirtyFourThousandStatementsAreAnsweredInTime() throws Exception {
        fuzz(Integer.getInteger("statements", MANY));
    }

    private void fuzz(int statements) throws Exception {
        long seed = Long.getLong("seed", 1);
        SmallHeap heap = new SmallHeap(256, folder);
        try (CommandProcess server = start(heap)) {
            Rest query = query(server);
            String text = "a".repeat(1 << 20);
            run(query, "CREATE PRIMARY INDEX ON default", 0);
            run(query, "UPSERT INTO default (KEY, VALUE) VALUES ('1', {'n': 1, 's': 'abc', 'a': [1, 2, 3]})", 0);
            run(query, "UPSERT INTO default (KEY, VALUE) VALUES ('2', {'n': 2, 's': 'x', 't': '" + text + "'})", 0);
            RequestFuzz.Tally tally = new RequestFuzz(LANES, LIMIT_MILLIS)
                    .run(seed, statements, N1qlExpressions::next, statement -> run(query, statement, LIMIT_MILLIS));
            System.out.println("N1QL, seed " + seed + ": " + tally + ", " + heap.highWater());
            tally.require(statements, FORBIDDEN);
            String errors = server.errors();
            assertFalse(errors.contains(" ERROR "), errors);
        }
    }

    private CommandProcess start(SmallHeap heap) throws IOException {
        return CommandProcess.start(
                folder,
                heap.launch(),
                "serve",
                "--face",
                "couchbase",
                "--couchbase-port",
                "0",
                "--kv-port",
                "0",
                "--query-port",
                "0",
                "--in-memory");
    }

    /** Its query service, which the manager of the cluster knows. */
    private static Rest query(CommandProcess server) throws IOException {
        Matcher manager = MANAGER.matcher(server.awaitLine(MANAGER.asPredicate()));
        if (!manager.find()) {
            throw new IllegalStateException("no port in its line");
        }
        int port = rest(Integer.parseInt(manager.group(1)))
                .get("/pools/default/nodeServices")
                .json()
                .getArray("nodesExt")
                .getObject(0)
                .getObject("services")
                .getInt("n1ql");
        return rest(port);
    }

    private static Rest rest(int port) {
        return new Rest(URI.create("http://127.0.0.1:" + port), "Administrator", "password");
    }

    private static String run(Rest query, String statement, int limitMillis) {
        Rest.Answer answer = limitMillis == 0
                ? query.post("/query/service", "statement", statement)
                : query.post("/query/service", "statement", statement, "timeout", limitMillis + "ms");
        JsonObject json;
        try {
            json = answer.json();
        } catch (InvalidArgumentException unread) {
            // The SDK's reader refuses names of more than 50,000 characters, which OBJECT_PUT makes.
            assertTrue(
                    answer.body().contains("\"status\":")
                            && answer.body().strip().endsWith("}"),
                    answer::toString);
            return "long names";
        }
        JsonArray errors = json.getArray("errors");
        return errors == null || errors.isEmpty()
                ? "ok"
                : Integer.toString(errors.getObject(0).getInt("code"));
    }
}
