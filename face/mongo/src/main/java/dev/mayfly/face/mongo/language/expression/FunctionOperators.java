package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.script.FunctionText;
import dev.mayfly.face.mongo.language.script.RequestFunctions;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Functions in JavaScript: {@code $function}, and the one by which {@code mapReduce} maps. */
public final class FunctionOperators {
    /** Has a map function emit for a document; stands in the pipelines of mapReduce alone. */
    public static final String EMIT = "$_internalJsEmit";

    private static final String FUNCTION = "$function";

    private FunctionOperators() {}

    static void register(Map<String, Operator> table) {
        table.put(FUNCTION, (_, argument, scope) -> function(argument, scope));
        table.put(EMIT, (_, argument, scope) -> emit(argument, scope));
    }

    private static Expression function(BsonValue argument, Scope scope) {
        RequestFunctions.requireEnabled();
        if (!argument.isDocument()) {
            throw location(4660801, FUNCTION + " requires an object as an argument, found: " + TypeNames.of(argument));
        }
        BsonDocument spec = argument.asDocument();
        FunctionText body = body(spec);
        BsonValue args = spec.get("args");
        if (args == null) {
            throw location(4660805, "The args field must be specified.");
        }
        Expression arguments = ExpressionCompiler.compile(args, scope);
        requireLanguage(spec);
        return (root, variables) -> {
            BsonValue values = arguments.evaluate(root, variables);
            if (!values.isArray()) {
                throw location(4660810, "The args field must be of type array");
            }
            return RequestFunctions.current()
                    .within(body.scope())
                    .evaluate(body.code(), new ArrayList<>(values.asArray()));
        };
    }

    private static FunctionText body(BsonDocument spec) {
        BsonValue body = spec.get("body");
        if (body == null) {
            throw location(4660802, "The body function must be specified.");
        }
        FunctionText function = FunctionText.of(body);
        if (function == null) {
            throw location(4660804, "The body function must evaluate to type string or code");
        }
        return function;
    }

    private static void requireLanguage(BsonDocument spec) {
        BsonValue language = spec.get("lang");
        if (language == null) {
            throw location(4660806, "The lang field must be specified.");
        }
        if (!language.equals(new BsonString("js"))) {
            throw location(4660807, "Currently the only supported language specifier is 'js'.");
        }
    }

    private static Expression emit(BsonValue argument, Scope scope) {
        RequestFunctions.requireEnabled();
        FunctionText map = argument.isDocument()
                ? FunctionText.of(argument.asDocument().get("eval", ExpressionValues.NULL))
                : null;
        if (map == null) {
            throw location(31223, "eval must be of type string or code");
        }
        Expression self =
                ExpressionCompiler.compile(argument.asDocument().get("this", ExpressionValues.MISSING), scope);
        return (root, variables) ->
                RequestFunctions.current().within(map.scope()).map(map.code(), self.evaluate(root, variables));
    }
}
