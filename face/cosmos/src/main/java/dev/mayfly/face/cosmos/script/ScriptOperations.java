package dev.mayfly.face.cosmos.script;

import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.base.script.ScriptException;
import dev.mayfly.base.script.ScriptHost;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.QueryBody;
import dev.mayfly.face.cosmos.http.RequestUnits;
import dev.mayfly.face.cosmos.item.Conditions;
import dev.mayfly.face.cosmos.item.ItemSession;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.query.QueryOperations;
import dev.mayfly.face.cosmos.query.ScriptedPage;
import dev.mayfly.face.cosmos.resource.CosmosJson;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The operations of a script on its collection: within one transaction, and within the partition of the request whatever
 * the script says.
 */
final class ScriptOperations implements ScriptHost {
    private static final int PAGE_ROWS_MAX = 1_000;
    private static final int PAGE_ROWS = 100;

    private final ItemSession session;
    private final QueryOperations queries;
    private final ScriptAllowance allowance;

    /** @param allowance which says whether another operation would be accepted */
    ScriptOperations(ItemSession session, QueryOperations queries, ScriptAllowance allowance) {
        this.session = session;
        this.queries = queries;
        this.allowance = allowance;
    }

    @Override
    public String call(String name, String argument) {
        JsonSink out = SqlValues.sink();
        out.ascii("{\"operation\":");
        out.string(name);
        try {
            carryOut(name, CosmosJson.sent(argument.getBytes(StandardCharsets.UTF_8)), out);
        } catch (CosmosException refusal) {
            error(refusal, out);
        } catch (EngineException failure) {
            if (ItemSession.isConflict(failure.error())) {
                // The whole begins anew.
                throw failure;
            }
            error(CosmosErrors.of(failure.error()), out);
        }
        out.ascii(",\"accepts\":");
        out.ascii(Boolean.toString(allowance.accepts(session.charge())));
        out.put('}');
        return out.toString();
    }

    private static void error(CosmosException refusal, JsonSink out) {
        out.ascii(",\"error\":{\"number\":");
        out.number(refusal.status());
        out.ascii(",\"body\":");
        out.string(refusal.getMessage());
        out.put('}');
    }

    private void carryOut(String name, ObjectNode request, JsonSink out) {
        switch (name) {
            case "createDocument" -> resource(session.create(document(request)), out);
            case "upsertDocument" -> resource(session.upsert(document(request), conditions(request)), out);
            case "readDocument" -> resource(session.read(link(request), conditions(request)), out);
            case "replaceDocument" ->
                resource(session.replace(link(request), document(request), conditions(request)), out);
            case "deleteDocument" -> {
                session.delete(link(request), conditions(request));
                resource(null, out);
            }
            case "queryDocuments" -> query(request, out);
            default -> throw ScriptException.ofProtocol("no operation " + name);
        }
    }

    private static void resource(byte @Nullable [] shown, JsonSink out) {
        out.ascii(",\"resource\":");
        if (shown == null) {
            out.ascii("{}");
        } else {
            out.raw(shown, 0, shown.length);
        }
    }

    private static byte[] document(ObjectNode request) {
        return CosmosJson.bytes(request.path("document"));
    }

    private static String link(ObjectNode request) {
        return request.path("link").asString("");
    }

    private static Conditions conditions(ObjectNode request) {
        JsonNode options = request.path("options");
        return new Conditions(condition(options, "etag", "ifMatch"), condition(options, "ifNoneMatch", "ifNoneMatch"));
    }

    /** An etag by itself, or in an access condition. */
    private static @Nullable String condition(JsonNode options, String name, String other) {
        JsonNode value = options.path(name).isString() ? options.path(name) : options.path(other);
        return value.isString() ? value.stringValue() : null;
    }

    private void query(ObjectNode request, JsonSink out) {
        JsonNode size = request.path("pageSize");
        int rows = size.isNumber() ? size.asInt(0) : 0;
        JsonNode continuation = request.path("continuation");
        ScriptedPage page = queries.scripted(
                session.container(),
                session.partition(),
                QueryBody.parse(CosmosJson.bytes(request)),
                rows <= 0 ? PAGE_ROWS : Math.min(rows, PAGE_ROWS_MAX),
                continuation.isString() ? continuation.stringValue() : null);
        session.charge(RequestUnits.page(page.lookups(), page.rows(), page.body().length));
        resource(page.body(), out);
        if (page.continuation() != null) {
            out.ascii(",\"options\":{\"continuation\":");
            out.string(page.continuation());
            out.put('}');
        } else {
            out.ascii(",\"options\":{}");
        }
    }
}
