package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.base.document.View;
import org.bson.BsonValue;

/** A value that stands for itself. */
record Literal(BsonValue value) implements Expression {
    @Override
    public BsonValue evaluate(View root, Variables variables) {
        return value;
    }
}
