package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks what clients say about containers, and fills in what they leave out. */
final class ContainerChecks {
    private static final List<String> SYSTEM = List.of(
            "_rid", "_self", "_etag", "_ts", "_docs", "_sprocs", "_triggers", "_udfs", "_conflicts", "statistics");
    private static final int PARTITION_KEY_PATHS_MAX = 3;
    private static final int UNIQUE_KEYS_MAX = 10;
    private static final int UNIQUE_PATHS_MAX = 16;
    private static final int CHANGE_FEED_MINUTES_MAX = 60 * 24 * 30;

    private ContainerChecks() {}

    /** Returns a copy in good order: the parts in the order sent, then the omitted ones. */
    static ObjectNode checked(ObjectNode sent) {
        ObjectNode json = sent.deepCopy();
        json.remove(SYSTEM);
        ResourceNames.of(json);
        UnsupportedResourcesProperties.refuse(json);
        IndexingPolicyChecks.check(json);
        partitionKey(json);
        conflictResolution(json);
        uniqueKeys(json);
        changeFeed(json);
        LifetimeChecks.check(json);
        PropertyTtl.check(json);
        ComputedPropertyChecks.check(json);
        SpatialChecks.check(json);
        FullTextChecks.check(json);
        VectorChecks.check(json);
        return json;
    }

    /** The object under this name; a new one where there is none or null. */
    static ObjectNode objectIn(ObjectNode json, String name) {
        JsonNode found = json.get(name);
        if (found instanceof ObjectNode object) {
            return object;
        }
        if (found == null || found.isNull()) {
            return json.putObject(name);
        }
        throw CosmosException.badRequest("The property '" + name + "' of the container is not an object.");
    }

    private static void partitionKey(ObjectNode json) {
        JsonNode definition = json.get("partitionKey");
        if (!(definition instanceof ObjectNode key)) {
            throw CosmosException.badRequest("The container needs a partition key: an object with paths.");
        }
        String kind = oneOf(key, "kind", "Hash", List.of("Hash", "MultiHash", "Range"));
        List<String> paths = paths(key.get("paths"), "partition key");
        boolean isMulti = kind.equals("MultiHash");
        if (paths.size() > (isMulti ? PARTITION_KEY_PATHS_MAX : 1)) {
            throw CosmosException.badRequest("Too many partition key paths specified: a key of kind '" + kind + "' has "
                    + (isMulti ? "at most three." : "one."));
        }
        if (new HashSet<>(paths).size() < paths.size()) {
            throw CosmosException.badRequest("A partition key path is given twice.");
        }
        version(key, isMulti);
    }

    private static void version(ObjectNode key, boolean isMulti) {
        JsonNode version = key.get("version");
        if (version == null || version.isNull()) {
            key.remove("version");
            if (isMulti) {
                key.put("version", 2);
            }
            return;
        }
        if (version.isString() && version.asString().matches("V[12]")) {
            // The SDK for Java writes a string; it reads a number back.
            key.put("version", version.asString().charAt(1) - '0');
            version = key.get("version");
        }
        boolean isKnown = version.isIntegralNumber() && (version.asInt() == 1 || version.asInt() == 2);
        if (!isKnown || (isMulti && version.asInt() == 1)) {
            throw CosmosException.badRequest("The version of the partition key is invalid: " + version + ".");
        }
    }

    /** Each leads to one property. */
    static List<String> paths(JsonNode array, String owner) {
        if (array == null || !array.isArray() || array.isEmpty()) {
            throw CosmosException.badRequest("The " + owner + " needs at least one path.");
        }
        List<String> paths = new ArrayList<>();
        for (JsonNode path : array) {
            if (!path.isString()) {
                throw CosmosException.badRequest("The " + owner + " has a path that is not a string.");
            }
            PartitionKeyPaths.names(path.stringValue());
            paths.add(path.stringValue());
        }
        return paths;
    }

    private static void conflictResolution(ObjectNode json) {
        ObjectNode policy = objectIn(json, "conflictResolutionPolicy");
        String mode = oneOf(policy, "mode", "LastWriterWins", List.of("LastWriterWins", "Custom"));
        boolean isCustom = mode.equals("Custom");
        textOr(policy, "conflictResolutionPath", isCustom ? "" : "/_ts");
        textOr(policy, "conflictResolutionProcedure", "");
    }

    private static void uniqueKeys(ObjectNode json) {
        JsonNode sent = json.get("uniqueKeyPolicy");
        if (sent == null || sent.isNull()) {
            json.remove("uniqueKeyPolicy");
            return;
        }
        ObjectNode policy = objectIn(json, "uniqueKeyPolicy");
        JsonNode keys = policy.get("uniqueKeys");
        if (keys == null || keys.isNull()) {
            policy.putArray("uniqueKeys");
            return;
        }
        if (!keys.isArray() || keys.size() > UNIQUE_KEYS_MAX) {
            throw CosmosException.badRequest("A unique key policy has at most ten unique keys.");
        }
        Set<Set<String>> seen = new HashSet<>();
        for (JsonNode key : keys) {
            List<String> paths = paths(key.get("paths"), "unique key");
            if (paths.size() > UNIQUE_PATHS_MAX || !seen.add(Set.copyOf(paths))) {
                throw CosmosException.badRequest("A unique key is given twice, or has more than sixteen paths.");
            }
        }
    }

    private static void changeFeed(ObjectNode json) {
        JsonNode sent = json.get("changeFeedPolicy");
        if (sent == null || sent.isNull()) {
            json.remove("changeFeedPolicy");
            return;
        }
        JsonNode minutes = objectIn(json, "changeFeedPolicy").get("retentionDuration");
        boolean isGood = minutes == null
                || (minutes.isIntegralNumber()
                        && minutes.canConvertToInt()
                        && minutes.asInt() >= 0
                        && minutes.asInt() <= CHANGE_FEED_MINUTES_MAX);
        if (!isGood) {
            throw CosmosException.badRequest(
                    "The retention of the change feed policy is invalid: it is a number of minutes, at most "
                            + CHANGE_FEED_MINUTES_MAX + ".");
        }
    }

    /** Reads a word in any case, and writes it as the protocol does. */
    static String oneOf(ObjectNode object, String name, String standard, List<String> words) {
        JsonNode sent = object.get(name);
        if (sent == null || sent.isNull()) {
            object.put(name, standard);
            return standard;
        }
        for (String word : words) {
            if (sent.isString() && sent.stringValue().toLowerCase(Locale.ROOT).equals(word.toLowerCase(Locale.ROOT))) {
                object.put(name, word);
                return word;
            }
        }
        throw CosmosException.badRequest("The value '" + sent.asString() + "' of the property '" + name
                + "' is invalid. It is one of: " + String.join(", ", words) + ".");
    }

    private static void textOr(ObjectNode object, String name, String standard) {
        JsonNode sent = object.get(name);
        if (sent == null || sent.isNull()) {
            object.put(name, standard);
        } else if (!sent.isString()) {
            throw CosmosException.badRequest("The property '" + name + "' is not a string.");
        }
    }
}
