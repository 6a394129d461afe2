package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks what a container says about its indexes, and fills in what it leaves out. */
final class IndexingPolicyChecks {
    private static final String EVERYTHING = "/*";
    /** The same as older clients write it; it is kept and shown as the other. */
    private static final String ROOT = "/";

    private static final String ETAG = "/\"_etag\"/?";
    private static final int COMPOSITE_PATHS_MIN = 2;

    private IndexingPolicyChecks() {}

    static void check(ObjectNode json) {
        ObjectNode policy = ContainerChecks.objectIn(json, "indexingPolicy");
        String mode =
                ContainerChecks.oneOf(policy, "indexingMode", "consistent", List.of("consistent", "lazy", "none"));
        boolean isOn = !mode.equals("none");
        automatic(policy, isOn);
        ArrayNode included = arrayIn(policy, "includedPaths");
        ArrayNode excluded = arrayIn(policy, "excludedPaths");
        Set<String> paths = new HashSet<>();
        included.forEach(entry -> path(entry, paths));
        excluded.forEach(entry -> path(entry, paths));
        if (isOn) {
            fillIn(included, excluded, paths);
        }
        composites(policy);
    }

    private static void automatic(ObjectNode policy, boolean isOn) {
        JsonNode automatic = policy.get("automatic");
        if (automatic != null && !automatic.isNull() && !automatic.isBoolean()) {
            throw CosmosException.badRequest("The property 'automatic' of the indexing policy is not true or false.");
        }
        boolean isSaid = automatic != null && automatic.isBoolean();
        policy.put("automatic", isOn && (!isSaid || automatic.booleanValue()));
    }

    private static void fillIn(ArrayNode included, ArrayNode excluded, Set<String> paths) {
        if (included.isEmpty() && !paths.contains(EVERYTHING)) {
            included.addObject().put("path", EVERYTHING);
            paths.add(EVERYTHING);
        }
        if (!paths.contains(EVERYTHING)) {
            throw CosmosException.badRequest(
                    "The special mandatory indexing path \"/\" is not provided in any of the path"
                            + " type sets. Please provide this path in one of the sets.");
        }
        if (!paths.contains(ETAG)) {
            excluded.addObject().put("path", ETAG);
        }
    }

    private static void path(JsonNode entry, Set<String> seen) {
        JsonNode path = entry.get("path");
        if (entry instanceof ObjectNode object
                && path != null
                && path.asString("").equals(ROOT)) {
            object.put("path", EVERYTHING);
            path = object.get("path");
        }
        String valid = valid(path);
        if (!seen.add(valid)) {
            throw CosmosException.badRequest(
                    "The indexing path '" + valid + "' is given twice: it can be in one set, once.");
        }
    }

    /** Returns the path of an entry that has one. */
    static String pathOf(ObjectNode entry) {
        return valid(entry.get("path"));
    }

    private static String valid(@Nullable JsonNode path) {
        if (path != null && path.isString() && isPath(path.stringValue())) {
            return path.stringValue();
        }
        throw CosmosException.badRequest("The indexing path '" + (path == null ? "" : path.asString())
                + "' could not be accepted, failed near position '0'. Please ensure that the path is a valid path."
                + " Common errors include invalid characters or absence of quotes around labels.");
    }

    /** A wildcard or a question mark ends it; square brackets stand for the elements of an array. */
    private static boolean isPath(String path) {
        if (path.equals(EVERYTHING)) {
            return true;
        }
        if (!path.endsWith("/*") && !path.endsWith("/?")) {
            return false;
        }
        try {
            return !PartitionKeyPaths.names(path.substring(0, path.length() - 2))
                    .contains("*");
        } catch (CosmosException _) {
            return false;
        }
    }

    private static void composites(ObjectNode policy) {
        if (!(policy.get("compositeIndexes") instanceof ArrayNode indexes)) {
            policy.remove("compositeIndexes");
            return;
        }
        for (JsonNode index : indexes) {
            if (!index.isArray() || index.size() < COMPOSITE_PATHS_MIN) {
                throw CosmosException.badRequest("A composite index has at least two paths.");
            }
            index.forEach(IndexingPolicyChecks::compositePath);
        }
    }

    private static void compositePath(JsonNode entry) {
        JsonNode path = entry.get("path");
        if (!(entry instanceof ObjectNode object) || path == null || !path.isString()) {
            throw CosmosException.badRequest("A composite index has a path that is not a string.");
        }
        PartitionKeyPaths.names(path.stringValue());
        ContainerChecks.oneOf(object, "order", "ascending", List.of("ascending", "descending"));
    }

    private static ArrayNode arrayIn(ObjectNode policy, String name) {
        JsonNode sent = policy.get(name);
        if (sent == null || sent.isNull()) {
            return policy.putArray(name);
        }
        if (sent instanceof ArrayNode array) {
            return array;
        }
        throw CosmosException.badRequest("The property '" + name + "' of the indexing policy is not an array.");
    }
}
