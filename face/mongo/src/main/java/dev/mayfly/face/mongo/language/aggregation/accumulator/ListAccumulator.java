package dev.mayfly.face.mongo.language.aggregation.accumulator;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.ValueKey;
import java.util.HashSet;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $push} and {@code $addToSet}; missing values are ignored. */
final class ListAccumulator implements Accumulator {
    private final Expression input;
    private final @Nullable Set<ValueKey> seen;
    private final Collation collation;
    private final BsonArray values = new BsonArray();
    private long bytes;

    private ListAccumulator(Expression input, @Nullable Set<ValueKey> seen, Collation collation) {
        this.input = input;
        this.seen = seen;
        this.collation = collation;
    }

    static ListAccumulator push(Expression input, Collation collation) {
        return new ListAccumulator(input, null, collation);
    }

    static ListAccumulator addToSet(Expression input, Collation collation) {
        return new ListAccumulator(input, new HashSet<>(), collation);
    }

    @Override
    public void add(View row, Variables variables) {
        take(input.evaluate(row, variables));
    }

    private void take(BsonValue value) {
        if (!ExpressionValues.isMissing(value) && (seen == null || seen.add(collation.key(value)))) {
            values.add(value);
            bytes += HeapSize.of(value) + 16;
        }
    }

    @Override
    public BsonValue state() {
        return values;
    }

    @Override
    public void absorb(BsonValue state) {
        state.asArray().forEach(this::take);
    }

    @Override
    public BsonValue result() {
        return values;
    }

    @Override
    public long bytes() {
        return bytes;
    }
}
