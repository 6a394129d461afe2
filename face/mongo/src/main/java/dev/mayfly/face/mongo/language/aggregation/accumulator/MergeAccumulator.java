package dev.mayfly.face.mongo.language.aggregation.accumulator;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.TypeNames;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $mergeObjects}: later fields replace earlier ones. */
final class MergeAccumulator implements Accumulator {
    private final Expression input;
    private final BsonDocument merged = new BsonDocument();
    private long bytes;

    MergeAccumulator(Expression input) {
        this.input = input;
    }

    @Override
    public void add(View row, Variables variables) {
        BsonValue value = input.evaluate(row, variables);
        if (ExpressionValues.isNullish(value)) {
            return;
        }
        if (!value.isDocument()) {
            throw location(
                    40400,
                    "$mergeObjects requires object inputs, but input " + BsonText.of(value) + " is of type "
                            + TypeNames.of(value));
        }
        bytes += HeapSize.of(value);
        merged.putAll(value.asDocument());
    }

    @Override
    public BsonValue state() {
        return merged;
    }

    @Override
    public void absorb(BsonValue state) {
        bytes += HeapSize.of(state);
        merged.putAll(state.asDocument());
    }

    @Override
    public BsonValue result() {
        return merged;
    }

    @Override
    public long bytes() {
        return bytes;
    }
}
