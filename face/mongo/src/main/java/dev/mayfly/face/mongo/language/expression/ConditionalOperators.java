package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Operators that choose between expressions; only the chosen one is evaluated. */
final class ConditionalOperators {
    private record Branch(Expression condition, Expression result) {}

    private ConditionalOperators() {}

    static void register(Map<String, Operator> table) {
        table.put("$cond", ConditionalOperators::cond);
        table.put("$ifNull", ConditionalOperators::ifNull);
        table.put("$switch", ConditionalOperators::choose);
    }

    private static Expression cond(String name, BsonValue argument, Scope scope) {
        if (!argument.isDocument()) {
            List<Expression> operands = Nary.operands(argument, scope);
            if (operands.size() != 3) {
                throw location(
                        16020, "Expression $cond takes exactly 3 arguments. " + operands.size() + " were passed in.");
            }
            return cond(operands.get(0), operands.get(1), operands.get(2));
        }
        for (String field : argument.asDocument().keySet()) {
            if (!List.of("if", "then", "else").contains(field)) {
                throw location(17083, "Unrecognized parameter to $cond: " + field);
            }
        }
        BsonDocument parts = argument.asDocument();
        return cond(
                part(parts, "if", 17080, scope), part(parts, "then", 17081, scope), part(parts, "else", 17082, scope));
    }

    private static Expression part(BsonDocument parts, String name, int code, Scope scope) {
        BsonValue part = parts.get(name);
        if (part == null) {
            throw location(code, "Missing '" + name + "' parameter to $cond");
        }
        return ExpressionCompiler.compile(part, scope);
    }

    private static Expression cond(Expression condition, Expression then, Expression otherwise) {
        return (root, variables) -> ExpressionValues.isTrue(condition.evaluate(root, variables))
                ? then.evaluate(root, variables)
                : otherwise.evaluate(root, variables);
    }

    private static Expression ifNull(String name, BsonValue argument, Scope scope) {
        List<Expression> operands = Nary.operands(argument, scope);
        if (operands.size() < 2) {
            throw location(1257300, "$ifNull needs at least two arguments, had: " + operands.size());
        }
        return (root, variables) -> {
            BsonValue value = ExpressionValues.MISSING;
            for (Expression operand : operands) {
                value = operand.evaluate(root, variables);
                if (!ExpressionValues.isNullish(value)) {
                    return value;
                }
            }
            return value;
        };
    }

    private static Expression choose(String name, BsonValue argument, Scope scope) {
        if (!argument.isDocument()) {
            throw location(40060, "$switch requires an object as an argument, found: " + TypeNames.of(argument));
        }
        List<Branch> branches = new ArrayList<>();
        Expression fallback = null;
        for (Map.Entry<String, BsonValue> field : argument.asDocument().entrySet()) {
            switch (field.getKey()) {
                case "branches" -> branches.addAll(branches(field.getValue(), scope));
                case "default" -> fallback = ExpressionCompiler.compile(field.getValue(), scope);
                default -> throw location(40067, "$switch found an unknown argument: " + field.getKey());
            }
        }
        if (branches.isEmpty()) {
            throw location(40068, "$switch requires at least one branch.");
        }
        return chooseFrom(List.copyOf(branches), fallback);
    }

    private static Expression chooseFrom(List<Branch> branches, @Nullable Expression fallback) {
        return (root, variables) -> {
            for (Branch branch : branches) {
                if (ExpressionValues.isTrue(branch.condition.evaluate(root, variables))) {
                    return branch.result.evaluate(root, variables);
                }
            }
            if (fallback == null) {
                throw location(
                        40066, "$switch could not find a matching branch for an input, and no default was specified.");
            }
            return fallback.evaluate(root, variables);
        };
    }

    private static List<Branch> branches(BsonValue argument, Scope scope) {
        if (!argument.isArray()) {
            throw location(40061, "$switch expected an array for 'branches', found: " + TypeNames.of(argument));
        }
        return argument.asArray().stream().map(branch -> branch(branch, scope)).toList();
    }

    private static Branch branch(BsonValue argument, Scope scope) {
        if (!argument.isDocument()) {
            throw location(40062, "$switch expected each branch to be an object, found: " + TypeNames.of(argument));
        }
        BsonDocument parts = argument.asDocument();
        for (String field : parts.keySet()) {
            if (!field.equals("case") && !field.equals("then")) {
                throw location(40063, "$switch found an unknown argument to a branch: " + field);
            }
        }
        BsonValue condition = parts.get("case");
        BsonValue result = parts.get("then");
        if (condition == null) {
            throw location(40064, "$switch requires each branch have a 'case' expression");
        }
        if (result == null) {
            throw location(40065, "$switch requires each branch have a 'then' expression.");
        }
        return new Branch(ExpressionCompiler.compile(condition, scope), ExpressionCompiler.compile(result, scope));
    }
}
