package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.Value;

/** What is known of the type of an expression before it is computed: the signature of an answer says it. */
final class Types {
    private static final String ANY = "json";

    private Types() {}

    static String of(Expression expression) {
        return switch (expression) {
            case Expression.Constant(Value value) -> value.kind().typeName();
            case Expression.Binary(Operator operator, Expression _, Expression _) -> of(operator);
            case Expression.And _,
                    Expression.Or _,
                    Expression.Not _,
                    Expression.Exists _,
                    Expression.Like _,
                    Expression.Between _,
                    Expression.Is _,
                    Expression.DistinctFrom _,
                    Expression.Quantified _ -> "boolean";
            case Expression.Negate _ -> "number";
            case Expression.NewArray _, Expression.Slice _, Expression.FlatElements _, Expression.Subquery _ -> "array";
            case Expression.NewObject _, Expression.EachElement _ -> "object";
            case Expression.Aggregate aggregate -> ofMany(aggregate.function());
            case Expression.WindowFunction function -> ofMany(function.function());
            case Expression.Collect collect ->
                switch (collect.kind()) {
                    case ARRAY -> "array";
                    case OBJECT -> "object";
                    case FIRST -> ANY;
                };
            case Expression.Parameter _,
                    Expression.Identifier _,
                    Expression.AnyCaseIdentifier _,
                    Expression.Field _,
                    Expression.AnyCaseField _,
                    Expression.Element _,
                    Expression.Case _,
                    Expression.Call _ -> ANY;
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
