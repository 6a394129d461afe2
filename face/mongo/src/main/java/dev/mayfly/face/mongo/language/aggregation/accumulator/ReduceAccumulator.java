package dev.mayfly.face.mongo.language.aggregation.accumulator;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.script.FunctionText;
import dev.mayfly.face.mongo.language.script.RequestFunctions;
import dev.mayfly.face.mongo.language.value.HeapSize;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonUndefined;
import org.bson.BsonValue;

/** Reduces what a map function has emitted for one key; stands in the pipelines of mapReduce alone. */
public final class ReduceAccumulator implements Accumulator {
    public static final String NAME = "$_internalJsReduce";

    /** So many values are reduced to one before more are kept. */
    private static final int VALUES_MAX = 1_000;

    private final FunctionText reduce;
    private final Expression data;
    private final BsonArray values = new BsonArray();
    private BsonValue key = ExpressionValues.NULL;
    private long bytes;

    private ReduceAccumulator(FunctionText reduce, Expression data) {
        this.reduce = reduce;
        this.data = data;
    }

    static Accumulator.Factory compile(String name, BsonValue argument, StageScope scope) {
        RequestFunctions.requireEnabled();
        BsonDocument spec = argument.isDocument() ? argument.asDocument() : new BsonDocument();
        FunctionText reduce = FunctionText.of(spec.get("eval", ExpressionValues.NULL));
        if (reduce == null) {
            throw location(31244, NAME + " requires an 'eval' argument of type string or code");
        }
        Expression data = ExpressionCompiler.compile(spec.get("data", ExpressionValues.MISSING), scope.variables());
        return (_, _) -> new ReduceAccumulator(reduce, data);
    }

    @Override
    public void add(View row, Variables variables) {
        BsonValue pair = data.evaluate(row, variables);
        if (!pair.isDocument()) {
            throw location(31251, NAME + " requires the input data to be an object");
        }
        key = pair.asDocument().get("k", ExpressionValues.NULL);
        keep(pair.asDocument().get("v", new BsonUndefined()));
        if (values.size() >= VALUES_MAX) {
            keepAlone(reduced());
        }
    }

    private void keep(BsonValue value) {
        values.add(value);
        bytes += HeapSize.of(value);
    }

    private void keepAlone(BsonValue value) {
        values.clear();
        bytes = 0;
        keep(value);
    }

    private BsonValue reduced() {
        return RequestFunctions.current()
                .within(reduce.scope())
                .evaluate(reduce.code(), List.of(key, new BsonArray(new ArrayList<>(values))));
    }

    @Override
    public BsonValue state() {
        return new BsonArray(List.of(key, new BsonArray(new ArrayList<>(values))));
    }

    @Override
    public void absorb(BsonValue state) {
        key = state.asArray().getFirst();
        state.asArray().getLast().asArray().forEach(this::keep);
    }

    @Override
    public BsonValue result() {
        return reduced();
    }

    @Override
    public long bytes() {
        return bytes;
    }
}
