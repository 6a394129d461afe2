package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.bson.BsonDouble;
import org.bson.BsonValue;

/** Literals, variables and chance. */
final class VariableOperators {
    private static final NamedArguments.Codes LET =
            new NamedArguments.Codes(ArgumentWording.PARAMETER, 16874, 16875, Map.of("vars", 16876, "in", 16877));

    private VariableOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$literal", (_, argument, _) -> new Literal(argument));
        table.put("$const", (_, argument, _) -> new Literal(argument));
        table.put("$let", VariableOperators::let);
        table.put("$rand", VariableOperators::rand);
    }

    private static Expression let(String name, BsonValue argument, Scope scope) {
        NamedArguments named = NamedArguments.of(name, argument, scope, LET, "vars", "in");
        BsonValue definitions = named.raw("vars");
        BsonValue body = named.raw("in");
        if (!definitions.isDocument()) {
            throw location(10065, "invalid parameter: expected an object (vars)");
        }
        Map<String, Expression> vars = new LinkedHashMap<>();
        Scope inner = scope;
        for (Map.Entry<String, BsonValue> definition : definitions.asDocument().entrySet()) {
            String variable = ExpressionCompiler.checkedVariable(definition.getKey());
            vars.put(variable, ExpressionCompiler.compile(definition.getValue(), scope));
            inner = inner.with(variable);
        }
        Expression result = ExpressionCompiler.compile(body, inner);
        return (root, variables) -> {
            Variables defined = variables;
            for (Map.Entry<String, Expression> definition : vars.entrySet()) {
                defined =
                        defined.with(definition.getKey(), definition.getValue().evaluate(root, variables));
            }
            return result.evaluate(root, defined);
        };
    }

    private static Expression rand(String name, BsonValue argument, Scope scope) {
        boolean isEmpty = argument.isDocument()
                ? argument.asDocument().isEmpty()
                : argument.isArray() && argument.asArray().isEmpty();
        if (!isEmpty) {
            throw location(3040501, "$rand does not currently accept arguments");
        }
        return (_, _) -> new BsonDouble(ThreadLocalRandom.current().nextDouble());
    }
}
