package dev.mayfly.face.mongo.language.aggregation.window;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $shift}: a value of the row at a given distance before or after. */
record WindowShift(Expression output, long by, Expression otherwise) implements WindowFunction {
    static WindowFunction compile(Use use) {
        if (use.sort().isEmpty()) {
            throw failedToParse("'$shift' requires a sortBy");
        }
        if (!use.argument().isDocument()) {
            throw failedToParse("Argument to $shift must be an object");
        }
        BsonDocument argument = use.argument().asDocument();
        for (String field : argument.keySet()) {
            if (!Set.of("output", "by", "default").contains(field)) {
                throw failedToParse("Unknown argument in $shift");
            }
        }
        BsonValue output = argument.get("output");
        BsonValue by = argument.get("by");
        if (output == null || by == null) {
            throw failedToParse(
                    "$shift requires an " + (output == null ? "'output' expression" : "integer 'by' field."));
        }
        Long places = Trees.wholeOf(by);
        if (places == null) {
            throw failedToParse("'$shift:by' field must be an integer, but found by: " + TypeNames.of(by));
        }
        BsonValue otherwise = argument.get("default", BsonNull.VALUE);
        if (otherwise.isString() && otherwise.asString().getValue().startsWith("$")) {
            throw location(5733500, "'$shift:default' expression must yield a constant value.");
        }
        return new WindowShift(use.compiled(output), places, use.compiled(otherwise));
    }

    @Override
    public BsonValue[] compute(WindowPartition partition) {
        BsonValue none = otherwise.evaluate(TreeView.of(new BsonDocument()), partition.variables());
        BsonValue[] results = new BsonValue[partition.size()];
        for (int row = 0; row < results.length; row++) {
            long from = row + by;
            results[row] = from >= 0 && from < results.length
                    ? output.evaluate(partition.row((int) from), partition.variables())
                    : none;
        }
        return results;
    }
}
