package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.base.document.View;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonValue;

/** An array of expressions; what is missing becomes null. */
record ArrayExpression(List<Expression> elements) implements Expression {
    @Override
    public BsonValue evaluate(View root, Variables variables) {
        BsonArray array = new BsonArray(elements.size());
        for (Expression element : elements) {
            BsonValue value = element.evaluate(root, variables);
            array.add(Values.isMissing(value) ? Values.NULL : value);
        }
        return array;
    }
}
