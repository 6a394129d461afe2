package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.cosmos.error.CosmosException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Trees of JSON, for resources that are small and rarely asked for; items never become trees. */
public final class CosmosJson {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final int DEPTH_MAX = 64;

    private CosmosJson() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static ArrayNode array() {
        return MAPPER.createArrayNode();
    }

    /** Reads any JSON text of the server's own. */
    static JsonNode any(byte[] bytes) {
        return MAPPER.readTree(bytes);
    }

    /** @throws CosmosException when a client sent something else than an object */
    public static ObjectNode sent(byte[] body) {
        try {
            JsonValidator.validate(body, 0, body.length, DEPTH_MAX);
            if (MAPPER.readTree(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (MalformedDocumentException | JacksonException _) {
            throw CosmosException.badRequest("One of the specified inputs is invalid");
        }
        throw CosmosException.badRequest("One of the specified inputs is invalid");
    }

    /** Reads the result of {@link #bytes}. */
    public static ObjectNode kept(byte[] bytes) {
        return (ObjectNode) MAPPER.readTree(bytes);
    }

    /** Maps, lists, texts, numbers and truths as a tree. */
    static JsonNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    public static byte[] bytes(JsonNode tree) {
        return MAPPER.writeValueAsBytes(tree);
    }
}
