package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.expression.value.Growth;
import dev.mayfly.face.mongo.language.value.MeasuredArray;
import java.util.List;
import org.bson.BsonValue;

/** An array of expressions; a missing value becomes null. */
record ArrayExpression(List<Expression> elements) implements Expression {
    @Override
    public BsonValue evaluate(View root, Variables variables) {
        Growth growth = new Growth("$array");
        MeasuredArray array = new MeasuredArray(elements.size());
        for (Expression element : elements) {
            BsonValue value = element.evaluate(root, variables);
            growth.append(array, ExpressionValues.isMissing(value) ? ExpressionValues.NULL : value);
        }
        return array;
    }
}
