package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.ComputedProperty;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Checks what a container says about places: how they lie, and the indexes over them. */
final class SpatialChecks {
    private static final String CONFIG = "geospatialConfig";
    private static final String TYPE = "type";
    private static final String GEOMETRY = "Geometry";
    private static final String INDEXES = "spatialIndexes";
    private static final String BOX = "boundingBox";
    private static final List<String> SHAPES = List.of("Point", "LineString", "Polygon", "MultiPolygon");

    private SpatialChecks() {}

    static void check(ObjectNode json) {
        ContainerChecks.oneOf(
                ContainerChecks.objectIn(json, CONFIG), TYPE, "Geography", List.of("Geography", GEOMETRY));
        boolean isPlanar = isPlanar(json);
        indexes((ObjectNode) json.path("indexingPolicy"), isPlanar);
        if (isPlanar) {
            refuseComputed(json);
        }
    }

    /** Returns true if the places in the items of a container lie on the plane. */
    static boolean isPlanar(ObjectNode json) {
        return json.path(CONFIG).path(TYPE).asString("").equals(GEOMETRY);
    }

    /** Returns the paths of the indexes. */
    static List<String> indexed(ObjectNode json) {
        List<String> paths = new ArrayList<>();
        for (JsonNode index : json.path("indexingPolicy").path(INDEXES)) {
            paths.add(IndexingPolicyChecks.pathOf((ObjectNode) index));
        }
        return paths;
    }

    private static void indexes(ObjectNode policy, boolean isPlanar) {
        JsonNode sent = policy.get(INDEXES);
        if (sent == null || sent.isNull()) {
            return;
        }
        if (!(sent instanceof ArrayNode indexes)) {
            throw CosmosException.badRequest("The property '" + INDEXES + "' of the indexing policy is not an array.");
        }
        Set<String> paths = new HashSet<>();
        for (JsonNode index : indexes) {
            if (!(index instanceof ObjectNode object)) {
                throw CosmosException.badRequest("A spatial index is not an object.");
            }
            String path = IndexingPolicyChecks.pathOf(object);
            if (!paths.add(path)) {
                throw CosmosException.badRequest("The spatial index path '" + path + "' is given twice.");
            }
            types(object, path);
            box(object, path, isPlanar);
        }
    }

    /** Writes each as the protocol does; one that names none has all. */
    private static void types(ObjectNode index, String path) {
        JsonNode sent = index.get("types");
        if (sent == null || sent.isNull()) {
            ArrayNode all = index.putArray("types");
            SHAPES.forEach(all::add);
            return;
        }
        if (!(sent instanceof ArrayNode types) || types.isEmpty()) {
            throw CosmosException.badRequest("The spatial index of the path '" + path + "' has no types.");
        }
        for (int at = 0; at < types.size(); at++) {
            String type = types.get(at).asString("");
            types.set(
                    at,
                    SHAPES.stream()
                            .filter(type::equalsIgnoreCase)
                            .findFirst()
                            .orElseThrow(() -> CosmosException.badRequest(
                                    "The value '" + type + "' of the types of a spatial index is"
                                            + " invalid. It is one of: " + String.join(", ", SHAPES) + ".")));
        }
    }

    /** The plane has no end, so its indexes have: a box in which most of the places lie. */
    private static void box(ObjectNode index, String path, boolean isPlanar) {
        JsonNode sent = index.get(BOX);
        boolean isThere = sent != null && !sent.isNull();
        if (isThere != isPlanar) {
            throw CosmosException.badRequest(
                    isPlanar
                            ? "The spatial index of the path '" + path + "' needs a '" + BOX
                                    + "': the container has places of the type Geometry."
                            : "The spatial index of the path '" + path + "' must not have a '" + BOX
                                    + "': the container has places of the type Geography.");
        }
        if (!isThere) {
            index.remove(BOX);
            return;
        }
        boolean isBox = isBefore(sent.get("xmin"), sent.get("xmax")) && isBefore(sent.get("ymin"), sent.get("ymax"));
        if (!isBox) {
            throw CosmosException.badRequest("The '" + BOX + "' of the spatial index of the path '" + path
                    + "' is invalid: it has the numbers xmin, ymin, xmax and ymax, each minimum below its maximum.");
        }
    }

    private static boolean isBefore(JsonNode least, JsonNode most) {
        return least != null
                && most != null
                && least.isNumber()
                && most.isNumber()
                && least.doubleValue() < most.doubleValue();
    }

    /** A computed property is told nothing about its container, and would take places as those of the sphere. */
    private static void refuseComputed(ObjectNode json) {
        for (ComputedProperty property : ComputedPropertyChecks.read(json).all()) {
            if (property.isSpatial()) {
                throw CosmosException.badRequest("The computed property '" + property.name()
                        + "' must not use spatial functions: the container has places of the type Geometry.");
            }
        }
    }
}
