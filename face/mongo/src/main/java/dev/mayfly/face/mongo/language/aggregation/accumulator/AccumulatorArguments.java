package dev.mayfly.face.mongo.language.aggregation.accumulator;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** The named arguments of accumulators that take the first, the last or the best few. */
record AccumulatorArguments(String accumulator, BsonDocument arguments, StageScope scope) {
    static AccumulatorArguments of(String accumulator, BsonValue argument, StageScope scope, List<String> allowed) {
        if (!argument.isDocument()) {
            throw location(
                    5787801, "specification must be an object; found " + accumulator + ": " + TypeNames.of(argument));
        }
        for (String name : argument.asDocument().keySet()) {
            if (!allowed.contains(name)) {
                throw location(5787901, "Unknown argument for 'n' operator: " + name);
            }
        }
        return new AccumulatorArguments(accumulator, argument.asDocument(), scope);
    }

    BsonValue raw(String name) {
        BsonValue value = arguments.get(name);
        if (value == null) {
            throw location(5787906, "Missing value for '" + name + "' in " + accumulator);
        }
        return value;
    }

    Expression required(String name) {
        return ExpressionCompiler.compile(raw(name), scope.variables());
    }

    /** The count, which is one for the accumulators that have none. */
    Expression count() {
        return accumulator.endsWith("N")
                ? required("n")
                : ExpressionCompiler.compile(new BsonInt32(1), scope.variables());
    }
}
