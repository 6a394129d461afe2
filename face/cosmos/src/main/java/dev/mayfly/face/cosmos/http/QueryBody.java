package dev.mayfly.face.cosmos.http;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The body of a query request: its text, and its parameters by names that begin with {@code @}. */
public record QueryBody(String text, Map<String, SqlValue> parameters) {
    private static final int DEPTH_MAX = 128;

    /** The longest text of a query, in characters. */
    private static final int TEXT_MAX = 512 << 10;

    public QueryBody {
        parameters = Map.copyOf(parameters);
    }

    /**
     * Reads a body.
     *
     * @param body not to be changed afterwards
     * @throws CosmosException with 400 when it is no query
     */
    public static QueryBody parse(byte[] body) {
        try {
            JsonValidator.validate(body, 0, body.length, DEPTH_MAX);
        } catch (MalformedDocumentException _) {
            throw CosmosException.badRequest(
                    "The request payload is invalid. Ensure to provide a valid request payload.");
        }
        JsonView root = JsonView.of(body);
        View query = root.type() == ValueType.OBJECT ? root.field("query") : null;
        if (query == null || query.type() != ValueType.STRING) {
            throw CosmosException.badRequest(
                    "The input content is invalid because the required properties - 'query; ' - are missing");
        }
        String text = query.stringValue();
        if (text.length() > TEXT_MAX) {
            throw CosmosException.badRequest(
                    "The SQL query text exceeded the maximum limit of " + TEXT_MAX + " characters");
        }
        return new QueryBody(text, parameters(root.field("parameters")));
    }

    private static Map<String, SqlValue> parameters(@Nullable View array) {
        if (array == null || array.type() == ValueType.NULL) {
            return Map.of();
        }
        if (array.type() != ValueType.ARRAY) {
            throw badParameters();
        }
        Map<String, SqlValue> parameters = new HashMap<>();
        for (View.Fields entries = array.fields(); entries.next(); ) {
            View entry = entries.value();
            View name = entry.type() == ValueType.OBJECT ? entry.field("name") : null;
            if (name == null || name.type() != ValueType.STRING) {
                throw badParameters();
            }
            View value = entry.field("value");
            parameters.put(
                    name.stringValue(), value == null ? SqlValues.UNDEFINED : SqlValues.stored((JsonView) value));
        }
        return parameters;
    }

    private static CosmosException badParameters() {
        return CosmosException.badRequest(
                "The parameters of the query are invalid: they are an array of objects with a name and a value.");
    }
}
