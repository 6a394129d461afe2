package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.aggregate.Aggregates;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.WindowTerm;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.BoundKind;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.window.FrameAggregate;
import dev.mayfly.face.couchbase.query.window.FrameValue;
import dev.mayfly.face.couchbase.query.window.Ntile;
import dev.mayfly.face.couchbase.query.window.RatioToReport;
import dev.mayfly.face.couchbase.query.window.RelativeRank;
import dev.mayfly.face.couchbase.query.window.RowFrame;
import dev.mayfly.face.couchbase.query.window.RowOffset;
import dev.mayfly.face.couchbase.query.window.RunningRank;
import dev.mayfly.face.couchbase.query.window.WindowResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A window function over the columns of rows, compiled.
 *
 * @param arguments the columns of its arguments
 * @param filter the column of what a row must pass, or -1
 * @param partition the columns by which rows are parted, each once, from the lowest
 * @param start how far before or behind a row its frame begins, or null
 * @param end how far before or behind a row its frame ends, or null
 * @param result the column of what it comes to
 */
public record WindowDefinition(
        N1qlExpression.WindowFunction function,
        int[] arguments,
        int filter,
        int[] partition,
        List<Sort> order,
        @Nullable Scalar start,
        @Nullable Scalar end,
        int result) {
    public WindowDefinition {
        order = List.copyOf(order);
    }

    /** One of the columns to sort by. */
    public record Sort(
            int column, boolean descending, @Nullable Boolean unknownLast) {}

    public WindowDefinition withResult(int column) {
        return new WindowDefinition(function, arguments, filter, partition, order, start, end, column);
    }

    String text() {
        return ExpressionText.of(function);
    }

    private int[] orderColumns() {
        return order.stream().mapToInt(Sort::column).toArray();
    }

    private int argument(int index) {
        return index < arguments.length ? arguments[index] : -1;
    }

    /** Null where it is not one that needs but the rows before. */
    @Nullable
    RunningRank running() {
        return switch (function.function()) {
            case "ROW_NUMBER" -> new RunningRank(RunningRank.Kind.ROW_NUMBER, orderColumns(), result);
            case "RANK" -> new RunningRank(RunningRank.Kind.RANK, orderColumns(), result);
            case "DENSE_RANK" -> new RunningRank(RunningRank.Kind.DENSE_RANK, orderColumns(), result);
            default -> null;
        };
    }

    /** Returns the computation of a function that is not {@link #running}. */
    WindowResult whole(Frame frame) {
        return switch (function.function()) {
            case "PERCENT_RANK" -> new RelativeRank(false, orderColumns(), result);
            case "CUME_DIST" -> new RelativeRank(true, orderColumns(), result);
            case "NTILE" -> new Ntile(argument(0), result);
            case "LAG", "LEAD" ->
                new RowOffset(
                        argument(0),
                        argument(1),
                        argument(2),
                        function.function().equals("LEAD"),
                        function.ignoreNulls(),
                        result);
            case "FIRST_VALUE" -> value(false, frame);
            case "LAST_VALUE" -> value(true, frame);
            case "NTH_VALUE" -> value(function.fromLast(), frame);
            case "RATIO_TO_REPORT" -> new RatioToReport(argument(0), frameOf(frame), result);
            default ->
                new FrameAggregate(
                        Aggregates.resolve(function.function(), function.distinct()),
                        argument(0),
                        filter,
                        frameOf(frame),
                        result);
        };
    }

    private WindowResult value(boolean fromLast, Frame frame) {
        return new FrameValue(argument(0), argument(1), fromLast, function.ignoreNulls(), frameOf(frame), result);
    }

    /** Without a frame of its own a row counts with all before it and those that are like it, or else with all. */
    private RowFrame frameOf(Frame frame) {
        if (order.isEmpty()) {
            return RowFrame.whole();
        }
        WindowTerm.Frame written = function.window().frame();
        WindowTerm.Unit unit = written == null ? WindowTerm.Unit.RANGE : written.unit();
        WindowTerm.Bound endBound = written == null ? null : written.end();
        BoundKind startKind = written == null
                ? BoundKind.UNBOUNDED_PRECEDING
                : written.start().kind();
        BoundKind endKind = endBound == null ? BoundKind.CURRENT_ROW : endBound.kind();
        return new RowFrame(
                unit,
                edge(startKind, start, unit, frame),
                edge(endKind, end, unit, frame),
                written == null ? WindowTerm.Exclusion.NO_OTHERS : written.exclusion(),
                orderColumns(),
                order.getFirst().descending());
    }

    private static RowFrame.Edge edge(BoundKind kind, @Nullable Scalar offset, WindowTerm.Unit unit, Frame frame) {
        return offset == null ? new RowFrame.Edge(kind, null) : RowFrame.Edge.of(kind, offset.of(frame), unit);
    }
}
