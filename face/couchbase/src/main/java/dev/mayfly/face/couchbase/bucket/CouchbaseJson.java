package dev.mayfly.face.couchbase.bucket;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Trees of JSON, for small and rare data; documents never become trees here. */
public final class CouchbaseJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private CouchbaseJson() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /** @throws tools.jackson.core.JacksonException when this is no JSON */
    public static JsonNode read(byte[] bytes) {
        return MAPPER.readTree(bytes);
    }

    /** Reads what {@link #bytes} has written. */
    public static ObjectNode kept(byte[] bytes) {
        return (ObjectNode) MAPPER.readTree(bytes);
    }

    /** Converts maps, lists, texts, numbers and booleans to a tree. */
    public static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    public static byte[] bytes(JsonNode tree) {
        return MAPPER.writeValueAsBytes(tree);
    }

    public static String text(JsonNode tree) {
        return MAPPER.writeValueAsString(tree);
    }
}
