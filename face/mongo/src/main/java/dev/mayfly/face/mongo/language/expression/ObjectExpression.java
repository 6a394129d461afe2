package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Growth;
import dev.mayfly.face.mongo.language.value.MeasuredDocument;
import java.util.Map;
import org.bson.BsonValue;

/** A document of expressions; fields whose value is missing are left out. */
record ObjectExpression(Map<String, Expression> fields) implements Expression {
    @Override
    public BsonValue evaluate(View root, Variables variables) {
        Growth growth = new Growth("object");
        MeasuredDocument document = new MeasuredDocument(fields.size());
        fields.forEach((name, field) -> {
            BsonValue value = field.evaluate(root, variables);
            if (!ExpressionValues.isMissing(value)) {
                growth.set(document, name, value);
            }
        });
        return document;
    }
}
