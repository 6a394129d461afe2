package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks what a container says about the lifetimes of its items. */
final class LifetimeChecks {
    private static final String DEFAULT_TTL = "defaultTtl";
    private static final String ANALYTICAL_TTL = "analyticalStorageTtl";
    static final String PROPERTY_PATH = "ttlPropertyPath";
    /** The length of a wrong value up to which an answer repeats it. */
    private static final int TEXT_MAX = 100;

    private LifetimeChecks() {}

    static void check(ObjectNode json) {
        seconds(json, DEFAULT_TTL, false);
        seconds(json, ANALYTICAL_TTL, true);
        propertyPath(json);
        boolean isIndexed =
                !json.path("indexingPolicy").path("indexingMode").asString("").equals("none");
        if (json.has(DEFAULT_TTL) && !isIndexed) {
            throw CosmosException.badRequest(
                    "The property 'defaultTtl' cannot be set while the indexing mode is 'none':"
                            + " time to live needs an index. Choose the mode 'consistent', or remove 'defaultTtl'.");
        }
    }

    /** Null says the same as nothing; an integer may be written with a fraction of nothing. */
    private static void seconds(ObjectNode json, String name, boolean mayBeZero) {
        JsonNode sent = json.get(name);
        if (sent == null || sent.isNull()) {
            json.remove(name);
            return;
        }
        Integer seconds = sent.isNumber() ? whole(sent) : null;
        if (seconds == null || seconds < -1 || (seconds == 0 && !mayBeZero)) {
            String text = sent.toString();
            throw CosmosException.badRequest("The input ttl '" + shown(text)
                    + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to '2147483647',"
                    + " or '-1' which means never expire.");
        }
        json.put(name, seconds.intValue());
    }

    private static String shown(String text) {
        String bare = text.startsWith("\"") && text.length() > 1 ? text.substring(1, text.length() - 1) : text;
        return bare.length() > TEXT_MAX ? bare.substring(0, TEXT_MAX) : bare;
    }

    private static @Nullable Integer whole(JsonNode number) {
        if (number.isIntegralNumber()) {
            return number.canConvertToInt() ? number.intValue() : null;
        }
        double value = number.doubleValue();
        boolean isWhole = value == Math.rint(value) && Math.abs(value) <= Integer.MAX_VALUE;
        return isWhole ? (int) value : null;
    }

    private static void propertyPath(ObjectNode json) {
        JsonNode path = json.get(PROPERTY_PATH);
        if (path == null || path.isNull()) {
            json.remove(PROPERTY_PATH);
            return;
        }
        if (!path.isString()) {
            throw CosmosException.badRequest("The property 'ttlPropertyPath' is not a string.");
        }
        String text = path.stringValue();
        if (PartitionKeyPaths.names(text).stream().anyMatch(name -> name.contains("."))) {
            throw CosmosException.badRequest(
                    "The path '" + shown(text) + "' of 'ttlPropertyPath' leads through a name with a dot.");
        }
        if (!json.has(DEFAULT_TTL)) {
            throw CosmosException.badRequest(
                    "The property 'ttlPropertyPath' can be set only where 'defaultTtl' is: it says from when that"
                            + " counts.");
        }
    }
}
