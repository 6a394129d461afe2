package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $fill}: values for fields that have none. It is the window stage and {@code $set} under another name. */
final class FillStage {
    private FillStage() {}

    static Stage compile(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw failedToParse(
                    "The " + name + " stage specification must be an object, found " + TypeNames.of(argument));
        }
        BsonDocument spec = argument.asDocument();
        for (String option : spec.keySet()) {
            if (!Set.of("partitionBy", "partitionByFields", "sortBy", "output").contains(option)) {
                throw DensifyStage.unknown("$fill." + option);
            }
        }
        BsonValue output = DensifyStage.required(spec, "output", "$fill.output");
        if (!output.isDocument()) {
            throw DensifyStage.wrongType("$fill.output", output, "object");
        }
        BsonValue sortBy = spec.get("sortBy");
        if (sortBy != null && !sortBy.isDocument()) {
            throw DensifyStage.wrongType("$fill.sortBy", sortBy, "object");
        }
        BsonDocument windows = new BsonDocument();
        BsonDocument values = new BsonDocument();
        output.asDocument().forEach((field, how) -> read(field, how, windows, values));
        return stage(spec, windows, values, scope);
    }

    private static void read(String field, BsonValue how, BsonDocument windows, BsonDocument values) {
        if (!how.isDocument() || how.asDocument().size() != 1) {
            throw location(
                    6050203, "Each output field of $fill must be an object with exactly one of 'value' and 'method'");
        }
        BsonString path = new BsonString("$" + field);
        Map.Entry<String, BsonValue> one =
                how.asDocument().entrySet().iterator().next();
        switch (one.getKey()) {
            case "value" ->
                values.put(field, new BsonDocument("$ifNull", new BsonArray(List.of(path, one.getValue()))));
            case "method" -> windows.put(field, new BsonDocument(function(one.getValue()), path));
            default -> throw DensifyStage.unknown("$fill.output." + one.getKey());
        }
    }

    private static String function(BsonValue method) {
        String text = method.isString() ? method.asString().getValue() : "";
        return switch (text) {
            case "linear" -> "$linearFill";
            case "locf" -> "$locf";
            default -> throw location(6050202, "Method must be either locf or linear");
        };
    }

    private static Stage stage(BsonDocument spec, BsonDocument windows, BsonDocument values, StageScope scope) {
        List<Stage> stages = new ArrayList<>();
        BsonValue partitionBy = partitionBy(spec);
        if (!windows.isEmpty()) {
            BsonValue sortBy = spec.get("sortBy");
            if (sortBy == null) {
                throw location(6050204, "'sortBy' must be specified where a 'method' of $fill is");
            }
            BsonDocument window = new BsonDocument("sortBy", sortBy).append("output", windows);
            if (partitionBy != null) {
                window.append("partitionBy", partitionBy);
            }
            stages.add(WindowStage.compile("$setWindowFields", window, scope));
        }
        if (!values.isEmpty()) {
            stages.add(ShapeStages.set("$addFields", values, scope));
        }
        return (input, context) -> {
            Rows rows = input;
            for (Stage stage : stages) {
                rows = stage.over(rows, context);
            }
            return rows;
        };
    }

    private static @Nullable BsonValue partitionBy(BsonDocument spec) {
        BsonValue fields = spec.get("partitionByFields");
        if (fields == null) {
            return spec.get("partitionBy");
        }
        if (spec.containsKey("partitionBy")) {
            throw location(6050205, "Maximum one of 'partitionBy' and 'partitionByFields' can be specified in '$fill'");
        }
        if (!fields.isArray()) {
            throw DensifyStage.wrongType("$fill.partitionByFields", fields, "array");
        }
        BsonDocument partition = new BsonDocument();
        for (BsonValue field : fields.asArray()) {
            if (!field.isString() || field.asString().getValue().startsWith("$")) {
                throw location(6050206, "the fields of $fill.partitionByFields must be names of fields");
            }
            String path = field.asString().getValue();
            // A name with dots would make a document in a document; any distinct name does.
            partition.put(path.replace('.', '_') + partition.size(), new BsonString("$" + path));
        }
        return partition;
    }
}
