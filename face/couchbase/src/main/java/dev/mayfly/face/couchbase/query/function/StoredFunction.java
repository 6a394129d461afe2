package dev.mayfly.face.couchbase.query.function;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A function as it is kept.
 *
 * @param parameters the names of its arguments; null where it takes any number of them
 * @param expression of an inline function in the form that the service shows; null of JavaScript
 * @param text of the expression as it was written, or JavaScript
 */
public record StoredFunction(
        @Nullable List<String> parameters, @Nullable String expression, String text) {
    /*
     * Kept as the server keeps it, so that a tool which reads the collection of the query service finds what it knows.
     */
    private static final String LANGUAGE = "#language";
    private static final String INLINE = "inline";
    private static final String JAVASCRIPT = "javascript";

    public StoredFunction {
        parameters = parameters == null ? null : List.copyOf(parameters);
    }

    public boolean isScript() {
        return expression == null;
    }

    byte[] toBytes() {
        ObjectNode json = CouchbaseJson.object();
        json.put(LANGUAGE, isScript() ? JAVASCRIPT : INLINE);
        if (expression != null) {
            json.put("expression", expression);
        }
        if (parameters != null) {
            parameters.forEach(json.putArray("parameters")::add);
        }
        json.put("text", text);
        return CouchbaseJson.bytes(json);
    }

    /** @throws JacksonException if this is no function that can be called here */
    static StoredFunction fromBytes(byte[] bytes) {
        JsonNode json = CouchbaseJson.read(bytes);
        JsonNode names = json.get("parameters");
        boolean script = json.path(LANGUAGE).asString("").equals(JAVASCRIPT);
        return new StoredFunction(
                names == null || names.isNull()
                        ? null
                        : StreamSupport.stream(names.spliterator(), false)
                                .map(name -> name.asString(""))
                                .toList(),
                script ? null : json.path("expression").asString(""),
                json.path("text").asString(""));
    }

    /** Returns the definition in the catalog. */
    public N1qlValue definition() {
        return N1qlValues.parse(toBytes());
    }
}
