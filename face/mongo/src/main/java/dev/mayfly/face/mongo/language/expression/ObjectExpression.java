package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.base.document.View;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** A document of expressions; fields whose value is missing are left out. */
record ObjectExpression(Map<String, Expression> fields) implements Expression {
    @Override
    public BsonValue evaluate(View root, Variables variables) {
        BsonDocument document = new BsonDocument(fields.size());
        fields.forEach((name, field) -> {
            BsonValue value = field.evaluate(root, variables);
            if (!Values.isMissing(value)) {
                document.put(name, value);
            }
        });
        return document;
    }
}
