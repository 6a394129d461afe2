package dev.mayfly.face.couchbase.query.function;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestResource;
import dev.mayfly.base.script.ScriptException;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The interpreter of one request, for all functions in JavaScript that it calls. Used by one thread. */
public final class RequestScripts implements RequestResource {
    private final ScriptRun run;
    private final ScriptQueries queries;
    private final Map<FunctionName, Integer> defined = new HashMap<>();
    /** The function that runs; null between calls. */
    private @Nullable FunctionName running;

    private RequestScripts(FunctionSandbox sandbox, ScriptQueries queries) {
        this.queries = queries;
        this.run = sandbox.open(this::answer);
    }

    private static RequestScripts current(
            FunctionSandbox sandbox, ScriptQueries queries, Function<ScriptException, N1qlException> refusal) {
        return RequestGuard.current().keep(RequestScripts.class, () -> {
            try {
                return new RequestScripts(sandbox, queries);
            } catch (ScriptException failure) {
                throw refusal.apply(failure);
            }
        });
    }

    /** @throws N1qlException if the source of a function is no JavaScript, or none runs */
    public static void check(FunctionSandbox sandbox, FunctionName name, String source) {
        ScriptQueries none = (_, _, _) -> List.of();
        RequestScripts scripts = current(sandbox, none, failure -> FunctionErrors.notLoaded(name, failure));
        try {
            scripts.run.call("check", CouchbaseJson.text(library(name, source)));
        } catch (ScriptException failure) {
            throw FunctionErrors.notLoaded(name, failure);
        }
    }

    /** Calls a function; what is MISSING is null for it. */
    public static N1qlValue call(
            FunctionSandbox sandbox,
            ScriptQueries queries,
            FunctionName name,
            String source,
            List<N1qlValue> arguments) {
        RequestScripts scripts = current(sandbox, queries, failure -> FunctionErrors.failed(name, failure));
        try {
            return scripts.call(name, source, arguments);
        } catch (ScriptException failure) {
            throw FunctionErrors.failed(name, failure);
        }
    }

    private static ObjectNode library(FunctionName name, String source) {
        return CouchbaseJson.object().put("name", name.name()).put("source", source);
    }

    private N1qlValue call(FunctionName name, String source, List<N1qlValue> arguments) {
        if (running != null) {
            throw FunctionErrors.nested(name, 2);
        }
        running = name;
        try {
            Integer id = defined.get(name);
            if (id == null) {
                id = defined.size();
                run.call("define", CouchbaseJson.text(library(name, source).put("id", id)));
                defined.put(name, id);
            }
            String task = "{\"id\":" + id + ",\"values\":" + json(arguments) + "}";
            RequestGuard.current().stepsOf(task.length());
            return N1qlValues.parse(run.call("evaluate", task));
        } catch (MalformedDocumentException _) {
            throw ScriptException.ofProtocol("what the function returns is no value, or too deep");
        } finally {
            running = null;
        }
    }

    private static String json(List<N1qlValue> values) {
        StringBuilder json = new StringBuilder("[");
        for (N1qlValue value : values) {
            json.append(json.length() == 1 ? "" : ",").append(value.isMissing() ? "null" : N1qlValues.json(value));
        }
        return json.append(']').toString();
    }

    /** Carries out what the library asks for. The script may catch what a query fails with, but not the end of its request. */
    private String answer(String name, String argument) {
        FunctionName asking = running;
        if (!name.equals("query") || asking == null) {
            throw ScriptException.ofProtocol("no host function " + name);
        }
        try {
            N1qlValue asked = N1qlValues.parse(argument);
            if (!(asked.field("statement") instanceof N1qlString statement)) {
                throw N1qlException.evaluation("a statement is a string");
            }
            return "{\"rows\":" + json(queries.rows(asking, statement.stringValue(), asked.field("parameters"))) + "}";
        } catch (MalformedDocumentException _) {
            throw ScriptException.ofProtocol("a query that is no JSON");
        } catch (N1qlException failure) {
            RequestGuard.current().check();
            return CouchbaseJson.text(
                    CouchbaseJson.object().put("code", failure.code()).put("error", failure.text()));
        }
    }

    @Override
    public void close() {
        run.close();
    }
}
