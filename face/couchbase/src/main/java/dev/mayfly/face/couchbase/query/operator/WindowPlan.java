package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The window functions of one SELECT, compiled.
 *
 * @param columns what is computed of each row first
 * @param width how many columns there are with those of the results
 * @param sortings one after the other
 * @param carried which columns go back into the frame
 */
public record WindowPlan(
        Scalar[] columns,
        int width,
        List<WindowSorting> sortings,
        List<Carried> carried,
        @Nullable SpillSpace space) {
    public WindowPlan {
        sortings = List.copyOf(sortings);
        carried = List.copyOf(carried);
    }

    /** A column, and the place of its value in the frame behind the windows. */
    public record Carried(int column, int slot) {}

    /** The rows of one run. Used by one thread. */
    final class Rows implements JoinStep, AutoCloseable {
        private final List<WindowPass> passes = new ArrayList<>();
        private final WindowPass.Taker first;
        private boolean wanted = true;

        /** @param next what rows are given to, in this frame */
        Rows(Frame frame, JoinStep next) {
            WindowPass.Taker taker = row -> {
                for (Carried each : carried) {
                    frame.set(each.slot, row[each.column]);
                }
                wanted = wanted && next.row(frame);
                return wanted;
            };
            for (WindowSorting sorting : sortings.reversed()) {
                for (List<WindowDefinition> part : sorting.parts().reversed()) {
                    boolean begins = part.equals(sorting.parts().getFirst());
                    WindowPass pass =
                            new WindowPass(begins ? sorting.keys() : List.of(), width, part, frame, space, taker);
                    passes.addFirst(pass);
                    taker = pass::add;
                }
            }
            first = taker;
        }

        @Override
        public boolean row(Frame frame) {
            N1qlValue[] row = new N1qlValue[width];
            Arrays.fill(row, N1qlValues.MISSING);
            for (int i = 0; i < columns.length; i++) {
                row[i] = columns[i].of(frame);
            }
            return first.take(row);
        }

        /** Continues with every row that is left. */
        void finish() {
            for (WindowPass pass : passes) {
                if (!wanted || !pass.finish()) {
                    return;
                }
            }
        }

        @Override
        public void close() {
            passes.forEach(WindowPass::close);
        }
    }

    List<N1qlValue> explained() {
        List<N1qlValue> operators = new ArrayList<>();
        for (WindowSorting sorting : sortings) {
            if (!sorting.keys().isEmpty()) {
                operators.add(ExplainNode.operator("Order").value());
            }
            for (List<WindowDefinition> part : sorting.parts()) {
                List<N1qlValue> texts = new ArrayList<>();
                part.forEach(definition -> texts.add(N1qlValues.of(definition.text())));
                operators.add(ExplainNode.operator("WindowAggregate")
                        .with("aggregates", N1qlValues.array(texts))
                        .value());
            }
        }
        return operators;
    }
}
