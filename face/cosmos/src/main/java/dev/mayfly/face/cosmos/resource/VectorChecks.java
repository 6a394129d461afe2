package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks what a container says about its vectors: what they are, and which have an index. Distances are exact with every kind of
 * index, and without one.
 */
final class VectorChecks {
    private static final String POLICY = "vectorEmbeddingPolicy";
    private static final String EMBEDDINGS = "vectorEmbeddings";
    private static final String INDEXES = "vectorIndexes";
    private static final String DIMENSIONS = "dimensions";
    private static final String FLAT = "flat";
    private static final List<String> INDEX_TYPES = List.of(FLAT, "quantizedFlat", "diskANN");
    private static final List<String> DATA_TYPES = List.of("float32", "float16", "int8", "uint8");
    private static final int DIMENSIONS_MAX = 4096;
    private static final int FLAT_DIMENSIONS_MAX = 505;
    private static final int QUANTIZATION_BYTES_MAX = 512;
    private static final int SEARCH_LIST_MIN = 25;
    private static final int SEARCH_LIST_MAX = 500;

    private VectorChecks() {}

    static void check(ObjectNode json) {
        JsonNode policy = json.get(POLICY);
        if (policy != null && !policy.isNull() && !policy.isObject()) {
            throw CosmosException.badRequest("The Vector Embedding Policy is not an object.");
        }
        Map<List<String>, JsonNode> embeddings = embeddings(json);
        embeddings.values().forEach(VectorChecks::checkEmbedding);
        indexes(json, embeddings);
    }

    /** Returns the metrics of vectors by the names that lead to them. */
    static Map<List<String>, VectorMetric> metrics(ObjectNode json) {
        Map<List<String>, VectorMetric> metrics = new HashMap<>();
        embeddings(json)
                .forEach((path, embedding) -> VectorMetric.named(
                                embedding.path("distanceFunction").asString(""))
                        .ifPresent(metric -> metrics.put(path, metric)));
        return metrics;
    }

    /** Returns the names that lead to the vectors that have an index. */
    static Set<List<String>> indexed(ObjectNode json) {
        return indexes(json, embeddings(json)).keySet();
    }

    /** Refuses to change what is said of a vector or of its index. */
    static void requireKept(ObjectNode before, ObjectNode changed) {
        Map<List<String>, JsonNode> embeddings = embeddings(changed);
        embeddings(before).forEach((path, embedding) -> {
            if (embeddings.containsKey(path) && !embedding.equals(embeddings.get(path))) {
                throw CosmosException.badRequest(
                        "Paths in existing embedding policy cannot be modified in Collection Replace. They can only be"
                                + " added or removed.");
            }
        });
        Map<List<String>, JsonNode> indexes = indexes(changed, embeddings);
        indexes(before, embeddings(before)).forEach((path, index) -> {
            if (indexes.containsKey(path) && !index.equals(indexes.get(path))) {
                throw CosmosException.badRequest(
                        "Paths in existing vector indexing policy cannot be modified in Collection Replace. They can only"
                                + " be added or removed.");
            }
        });
    }

    private static Map<List<String>, JsonNode> embeddings(ObjectNode json) {
        Map<List<String>, JsonNode> embeddings = new HashMap<>();
        for (JsonNode embedding : FullTextChecks.elements(json.path(POLICY), EMBEDDINGS, "Vector Embedding Policy")) {
            List<String> path = FullTextChecks.path(embedding.get("path"));
            if (path == null || path.isEmpty()) {
                throw CosmosException.badRequest("The Vector Embedding Policy has an invalid Path:"
                        + embedding.path("path").asString(""));
            }
            if (embeddings.put(path, embedding) != null) {
                throw CosmosException.badRequest(
                        "The Vector Embedding Policy has the Path " + PartitionKeyPaths.text(path) + " twice.");
            }
        }
        return embeddings;
    }

    private static void checkEmbedding(JsonNode embedding) {
        String dataType = embedding.path("dataType").asString("");
        if (!DATA_TYPES.contains(dataType)) {
            throw CosmosException.badRequest("The Vector Embedding Policy has an invalid DataType:" + dataType
                    + ". Supported values are: " + String.join(", ", DATA_TYPES));
        }
        String metric = embedding.path("distanceFunction").asString("");
        if (VectorMetric.named(metric).isEmpty()) {
            throw CosmosException.badRequest("The Vector Embedding Policy has an invalid DistanceFunction:" + metric
                    + ". Supported values are: euclidean, cosine, dotproduct");
        }
        JsonNode dimensions = embedding.path(DIMENSIONS);
        String said = "The Vector Embedding Policy has Dimensions:" + dimensions.asString("");
        if (!dimensions.isIntegralNumber() || dimensions.asLong() < 1) {
            throw CosmosException.badRequest(said + " which is not a whole number above 0");
        }
        if (dimensions.asLong() > DIMENSIONS_MAX) {
            throw CosmosException.badRequest(
                    said + " which is more than the maximum supported value of " + DIMENSIONS_MAX);
        }
    }

    private static Map<List<String>, JsonNode> indexes(ObjectNode json, Map<List<String>, JsonNode> embeddings) {
        Map<List<String>, JsonNode> indexes = new HashMap<>();
        for (JsonNode index : FullTextChecks.elements(json.path("indexingPolicy"), INDEXES, "indexing policy")) {
            List<String> path = FullTextChecks.path(index.get("path"));
            JsonNode embedding = path == null ? null : embeddings.get(path);
            if (path == null || embedding == null) {
                throw CosmosException.badRequest("The Vector Indexing Policy's path::"
                        + index.path("path").asString("") + " not matching in Embedding's path.");
            }
            checkIndex(index, embedding.path(DIMENSIONS).asInt(0));
            if (indexes.put(path, index) != null) {
                throw CosmosException.badRequest(
                        "The Vector Indexing Policy has the path " + PartitionKeyPaths.text(path) + " twice.");
            }
        }
        return indexes;
    }

    private static void checkIndex(JsonNode index, int dimensions) {
        String type = index.path("type").asString("");
        if (!INDEX_TYPES.contains(type)) {
            throw CosmosException.badRequest("The Vector Indexing Policy's Index Type::" + type + " is invalid.");
        }
        if (type.equals(FLAT) && dimensions > FLAT_DIMENSIONS_MAX) {
            throw CosmosException.badRequest("The Vector Indexing Policy's Index Type::" + type + " supports "
                    + FLAT_DIMENSIONS_MAX + " dimensions at most, and the Embedding has " + dimensions + ".");
        }
        requireBetween(
                "QuantizationByteSize",
                index.get("quantizationByteSize"),
                1,
                Math.min(QUANTIZATION_BYTES_MAX, dimensions));
        requireBetween("IndexingSearchListSize", index.get("indexingSearchListSize"), SEARCH_LIST_MIN, SEARCH_LIST_MAX);
        checkShardKey(index.get("vectorIndexShardKey"));
    }

    private static void checkShardKey(@Nullable JsonNode paths) {
        if (paths == null || paths.isNull()) {
            return;
        }
        if (!paths.isArray()) {
            throw CosmosException.badRequest(
                    "One of the specified inputs is invalid: vectorIndexShardKey is an array.");
        }
        if (paths.size() > 1) {
            throw CosmosException.badRequest("The number of shard paths defined in the Vector Indexing Policy: "
                    + paths.size() + " exceeds the maximum: 1.");
        }
        for (JsonNode path : paths) {
            if (FullTextChecks.path(path) == null) {
                throw CosmosException.badRequest(
                        "The Vector Indexing Policy has an invalid Shard Path: " + path.asString("") + ".");
            }
        }
    }

    private static void requireBetween(String name, @Nullable JsonNode value, int least, int most) {
        if (value == null || value.isNull()) {
            return;
        }
        if (!value.isIntegralNumber() || value.asLong() < least || value.asLong() > most) {
            throw CosmosException.badRequest("The Vector Indexing Policy parameter " + name + " value :: "
                    + value.asString("") + " is out of range. The allowed range is between " + least + " and " + most
                    + ".");
        }
    }
}
