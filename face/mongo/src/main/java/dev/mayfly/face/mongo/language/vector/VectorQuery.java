package dev.mayfly.face.mongo.language.vector;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.language.vector.VectorIndex.VectorField;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A search for the documents whose vectors are nearest to one. Every query compares all documents that its filter leaves, so
 * the number of candidates is checked and not used.
 *
 * @param index the name of the search index
 * @param limit the number of documents that are wanted
 */
public record VectorQuery(String index, String path, double[] vector, int limit, BsonDocument filter) {
    private static final int CANDIDATES_MAX = 10_000;
    private static final Set<String> FIELDS =
            Set.of("index", "path", "queryVector", "numCandidates", "limit", "exact", "filter");
    private static final String QUOTE = "\"";

    /** Returns the query that the stage's argument describes. */
    public static VectorQuery of(BsonValue argument) {
        if (!argument.isDocument()) {
            throw failedToParse("$vectorSearch value must be an object. Found: " + TypeNames.of(argument));
        }
        BsonDocument options = argument.asDocument();
        for (String name : options.keySet()) {
            if (!FIELDS.contains(name)) {
                throw refused("unrecognized field " + QUOTE + name + QUOTE);
            }
        }
        double @Nullable [] vector = VectorValues.of(TreeView.of(required(options, "queryVector")));
        if (vector == null) {
            throw refused("\"queryVector\" must be an array of numbers or a vector of float32 or int8");
        }
        int limit = positive(options, "limit");
        checkCandidates(options, limit);
        BsonValue filter = options.get("filter", new BsonDocument());
        if (!filter.isDocument()) {
            throw refused("\"filter\" must be a document");
        }
        String path = text(options, "path");
        FieldPaths.names(path);
        return new VectorQuery(text(options, "index"), path, vector, limit, filter.asDocument());
    }

    private static void checkCandidates(BsonDocument options, int limit) {
        BsonValue exact = options.get("exact");
        if (exact != null && !exact.isBoolean()) {
            throw refused("\"exact\" must be a boolean");
        }
        boolean isExact = exact != null && exact.asBoolean().getValue();
        if (isExact && options.containsKey("numCandidates")) {
            throw refused("\"numCandidates\" must be omitted when \"exact\" is true");
        }
        if (isExact) {
            return;
        }
        int candidates = positive(options, "numCandidates");
        if (candidates > CANDIDATES_MAX) {
            throw refused("\"numCandidates\" must be within bounds [1, " + CANDIDATES_MAX + "]");
        }
        if (candidates < limit) {
            throw refused("\"numCandidates\" must be greater than or equal to \"limit\"");
        }
    }

    private static int positive(BsonDocument options, String name) {
        BsonValue value = required(options, name);
        double number = value.isNumber() ? value.asNumber().doubleValue() : 0;
        if (number != Math.rint(number) || number < 1 || number > Integer.MAX_VALUE) {
            throw refused(QUOTE + name + "\" must be a positive integer");
        }
        return (int) number;
    }

    private static String text(BsonDocument options, String name) {
        BsonValue value = required(options, name);
        if (!value.isString()) {
            throw refused(QUOTE + name + "\" must be a string");
        }
        return value.asString().getValue();
    }

    private static BsonValue required(BsonDocument options, String name) {
        BsonValue value = options.get(name);
        if (value == null) {
            throw refused(QUOTE + name + "\" is required");
        }
        return value;
    }

    private static QueryException refused(String message) {
        return new QueryException(8, "UnknownError", message);
    }

    /**
     * Returns the field of an index that the query searches.
     *
     * @throws QueryException if the index has none of this path and length, or does not cover the filter
     */
    public VectorField field(VectorIndex searched) {
        VectorField field = searched.vectors().get(path);
        if (field == null) {
            throw refused("Path '" + path + "' needs to be indexed as vector");
        }
        if (field.dimensions() != vector.length) {
            throw refused("vector field is indexed with " + field.dimensions() + " dimensions but queried with "
                    + vector.length);
        }
        checkFilter(filter, searched.filters());
        return field;
    }

    private static void checkFilter(BsonDocument filter, Set<String> filters) {
        filter.forEach((name, value) -> {
            if (!name.startsWith("$")) {
                if (!filters.contains(name)) {
                    throw refused("Path '" + name + "' needs to be indexed as filter");
                }
            } else if (Set.of("$and", "$or", "$nor").contains(name) && value instanceof BsonArray branches) {
                branches.stream()
                        .filter(BsonValue::isDocument)
                        .forEach(branch -> checkFilter(branch.asDocument(), filters));
            } else {
                throw refused("\"filter\" does not support the operator \"" + name + QUOTE);
            }
        });
    }

    /** Returns what compares documents with the vector. */
    public VectorComparison comparison(VectorMetric metric) {
        return new VectorComparison(path, metric, vector);
    }
}
