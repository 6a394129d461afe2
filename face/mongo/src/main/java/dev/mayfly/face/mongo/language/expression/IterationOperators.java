package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Growth;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.MeasuredArray;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import org.bson.BsonValue;

/** Expressions evaluated once for each element of an array, under a variable. */
final class IterationOperators {
    private static final NamedArguments.Codes MAP =
            new NamedArguments.Codes(ArgumentWording.PARAMETER, 16878, 16879, Map.of("input", 16880, "in", 16882));
    private static final NamedArguments.Codes FILTER =
            new NamedArguments.Codes(ArgumentWording.PARAMETER, 28646, 28647, Map.of("input", 28648, "cond", 28650));
    private static final NamedArguments.Codes REDUCE = new NamedArguments.Codes(
            ArgumentWording.SPECIFIED, 40075, 40076, Map.of("input", 40077, "initialValue", 40078, "in", 40079));

    private IterationOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$map", IterationOperators::map);
        table.put("$filter", IterationOperators::filter);
        table.put("$reduce", IterationOperators::reduce);
    }

    private static Expression map(String name, BsonValue argument, Scope scope) {
        NamedArguments named = NamedArguments.of(name, argument, scope, MAP, "input", "as", "in");
        Expression input = named.required("input");
        String variable = named.variable("as");
        Expression each = named.required("in", scope.with(variable));
        return (root, variables) -> {
            BsonValue array = input.evaluate(root, variables);
            if (ExpressionValues.isNullish(array)) {
                return ExpressionValues.NULL;
            }
            if (!array.isArray()) {
                throw location(16883, "input to $map must be an array not " + TypeNames.of(array));
            }
            Growth growth = new Growth("$map");
            MeasuredArray mapped = new MeasuredArray(array.asArray().size());
            for (BsonValue element : array.asArray()) {
                BsonValue value = each.evaluate(root, variables.with(variable, element));
                growth.append(mapped, ExpressionValues.isMissing(value) ? ExpressionValues.NULL : value);
            }
            return mapped;
        };
    }

    private static Expression filter(String name, BsonValue argument, Scope scope) {
        NamedArguments named = NamedArguments.of(name, argument, scope, FILTER, "input", "as", "cond", "limit");
        Expression input = named.required("input");
        String variable = named.variable("as");
        Expression condition = named.required("cond", scope.with(variable));
        Expression limit = named.optional("limit");
        return (root, variables) -> {
            BsonValue array = input.evaluate(root, variables);
            if (ExpressionValues.isNullish(array)) {
                return ExpressionValues.NULL;
            }
            if (!array.isArray()) {
                throw location(28651, "input to $filter must be an array not " + TypeNames.of(array));
            }
            int most = limit(limit.evaluate(root, variables));
            Growth growth = new Growth("$filter");
            MeasuredArray kept = new MeasuredArray(10);
            for (BsonValue element : array.asArray()) {
                if (ExpressionValues.isTrue(condition.evaluate(root, variables.with(variable, element)))) {
                    growth.append(kept, element);
                } else {
                    growth.keep(kept);
                }
                if (kept.size() == most) {
                    break;
                }
            }
            return kept;
        };
    }

    private static int limit(BsonValue limit) {
        if (ExpressionValues.isNullish(limit)) {
            return Integer.MAX_VALUE;
        }
        Integer whole = ExpressionValues.isNumber(limit) ? ExpressionValues.intOf(limit) : null;
        if (whole == null) {
            throw location(
                    327391, "$filter: limit must be represented as a 32-bit integral value: " + BsonText.of(limit));
        }
        if (whole <= 0) {
            throw location(327392, "$filter: limit must be greater than 0: " + whole);
        }
        return whole;
    }

    private static Expression reduce(String name, BsonValue argument, Scope scope) {
        NamedArguments named = NamedArguments.of(name, argument, scope, REDUCE, "input", "initialValue", "in");
        Expression input = named.required("input");
        Expression initial = named.required("initialValue");
        Expression step = named.required("in", scope.with("this").with("value"));
        return (root, variables) -> {
            BsonValue array = input.evaluate(root, variables);
            if (ExpressionValues.isNullish(array)) {
                return ExpressionValues.NULL;
            }
            if (!array.isArray()) {
                throw location(40080, "$reduce requires that 'input' be an array, found: " + BsonText.of(array));
            }
            Growth growth = new Growth("$reduce");
            BsonValue value = initial.evaluate(root, variables);
            for (BsonValue element : array.asArray()) {
                value = growth.keep(
                        step.evaluate(root, variables.with("this", element).with("value", value)));
            }
            return value;
        };
    }
}
