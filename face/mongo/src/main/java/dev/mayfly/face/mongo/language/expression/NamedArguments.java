package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The argument of an operator that takes its operands by name, as in {@code {$filter: {input: ..., cond: ...}}}. */
final class NamedArguments {
    /**
     * The numbers of the three ways to get the argument wrong, and the words for them.
     *
     * @param missing by the names of those that must be given
     */
    record Codes(ArgumentWording wording, int notAnObject, int unknown, Map<String, Integer> missing) {
        /** Codes of an operator with one argument that must be given, or with one number for all of them. */
        Codes(ArgumentWording wording, int notAnObject, int unknown, int missing) {
            this(wording, notAnObject, unknown, Map.of("", missing));
        }

        int missing(String name) {
            return missing.getOrDefault(name, missing.getOrDefault("", unknown));
        }
    }

    private static final Expression NOTHING = new Literal(ExpressionValues.MISSING);
    private static final Expression NULL = new Literal(ExpressionValues.NULL);

    private final String operator;
    private final BsonDocument arguments;
    private final Scope scope;
    private final Codes codes;

    private NamedArguments(String operator, BsonDocument arguments, Scope scope, Codes codes) {
        this.operator = operator;
        this.arguments = arguments;
        this.scope = scope;
        this.codes = codes;
    }

    static NamedArguments of(String operator, BsonValue argument, Scope scope, Codes codes, String... allowed) {
        if (!argument.isDocument()) {
            throw location(
                    codes.notAnObject,
                    codes.wording.notAnObject(operator, TypeNames.of(argument), BsonText.of(argument)));
        }
        List<String> names = List.of(allowed);
        for (String name : argument.asDocument().keySet()) {
            if (!names.contains(name)) {
                throw location(codes.unknown, codes.wording.unknown(operator, name));
            }
        }
        return new NamedArguments(operator, argument.asDocument(), scope, codes);
    }

    boolean has(String name) {
        return arguments.containsKey(name);
    }

    /** The argument as it is written. */
    BsonValue raw(String name) {
        BsonValue value = arguments.get(name);
        if (value == null) {
            throw location(codes.missing(name), codes.wording.missing(operator, name, BsonText.of(arguments)));
        }
        return value;
    }

    @Nullable
    BsonValue rawOrNull(String name) {
        return arguments.get(name);
    }

    Expression required(String name) {
        return ExpressionCompiler.compile(raw(name), scope);
    }

    Expression required(String name, Scope inner) {
        return ExpressionCompiler.compile(raw(name), inner);
    }

    /** An expression that is missing where the argument is not given. */
    Expression optional(String name) {
        BsonValue value = arguments.get(name);
        return value == null ? NOTHING : ExpressionCompiler.compile(value, scope);
    }

    Expression orNull(String name) {
        return has(name) ? required(name) : NULL;
    }

    /** The name of a variable that the operator defines, {@code this} if none is given. */
    String variable(String name) {
        BsonValue value = arguments.get(name, new BsonString("this"));
        // MongoDB's servers read the name of another type as an empty one.
        return ExpressionCompiler.checkedVariable(
                value.isString() ? value.asString().getValue() : "");
    }

    Scope scope() {
        return scope;
    }
}
