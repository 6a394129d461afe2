package dev.mayfly.face.mongo.language.aggregation.window;

import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** One output of {@code $setWindowFields}: a value for each row of a partition. */
public interface WindowFunction {
    BsonValue[] compute(WindowPartition partition);

    /** Compiles the uses of one function. */
    @FunctionalInterface
    interface Compiler {
        WindowFunction compile(Use use);
    }

    /**
     * One use of a function.
     *
     * @param sort what the stage sorts by; empty for nothing
     * @param bounds of its window
     */
    record Use(String name, BsonValue argument, WindowBounds bounds, BsonDocument sort, StageScope scope) {
        Expression compiled(BsonValue expression) {
            return ExpressionCompiler.compile(expression, scope.variables());
        }
    }

    /** The functions that are no accumulators, by name. */
    Map<String, Compiler> OTHERS = Map.ofEntries(
            Map.entry("$rank", WindowRanks::compile),
            Map.entry("$denseRank", WindowRanks::compile),
            Map.entry("$documentNumber", WindowRanks::compile),
            Map.entry("$shift", WindowShift::compile),
            Map.entry("$locf", WindowFills::locf),
            Map.entry("$linearFill", WindowFills::linear),
            Map.entry("$expMovingAvg", WindowSmoothing::compile),
            Map.entry("$derivative", WindowSlopes::derivative),
            Map.entry("$integral", WindowSlopes::integral),
            Map.entry("$covariancePop", WindowCovariance::compile),
            Map.entry("$covarianceSamp", WindowCovariance::compile));

    /** Those that speak of the row's place and take no window. */
    Set<String> WITHOUT_WINDOW =
            Set.of("$rank", "$denseRank", "$documentNumber", "$shift", "$locf", "$linearFill", "$expMovingAvg");
}
