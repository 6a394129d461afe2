package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.N1qlValue;

/** The known type of an expression before it is computed, for the signature of an answer. */
final class Types {
    private static final String ANY = "json";

    private Types() {}

    static String of(N1qlExpression expression) {
        return switch (expression) {
            case N1qlExpression.Constant(N1qlValue value) -> value.kind().typeName();
            case N1qlExpression.Binary(Operator operator, N1qlExpression _, N1qlExpression _) -> of(operator);
            case N1qlExpression.And _,
                    N1qlExpression.Or _,
                    N1qlExpression.Not _,
                    N1qlExpression.Exists _,
                    N1qlExpression.Like _,
                    N1qlExpression.Between _,
                    N1qlExpression.Is _,
                    N1qlExpression.DistinctFrom _,
                    N1qlExpression.Quantified _ -> "boolean";
            case N1qlExpression.Negate _, N1qlExpression.SequenceValue _ -> "number";
            case N1qlExpression.NewArray _,
                    N1qlExpression.Slice _,
                    N1qlExpression.FlatElements _,
                    N1qlExpression.Subquery _ -> "array";
            case N1qlExpression.NewObject _, N1qlExpression.EachElement _ -> "object";
            case N1qlExpression.Aggregate aggregate -> ofMany(aggregate.function());
            case N1qlExpression.WindowFunction function -> ofMany(function.function());
            case N1qlExpression.Collect collect ->
                switch (collect.kind()) {
                    case ARRAY -> "array";
                    case OBJECT -> "object";
                    case FIRST -> ANY;
                };
            case N1qlExpression.Parameter _,
                    N1qlExpression.UserCall _,
                    N1qlExpression.Identifier _,
                    N1qlExpression.AnyCaseIdentifier _,
                    N1qlExpression.Self _,
                    N1qlExpression.Field _,
                    N1qlExpression.AnyCaseField _,
                    N1qlExpression.Element _,
                    N1qlExpression.Case _,
                    N1qlExpression.Call _ -> ANY;
        };
    }

    private static String ofMany(String function) {
        return switch (function) {
            case "COUNT",
                    "COUNTN",
                    "SUM",
                    "AVG",
                    "MEAN",
                    "MEDIAN",
                    "STDDEV",
                    "VARIANCE",
                    "ROW_NUMBER",
                    "RANK",
                    "DENSE_RANK",
                    "PERCENT_RANK",
                    "CUME_DIST",
                    "NTILE",
                    "RATIO_TO_REPORT" -> "number";
            case "ARRAY_AGG" -> "array";
            default -> ANY;
        };
    }

    private static String of(Operator operator) {
        return switch (operator) {
            case ADD, SUBTRACT, MULTIPLY, DIVIDE, REMAINDER, POWER -> "number";
            case CONCATENATE -> "string";
            case EQUAL, NOT_EQUAL, LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL, IN, WITHIN -> "boolean";
        };
    }
}
