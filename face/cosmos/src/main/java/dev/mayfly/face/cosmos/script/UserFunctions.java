package dev.mayfly.face.cosmos.script;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestResource;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.base.script.ScriptException;
import dev.mayfly.base.script.ScriptHost;
import dev.mayfly.base.script.ScriptRun;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.language.function.FunctionSource;
import dev.mayfly.face.cosmos.language.function.SqlEvaluator;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.StoredResources;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The functions in JavaScript that queries call. Safe for concurrent use. */
public final class UserFunctions {
    private final @Nullable CosmosSandbox sandbox;
    private final StoredResources resources;

    /** @param sandbox null if scripts do not run */
    public UserFunctions(@Nullable CosmosSandbox sandbox, StoredResources resources) {
        this.sandbox = sandbox;
        this.resources = resources;
    }

    /** Returns those of a container. */
    public FunctionSource of(Container container) {
        return name -> evaluator(container, name);
    }

    private SqlEvaluator evaluator(Container container, String name) {
        CosmosSandbox box = sandbox;
        if (box == null) {
            throw ScriptErrors.off();
        }
        ObjectNode function = resources.find(ResourceType.USER_DEFINED_FUNCTION, container.rid(), name);
        if (function == null) {
            throw CosmosException.badRequest(
                    "The user defined function '" + name + "' does not exist in this container.");
        }
        String body = function.path("body").asString("");
        String id = function.path("_rid").asString("");
        return (_, values) -> RequestGuard.current()
                .keep(OpenFunctions.class, () -> new OpenFunctions(box))
                .call(id, body, values);
    }

    /** The interpreter of one request, for all functions of its query. Used by one thread. */
    private static final class OpenFunctions implements RequestResource {
        private final ScriptRun run;
        private final Set<String> defined = new HashSet<>();

        OpenFunctions(CosmosSandbox sandbox) {
            try {
                this.run = sandbox.open(ScriptHost.NONE);
            } catch (ScriptException failure) {
                throw ScriptErrors.of(failure);
            }
        }

        SqlValue call(String id, String body, SqlValue[] values) {
            try {
                if (defined.add(id)) {
                    run.call("define", id + '\n' + body);
                }
                String result = run.call("evaluate", id + '\n' + arguments(values));
                return result.isEmpty()
                        ? SqlValues.UNDEFINED
                        : SqlValues.parse(result.getBytes(StandardCharsets.UTF_8));
            } catch (ScriptException failure) {
                throw ScriptErrors.of(failure);
            }
        }

        /** Each as an array of itself, so that one that is undefined can be told. */
        private static String arguments(SqlValue[] values) {
            JsonSink out = SqlValues.sink();
            out.put('[');
            for (int i = 0; i < values.length; i++) {
                out.ascii(i == 0 ? "[" : ",[");
                if (!values[i].isUndefined()) {
                    values[i].write(out);
                }
                out.put(']');
            }
            out.put(']');
            return out.toString();
        }

        @Override
        public void close() {
            run.close();
        }
    }
}
