package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The ids that clients give their resources. */
public final class ResourceNames {
    private static final int CHARACTERS_MAX = 255;

    private ResourceNames() {}

    /** @throws CosmosException when there is none, or it cannot be one */
    public static String of(ObjectNode resource) {
        JsonNode id = resource.get("id");
        if (id == null || id.isNull()) {
            throw CosmosException.badRequest(
                    "The input content is invalid because the required properties - 'id; ' - are missing");
        }
        if (!id.isString()) {
            throw CosmosException.badRequest("The input content is invalid because the property 'id' is not a string");
        }
        return checked(id.stringValue());
    }

    static String checked(String id) {
        if (id.isEmpty() || id.length() > CHARACTERS_MAX) {
            throw invalid(id, "Ensure to provide a unique non-empty string less than '255' characters.");
        }
        if (id.endsWith(" ")) {
            throw invalid(id, "The name must not end with a space.");
        }
        for (int index = 0; index < id.length(); index++) {
            char c = id.charAt(index);
            if (c == '/' || c == '\\' || c == '?' || c == '#' || c < ' ') {
                throw invalid(id, "The characters '/', '\\', '?' and '#' cannot be in it.");
            }
        }
        if (id.equals(".") || id.equals("..")) {
            throw invalid(id, "It cannot stand in a link.");
        }
        return id;
    }

    private static CosmosException invalid(String id, String why) {
        String shown = id.length() > CHARACTERS_MAX ? id.substring(0, CHARACTERS_MAX) + "..." : id;
        return CosmosException.badRequest("The input name '" + shown + "' is invalid. " + why);
    }
}
