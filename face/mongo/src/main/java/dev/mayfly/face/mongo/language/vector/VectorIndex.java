package dev.mayfly.face.mongo.language.vector;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * What a search index of the type {@code vectorSearch} defines: the paths of its vectors, and those that queries may filter by.
 * Nothing is stored for it: queries compare the vectors of the documents themselves.
 *
 * @param vectors by path
 * @param filters paths
 */
public record VectorIndex(Map<String, VectorField> vectors, Set<String> filters) {
    private static final int DIMENSIONS_MAX = 8192;
    private static final Set<String> QUANTIZATIONS = Set.of("none", "scalar", "binary");

    /** @param dimensions the length of its vectors */
    public record VectorField(int dimensions, VectorMetric metric) {}

    public VectorIndex {
        vectors = Map.copyOf(vectors);
        filters = Set.copyOf(filters);
    }

    /**
     * Returns what a definition says.
     *
     * @throws dev.mayfly.face.mongo.language.error.QueryException BadValue for one that cannot be
     */
    public static VectorIndex of(BsonDocument definition) {
        BsonValue fields = definition.get("fields");
        if (fields == null) {
            throw badValue("\"fields\" is required");
        }
        if (!fields.isArray()) {
            throw badValue("\"fields\" must be an array");
        }
        Map<String, VectorField> vectors = new HashMap<>();
        Set<String> filters = new HashSet<>();
        for (BsonValue field : (BsonArray) fields) {
            if (!field.isDocument()) {
                throw badValue("\"fields\" must be an array of documents");
            }
            add(field.asDocument(), vectors, filters);
        }
        if (vectors.isEmpty()) {
            throw badValue("\"fields\" must contain at least one field of type \"vector\"");
        }
        return new VectorIndex(vectors, filters);
    }

    private static void add(BsonDocument field, Map<String, VectorField> vectors, Set<String> filters) {
        String path = text(field, "path");
        FieldPaths.names(path);
        switch (text(field, "type")) {
            case "vector" -> {
                if (vectors.put(path, vector(field)) != null) {
                    throw badValue("\"fields\" cannot contain the path \"" + path + "\" twice");
                }
            }
            case "filter" -> filters.add(path);
            default ->
                throw badValue(
                        "\"fields.type\" must be one of [vector, filter], found \"" + text(field, "type") + "\"");
        }
    }

    private static VectorField vector(BsonDocument field) {
        BsonValue dimensions = field.get("numDimensions");
        if (dimensions == null) {
            throw badValue("\"fields.numDimensions\" is required");
        }
        double count = dimensions.isNumber() ? dimensions.asNumber().doubleValue() : 0;
        if (count != Math.rint(count) || count < 1 || count > DIMENSIONS_MAX) {
            throw badValue("\"fields.numDimensions\" must be an integer within [1, " + DIMENSIONS_MAX + "]");
        }
        if (field.containsKey("quantization") && !QUANTIZATIONS.contains(text(field, "quantization"))) {
            throw badValue("\"fields.quantization\" must be one of [none, scalar, binary]");
        }
        Optional<VectorMetric> metric = VectorMetric.named(text(field, "similarity"));
        return new VectorField(
                (int) count,
                metric.orElseThrow(
                        () -> badValue("\"fields.similarity\" must be one of [euclidean, cosine, dotProduct]")));
    }

    private static String text(BsonDocument field, String name) {
        @Nullable BsonValue value = field.get(name);
        if (value == null) {
            throw badValue("\"fields." + name + "\" is required");
        }
        if (!value.isString()) {
            throw badValue("\"fields." + name + "\" must be a string, found " + TypeNames.of(value));
        }
        return value.asString().getValue();
    }
}
