package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import org.bson.BsonDateTime;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** {@code $meta}: a document's deadline, and the facts that find and searches report of it. */
final class MetaOperator {
    private MetaOperator() {}

    @SuppressWarnings("UnusedVariable") // The shape of every operator.
    static Expression compile(String name, BsonValue argument, Scope scope) {
        if (argument instanceof BsonString told && MetaVariables.isArgument(told.getValue())) {
            return ofFind(told.getValue(), scope);
        }
        if (!(argument instanceof BsonString word)) {
            throw location(17307, "$meta only supports string arguments");
        }
        if (!DeadlineField.isArgument(word.getValue())) {
            throw location(17308, "Unsupported argument to $meta: " + word.getValue());
        }
        return word.getValue().equals(DeadlineField.EXPIRES_AT)
                ? (root, _) -> expiresAt(root)
                : (root, variables) -> timeLeft(expiresAt(root), variables);
    }

    private static Expression ofFind(String argument, Scope scope) {
        String variable = MetaVariables.variable(argument);
        if (!scope.variables().contains(variable)) {
            throw location(40218, "query requires " + argument + " metadata, but it is not available");
        }
        String field = MetaVariables.field(argument);
        return (root, variables) -> {
            View fact = root.field(field);
            return fact == null ? ExpressionValues.orMissing(variables.get(variable)) : ExpressionValues.tree(fact);
        };
    }

    /** Missing in a document that never expires, and in one that a stage has made of others. */
    private static BsonValue expiresAt(View root) {
        View deadline = root.field(DeadlineField.NAME);
        return deadline == null || deadline.type() != ValueType.DATE
                ? ExpressionValues.MISSING
                : new BsonDateTime(deadline.dateMillis());
    }

    private static BsonValue timeLeft(BsonValue deadline, Variables variables) {
        return deadline instanceof BsonDateTime at && variables.get("NOW") instanceof BsonDateTime now
                ? new BsonInt64(at.getValue() - now.getValue())
                : ExpressionValues.MISSING;
    }
}
