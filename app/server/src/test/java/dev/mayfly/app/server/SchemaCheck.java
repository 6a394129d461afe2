package dev.mayfly.app.server;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Holds values to the schemas of an OpenAPI file, as far as that file uses them. */
final class SchemaCheck {
    private static final Set<String> KNOWN = Set.of(
            "$ref",
            "type",
            "enum",
            "description",
            "default",
            "minimum",
            "maximum",
            "minLength",
            "required",
            "properties",
            "additionalProperties",
            "items",
            "oneOf",
            "format",
            "const",
            "examples");

    private final JsonNode file;
    private final List<String> faults = new ArrayList<>();

    private SchemaCheck(JsonNode file) {
        this.file = file;
    }

    /** Returns the faults of a value, with their places; an empty list if the value is as the schema says. */
    static List<String> faults(JsonNode file, JsonNode schema, JsonNode value) {
        SchemaCheck check = new SchemaCheck(file);
        check.check(schema, value, "$");
        return check.faults;
    }

    static JsonNode resolve(JsonNode file, JsonNode schema) {
        JsonNode found = schema;
        while (found.has("$ref")) {
            String pointer = found.path("$ref").asString().substring(1);
            found = file.at(pointer);
            if (found.isMissingNode()) {
                throw new AssertionError("the file refers to " + pointer + ", which it lacks");
            }
        }
        return found;
    }

    private void check(JsonNode given, JsonNode value, String at) {
        JsonNode schema = resolve(file, given);
        schema.propertyNames().forEach(word -> {
            if (!KNOWN.contains(word)) {
                throw new AssertionError("a schema says " + word + ", which is not checked here");
            }
        });
        if (schema.has("oneOf")) {
            boolean fits = false;
            for (JsonNode each : schema.path("oneOf")) {
                fits |= faults(file, each, value).isEmpty();
            }
            require(fits, at + " is none of what it may be: " + value);
        }
        if (schema.has("type") && !isOfType(schema.path("type"), value)) {
            faults.add(at + " is no " + schema.path("type") + " but " + value);
            return;
        }
        if (schema.has("enum")) {
            boolean isKnown = false;
            for (JsonNode each : schema.path("enum")) {
                isKnown |= each.equals(value);
            }
            require(isKnown, at + " is " + value + ", none of " + schema.path("enum"));
        }
        checkObject(schema, value, at);
        if (value.isArray() && schema.has("items")) {
            for (int index = 0; index < value.size(); index++) {
                check(schema.path("items"), value.path(index), at + "[" + index + "]");
            }
        }
    }

    private void checkObject(JsonNode schema, JsonNode value, String at) {
        if (!value.isObject()) {
            return;
        }
        for (JsonNode name : schema.path("required")) {
            require(value.has(name.asString()), at + " lacks " + name.asString());
        }
        JsonNode properties = schema.path("properties");
        value.properties().forEach(property -> {
            JsonNode described = properties.path(property.getKey());
            if (!described.isMissingNode()) {
                check(described, property.getValue(), at + "." + property.getKey());
            } else {
                boolean isOpen = schema.path("additionalProperties").asBoolean(true);
                require(isOpen, at + " has a property that the file lacks: " + property.getKey());
            }
        });
    }

    private void require(boolean holds, String fault) {
        if (!holds) {
            faults.add(fault);
        }
    }

    private static boolean isOfType(JsonNode type, JsonNode value) {
        if (type.isArray()) {
            for (JsonNode each : type) {
                if (isOfType(each, value)) {
                    return true;
                }
            }
            return false;
        }
        return switch (type.asString()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isString();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> throw new AssertionError("unknown type " + type);
        };
    }
}
