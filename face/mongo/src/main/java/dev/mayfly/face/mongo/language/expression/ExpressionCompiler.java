package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.BsonText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Turns expressions, as documents write them, into {@link Expression}s. */
public final class ExpressionCompiler {
    private ExpressionCompiler() {}

    /** An expression that reads no variables but the built-in ones. */
    public static Expression compile(BsonValue expression) {
        return Evaluation.of(compile(expression, Scope.EMPTY));
    }

    /** An expression that may read these variables too. */
    public static Expression compile(BsonValue expression, Set<String> variables) {
        return Evaluation.of(compile(expression, new Scope(variables)));
    }

    /**
     * Compiles expressions that read these variables, and no others: what filters, which know nothing of variables, take
     * for their {@code $expr}.
     */
    public static Function<BsonValue, Expression> bound(Variables variables) {
        Scope scope = new Scope(variables.names());
        return expression -> {
            Expression compiled = Evaluation.of(compile(expression, scope));
            return (root, _) -> compiled.evaluate(root, variables);
        };
    }

    static Expression compile(BsonValue expression, Scope scope) {
        return switch (expression.getBsonType()) {
            case STRING -> ofString(expression.asString().getValue(), expression, scope);
            case DOCUMENT -> ofDocument(expression.asDocument(), scope);
            case ARRAY -> new ArrayExpression(Nary.operands(expression, scope));
            default -> new Literal(expression);
        };
    }

    private static Expression ofString(String text, BsonValue value, Scope scope) {
        if (text.startsWith("$$")) {
            return PathExpression.ofVariable(text.substring(2), scope);
        }
        return text.startsWith("$") ? PathExpression.ofField(text.substring(1), scope) : new Literal(value);
    }

    private static Expression ofDocument(BsonDocument document, Scope scope) {
        for (String name : document.keySet()) {
            if (name.startsWith("$")) {
                if (document.size() != 1) {
                    throw location(
                            15983,
                            "an object representing an expression must have exactly one field: "
                                    + BsonText.of(document));
                }
                return ofOperator(name, document.get(name, ExpressionValues.MISSING), scope);
            }
        }
        return ofObject(document, scope);
    }

    private static Expression ofOperator(String name, BsonValue argument, Scope scope) {
        Operator operator = OperatorTable.ALL.get(name);
        if (operator == null) {
            throw new QueryException(168, "InvalidPipelineOperator", "Unrecognized expression '" + name + "'");
        }
        return operator.compile(name, argument, scope);
    }

    private static Expression ofObject(BsonDocument document, Scope scope) {
        Map<String, Expression> fields = LinkedHashMap.newLinkedHashMap(document.size());
        document.forEach((name, value) -> {
            if (name.isEmpty()) {
                throw location(15998, "FieldPath field names may not be empty strings.");
            }
            if (name.indexOf('.') >= 0) {
                throw location(16412, "FieldPath field names may not contain '.'.");
            }
            fields.put(name, compile(value, scope));
        });
        return new ObjectExpression(fields);
    }

    /** The name of a variable that a user may define. */
    public static String checkedVariable(String name) {
        if (name.isEmpty()) {
            throw failedToParse("empty variable names are not allowed");
        }
        char first = name.charAt(0);
        boolean isReserved = !name.equals("CURRENT") && !(first >= 'a' && first <= 'z') && first < 0x80;
        if (isReserved) {
            throw failedToParse("'" + name + "' starts with an invalid character for a user variable name");
        }
        requireNameCharacters(name);
        return name;
    }

    /** The name of a variable that may be there: one of the user, or of the server, whose names are in capitals. */
    static String readableVariable(String name) {
        char first = name.charAt(0);
        if (first < 0x80 && !Character.isLetter(first)) {
            throw failedToParse("'" + name + "' starts with an invalid character for a variable name");
        }
        requireNameCharacters(name);
        return name;
    }

    private static void requireNameCharacters(String name) {
        for (int i = 1; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < 0x80 && !Character.isLetterOrDigit(c) && c != '_') {
                throw failedToParse("'" + name + "' contains an invalid character for a variable name: '" + c + "'");
            }
        }
    }

    /** Returns whether an operator of this name exists. */
    public static boolean isOperator(String name) {
        return OperatorTable.ALL.containsKey(name);
    }

    /** Returns whether the text names a field or a variable rather than itself. */
    static boolean isPath(BsonValue value) {
        return value.isString() && value.asString().getValue().startsWith("$");
    }
}
