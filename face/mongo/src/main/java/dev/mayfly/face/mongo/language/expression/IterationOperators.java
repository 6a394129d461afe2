package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.Refusals.location;

import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** Expressions evaluated once for each element of an array, under a variable. */
final class IterationOperators {
    private static final NamedArguments.Codes MAP = new NamedArguments.Codes(16878, 16879, 16880);
    private static final NamedArguments.Codes FILTER = new NamedArguments.Codes(28646, 28647, 28648);
    private static final NamedArguments.Codes REDUCE = new NamedArguments.Codes(40075, 40076, 40077);

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
            if (Values.isNullish(array)) {
                return Values.NULL;
            }
            if (!array.isArray()) {
                throw location(16883, "input to $map must be an array not " + TypeNames.of(array));
            }
            BsonArray mapped = new BsonArray(array.asArray().size());
            for (BsonValue element : array.asArray()) {
                BsonValue value = each.evaluate(root, variables.with(variable, element));
                mapped.add(Values.isMissing(value) ? Values.NULL : value);
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
            if (Values.isNullish(array)) {
                return Values.NULL;
            }
            if (!array.isArray()) {
                throw location(28651, "input to $filter must be an array not " + TypeNames.of(array));
            }
            int most = limit(limit.evaluate(root, variables));
            BsonArray kept = new BsonArray();
            for (BsonValue element : array.asArray()) {
                if (Values.isTrue(condition.evaluate(root, variables.with(variable, element)))) {
                    kept.add(element);
                }
                if (kept.size() == most) {
                    break;
                }
            }
            return kept;
        };
    }

    private static int limit(BsonValue limit) {
        if (Values.isNullish(limit)) {
            return Integer.MAX_VALUE;
        }
        Integer whole = Values.isNumber(limit) ? Values.intOf(limit) : null;
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
        Expression initial = named.required("initialValue", 40078);
        if (!named.has("in")) {
            throw location(40079, name + " requires 'in' to be specified");
        }
        Expression step = named.required("in", scope.with("this").with("value"));
        return (root, variables) -> {
            BsonValue array = input.evaluate(root, variables);
            if (Values.isNullish(array)) {
                return Values.NULL;
            }
            if (!array.isArray()) {
                throw location(40080, "$reduce requires that 'input' be an array, found: " + BsonText.of(array));
            }
            BsonValue value = initial.evaluate(root, variables);
            for (BsonValue element : array.asArray()) {
                value = step.evaluate(root, variables.with("this", element).with("value", value));
            }
            return value;
        };
    }
}
