package dev.mayfly.face.mongo.language.aggregation.accumulator;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.SummaryOperators;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $firstN}, {@code $lastN}, {@code $maxN} and {@code $minN}. */
final class TakingAccumulators {
    private TakingAccumulators() {}

    static Accumulator.Factory compile(String name, BsonValue argument, StageScope scope) {
        AccumulatorArguments arguments = AccumulatorArguments.of(name, argument, scope, List.of("input", "n"));
        Expression n = arguments.count();
        Expression input = arguments.required("input");
        return (group, variables) -> {
            int count = SummaryOperators.checkedCount(n.evaluate(group, variables));
            Collation collation = variables.collation();
            return switch (name) {
                case "$firstN" -> new ByArrival(input, new RankedList<>((_, _) -> 0, count, true));
                case "$lastN" -> new ByArrival(input, new RankedList<>((_, _) -> 0, count, false));
                case "$maxN" ->
                    new ByValue(input, new RankedList<>(collation.order().reversed(), count, true));
                default -> new ByValue(input, new RankedList<>(collation.order(), count, true));
            };
        };
    }

    /** A missing value counts as null. */
    private record ByArrival(Expression input, RankedList<Boolean> kept) implements Accumulator {
        @Override
        public void add(View row, Variables variables) {
            BsonValue value = input.evaluate(row, variables);
            kept.add(true, ExpressionValues.isMissing(value) ? BsonNull.VALUE : value);
        }

        @Override
        public BsonValue state() {
            return kept.state(_ -> BsonNull.VALUE);
        }

        @Override
        public void absorb(BsonValue state) {
            kept.absorb(state.asArray(), _ -> true);
        }

        @Override
        public BsonValue result() {
            return new BsonArray(kept.values());
        }

        @Override
        public long bytes() {
            return kept.bytes();
        }
    }

    /** Null and missing values are ignored. */
    private record ByValue(Expression input, RankedList<BsonValue> kept) implements Accumulator {
        @Override
        public void add(View row, Variables variables) {
            BsonValue value = input.evaluate(row, variables);
            if (!ExpressionValues.isNullish(value)) {
                kept.add(value, value);
            }
        }

        @Override
        public BsonValue state() {
            return kept.state(Function.identity());
        }

        @Override
        public void absorb(BsonValue state) {
            kept.absorb(state.asArray(), Function.identity());
        }

        @Override
        public BsonValue result() {
            return new BsonArray(kept.values());
        }

        @Override
        public long bytes() {
            return kept.bytes();
        }
    }
}
