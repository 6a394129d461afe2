package dev.mayfly.face.cosmos.script;

import dev.mayfly.base.script.ScriptException;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.face.cosmos.item.ItemSession;
import dev.mayfly.face.cosmos.query.QueryOperations;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.CosmosJson;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** One execution of scripts within a transaction: they share an interpreter. Used by one thread. */
final class ScriptExecution implements AutoCloseable {
    private final Container container;
    private final ScriptRun run;
    private final ScriptLog log;

    /** @param log takes what the scripts write, also if they fail */
    ScriptExecution(
            CosmosSandbox sandbox,
            ItemSession session,
            QueryOperations queries,
            ScriptAllowance allowance,
            ScriptLog log) {
        this.container = session.container();
        this.log = log;
        try {
            this.run = sandbox.open(new ScriptOperations(session, queries, allowance));
        } catch (ScriptException failure) {
            throw ScriptErrors.of(failure);
        }
    }

    /**
     * Runs a script.
     *
     * @param entry of the library
     * @param task what it needs besides the body and the links of the container
     * @return JSON text, or null if the script left none
     */
    @Nullable
    String run(String entry, String body, ObjectNode task) {
        task.put("body", body);
        task.put("acceptMillis", ScriptAllowance.ACCEPT_MILLIS);
        task.putObject("links").put("self", container.self()).put("alt", container.names());
        try {
            String text = run.call(entry, new String(CosmosJson.bytes(task), StandardCharsets.UTF_8));
            ObjectNode answer = CosmosJson.sent(text.getBytes(StandardCharsets.UTF_8));
            log.add(answer.path("log").asString(""));
            if (answer.has("failed")) {
                throw ScriptErrors.thrown(answer.path("failed"));
            }
            return answer.path("result").isString() ? answer.path("result").stringValue() : null;
        } catch (ScriptException failure) {
            throw ScriptErrors.of(failure);
        }
    }

    @Override
    public void close() {
        run.close();
    }
}
