package dev.mayfly.face.mongo.language.aggregation.accumulator;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.aggregation.stage.SortSpec;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.SummaryOperators;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $top}, {@code $bottom}, {@code $topN} and {@code $bottomN}: a value of the rows that sort first, or last. */
final class RankedAccumulators {
    private RankedAccumulators() {}

    static Accumulator.Factory compile(String name, BsonValue argument, StageScope scope) {
        boolean many = name.endsWith("N");
        List<String> allowed = many ? List.of("output", "sortBy", "n") : List.of("output", "sortBy");
        AccumulatorArguments arguments = AccumulatorArguments.of(name, argument, scope, allowed);
        Expression n = arguments.count();
        Expression output = arguments.required("output");
        SortSpec order = SortSpec.compile(arguments.raw("sortBy"));
        boolean first = name.startsWith("$top");
        return (group, variables) -> {
            int count = SummaryOperators.checkedCount(n.evaluate(group, variables));
            RankedList<byte[]> kept = new RankedList<>(Arrays::compareUnsigned, count, first);
            return new BySort(output, order, variables.collation(), kept, many);
        };
    }

    private record BySort(Expression output, SortSpec order, Collation collation, RankedList<byte[]> kept, boolean many)
            implements Accumulator {
        @Override
        public void add(View row, Variables variables) {
            BsonValue value = output.evaluate(row, variables);
            kept.add(order.keyOf(row, collation), ExpressionValues.isMissing(value) ? BsonNull.VALUE : value);
        }

        @Override
        public BsonValue state() {
            return kept.state(BsonBinary::new);
        }

        @Override
        public void absorb(BsonValue state) {
            kept.absorb(state.asArray(), key -> key.asBinary().getData());
        }

        @Override
        public BsonValue result() {
            List<BsonValue> values = kept.values();
            if (many) {
                return new BsonArray(values);
            }
            return values.isEmpty() ? BsonNull.VALUE : values.getFirst();
        }

        @Override
        public long bytes() {
            return kept.bytes();
        }
    }
}
