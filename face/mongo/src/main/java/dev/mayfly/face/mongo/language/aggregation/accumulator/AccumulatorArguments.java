package dev.mayfly.face.mongo.language.aggregation.accumulator;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.value.BsonText;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** The named arguments of accumulators that take the first, the last or the best few. */
record AccumulatorArguments(String accumulator, BsonDocument arguments, StageScope scope) {
    /** The numbers of those that rank rows by an order of their own. */
    private static final Map<String, Integer> MISSING_RANKED =
            Map.of("n", 5788003, "output", 5788004, "sortBy", 5788005);

    private static final Map<String, Integer> MISSING = Map.of("n", 5787906, "input", 5787907);

    static AccumulatorArguments of(String accumulator, BsonValue argument, StageScope scope, List<String> allowed) {
        if (!argument.isDocument()) {
            throw location(
                    codeOfNoObject(accumulator),
                    "specification must be an object; found " + accumulator + ": " + BsonText.of(argument));
        }
        for (String name : argument.asDocument().keySet()) {
            if (!allowed.contains(name)) {
                throw isRanked(accumulator)
                        ? location(5788002, "Unknown argument to " + accumulator + " '" + name + "'")
                        : location(5787901, "Unknown argument for 'n' operator: " + name);
            }
        }
        return new AccumulatorArguments(accumulator, argument.asDocument(), scope);
    }

    private static boolean isRanked(String accumulator) {
        return accumulator.startsWith("$top") || accumulator.startsWith("$bottom");
    }

    private static int codeOfNoObject(String accumulator) {
        if (isRanked(accumulator)) {
            return 5788001;
        }
        return accumulator.equals("$minN") || accumulator.equals("$maxN") ? 5787900 : 5787801;
    }

    BsonValue raw(String name) {
        BsonValue value = arguments.get(name);
        if (value == null) {
            Map<String, Integer> codes = isRanked(accumulator) ? MISSING_RANKED : MISSING;
            throw location(codes.getOrDefault(name, 5787906), "Missing value for '" + name + "'");
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
