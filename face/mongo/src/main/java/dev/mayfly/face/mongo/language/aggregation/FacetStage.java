package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $facet}: several pipelines over the same rows, their results as arrays of one document. */
record FacetStage(Map<String, Pipeline> facets) implements Stage {
    private static final Set<String> REFUSED = Set.of(
            "$facet",
            "$out",
            "$merge",
            "$collStats",
            "$indexStats",
            "$currentOp",
            "$documents",
            "$geoNear",
            VectorSearchStage.NAME,
            "$changeStream");

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static FacetStage compile(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument() || argument.asDocument().isEmpty()) {
            throw location(
                    40169,
                    "the $facet specification must be a non-empty object, but found: $facet: " + BsonText.of(argument));
        }
        Map<String, Pipeline> facets = new LinkedHashMap<>();
        for (Map.Entry<String, BsonValue> facet : argument.asDocument().entrySet()) {
            facets.put(facet.getKey(), facet(facet.getKey(), facet.getValue(), scope));
        }
        return new FacetStage(facets);
    }

    private static void requireName(String field) {
        if (field.indexOf('.') >= 0) {
            throw location(16412, "FieldPath field names may not contain '.'.");
        }
        if (field.isEmpty()) {
            throw location(15998, "FieldPath field names may not be empty strings.");
        }
        FieldPaths.names(field);
    }

    private static Pipeline facet(String field, BsonValue pipeline, StageScope scope) {
        requireName(field);
        if (!pipeline.isArray()) {
            throw location(
                    40170, "arguments to $facet must be arrays, " + field + " is type " + TypeNames.of(pipeline));
        }
        for (int i = 0; i < pipeline.asArray().size(); i++) {
            BsonValue element = pipeline.asArray().get(i);
            if (!element.isDocument()) {
                throw location(
                        40171,
                        "elements of arrays in $facet spec must be non-empty objects, " + field
                                + " argument contained an element of type " + TypeNames.of(element) + ": "
                                + BsonText.field(Integer.toString(i), element));
            }
        }
        List<BsonDocument> stages = PipelineCompiler.stages(pipeline);
        for (BsonDocument stage : stages) {
            if (!stage.isEmpty() && REFUSED.contains(stage.getFirstKey())) {
                throw location(40600, stage.getFirstKey() + " is not allowed to be used within a $facet stage");
            }
        }
        return PipelineCompiler.compile(stages, scope.inner(Set.of()));
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return Rows.collected(input, rows -> gather(rows, context));
    }

    private Iterator<BsonDocument> gather(Rows input, PipelineContext context) {
        MemoryBudget budget = new MemoryBudget("$facet");
        List<BsonDocument> rows = new ArrayList<>();
        for (BsonDocument row = input.next(); row != null; row = input.next()) {
            budget.take(HeapSize.of(row));
            rows.add(row);
        }
        BsonDocument result = new BsonDocument();
        facets.forEach((field, pipeline) -> {
            BsonArray array = new BsonArray();
            try (Rows output = pipeline.run(Rows.of(rows), context)) {
                for (BsonDocument row = output.next(); row != null; row = output.next()) {
                    budget.take(HeapSize.of(row));
                    array.add(row);
                }
            }
            result.put(field, array);
        });
        return List.of(result).iterator();
    }
}
