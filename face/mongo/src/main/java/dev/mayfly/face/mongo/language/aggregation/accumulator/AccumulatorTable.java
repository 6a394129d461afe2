package dev.mayfly.face.mongo.language.aggregation.accumulator;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/** The accumulators of {@code $group} by their names. */
public final class AccumulatorTable {
    /** Compiles the uses of one accumulator. */
    @FunctionalInterface
    interface Compiler {
        public Accumulator.Factory compile(String name, BsonValue argument, StageScope scope);
    }

    private static final Map<String, Compiler> ALL = Map.ofEntries(
            Map.entry("$sum", of(SumAccumulator::sum)),
            Map.entry("$avg", of(SumAccumulator::average)),
            Map.entry("$count", AccumulatorTable::count),
            Map.entry("$min", collated((input, collation) -> new ExtremeAccumulator(input, -1, collation))),
            Map.entry("$max", collated((input, collation) -> new ExtremeAccumulator(input, 1, collation))),
            Map.entry("$first", of(input -> new EndAccumulator(input, true))),
            Map.entry("$last", of(input -> new EndAccumulator(input, false))),
            Map.entry("$push", collated(ListAccumulator::push)),
            Map.entry("$addToSet", collated(ListAccumulator::addToSet)),
            Map.entry("$stdDevPop", of(input -> new DeviationAccumulator(input, true))),
            Map.entry("$stdDevSamp", of(input -> new DeviationAccumulator(input, false))),
            Map.entry("$median", PercentileAccumulator::compile),
            Map.entry("$percentile", PercentileAccumulator::compile),
            Map.entry("$mergeObjects", of(MergeAccumulator::new)),
            Map.entry("$firstN", TakingAccumulators::compile),
            Map.entry("$lastN", TakingAccumulators::compile),
            Map.entry("$maxN", TakingAccumulators::compile),
            Map.entry("$minN", TakingAccumulators::compile),
            Map.entry("$top", RankedAccumulators::compile),
            Map.entry("$bottom", RankedAccumulators::compile),
            Map.entry("$topN", RankedAccumulators::compile),
            Map.entry("$bottomN", RankedAccumulators::compile),
            Map.entry("$accumulator", ScriptAccumulator::compile),
            Map.entry(ReduceAccumulator.NAME, ReduceAccumulator::compile));

    private AccumulatorTable() {}

    public static boolean has(String name) {
        return ALL.containsKey(name);
    }

    public static Accumulator.Factory compile(String name, BsonValue argument, StageScope scope) {
        Compiler compiler = ALL.get(name);
        if (compiler == null) {
            throw location(15952, "unknown group operator '" + name + "'");
        }
        return compiler.compile(name, argument, scope);
    }

    private static Compiler of(Function<Expression, Accumulator> accumulator) {
        return collated((input, _) -> accumulator.apply(input));
    }

    /** Compiles accumulators that compare. */
    private static Compiler collated(BiFunction<Expression, Collation, Accumulator> accumulator) {
        return (name, argument, scope) -> {
            if (argument.isArray() && argument.asArray().size() != 1) {
                throw location(40237, "The " + name + " accumulator is a unary operator");
            }
            BsonValue operand = argument.isArray() ? argument.asArray().getFirst() : argument;
            Expression input = ExpressionCompiler.compile(operand, scope.variables());
            return (_, variables) -> accumulator.apply(input, variables.collation());
        };
    }

    private static Accumulator.Factory count(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument() || !argument.asDocument().isEmpty()) {
            throw location(40218, name + " takes no arguments, i.e. $count:{}, but got " + TypeNames.of(argument));
        }
        Expression one = ExpressionCompiler.compile(new BsonInt32(1), scope.variables());
        return (_, _) -> SumAccumulator.sum(one);
    }
}
