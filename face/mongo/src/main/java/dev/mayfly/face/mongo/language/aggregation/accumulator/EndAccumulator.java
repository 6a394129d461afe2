package dev.mayfly.face.mongo.language.aggregation.accumulator;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.HeapSize;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $first} and {@code $last}: the value of one row, null if that row lacks it. */
final class EndAccumulator implements Accumulator {
    private final Expression input;
    private final boolean first;
    private boolean any;
    private BsonValue value = BsonNull.VALUE;

    EndAccumulator(Expression input, boolean first) {
        this.input = input;
        this.first = first;
    }

    @Override
    public void add(View row, Variables variables) {
        if (!first || !any) {
            BsonValue found = input.evaluate(row, variables);
            value = ExpressionValues.isMissing(found) ? BsonNull.VALUE : found;
            any = true;
        }
    }

    @Override
    public BsonValue state() {
        return any ? new BsonArray(List.of(value)) : new BsonArray();
    }

    @Override
    public void absorb(BsonValue state) {
        if (!state.asArray().isEmpty() && (!first || !any)) {
            value = state.asArray().getFirst();
            any = true;
        }
    }

    @Override
    public BsonValue result() {
        return value;
    }

    @Override
    public long bytes() {
        return HeapSize.of(value);
    }
}
