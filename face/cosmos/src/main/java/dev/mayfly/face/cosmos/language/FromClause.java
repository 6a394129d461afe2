package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import org.jspecify.annotations.Nullable;

/** FROM and WHERE: all inputs that sources make together, as far as the filter lets them pass. Hot. */
final class FromClause {
    private final Step[] steps;
    private final @Nullable Scalar where;
    private final RowBudget effort;

    FromClause(Step[] steps, @Nullable Scalar where, RowBudget effort) {
        this.steps = steps;
        this.where = where;
        this.effort = effort;
    }

    /** Receives inputs, which belong to another row after it has returned. */
    @FunctionalInterface
    interface Sink {
        /** Takes the inputs of a row and returns true if it wants more. */
        boolean accept(SqlValue[] inputs);
    }

    /** One source. */
    sealed interface Step {
        /** Goes on with each value of the source; false when no more is wanted. */
        boolean run(FromClause expansion, int index, SqlValue[] inputs, Sink sink);
    }

    /** The value itself, if it is defined. */
    record One(int slot, Scalar value) implements Step {
        @Override
        public boolean run(FromClause expansion, int index, SqlValue[] inputs, Sink sink) {
            SqlValue found = value.of(inputs);
            if (found.isUndefined()) {
                return true;
            }
            inputs[slot] = found;
            return expansion.run(index + 1, inputs, sink);
        }
    }

    /** Each element, if the value is an array. */
    record Each(int slot, Scalar value) implements Step {
        @Override
        public boolean run(FromClause expansion, int index, SqlValue[] inputs, Sink sink) {
            if (value.of(inputs) instanceof SqlArray elements) {
                for (SqlValue element : elements) {
                    inputs[slot] = element;
                    if (!expansion.run(index + 1, inputs, sink)) {
                        return false;
                    }
                }
            }
            return true;
        }
    }

    /** Each row of another query, or each element of each. */
    record OfQuery(int slot, boolean each, SelectClause query) implements Step {
        @Override
        public boolean run(FromClause expansion, int index, SqlValue[] inputs, Sink sink) {
            return query.rows(inputs, row -> bind(row, expansion, index, inputs, sink));
        }

        private boolean bind(SqlValue row, FromClause expansion, int index, SqlValue[] inputs, Sink sink) {
            return each
                    ? new Each(slot, new SqlConstant(row)).run(expansion, index, inputs, sink)
                    : new One(slot, new SqlConstant(row)).run(expansion, index, inputs, sink);
        }
    }

    /** False when the sink wanted no more. */
    boolean run(SqlValue[] inputs, Sink sink) {
        return run(0, inputs, sink);
    }

    /** Values that expressions build for one input are garbage after it. */
    private boolean run(int index, SqlValue[] inputs, Sink sink) {
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        boolean more = step(index, inputs, sink);
        guard.settle(mark, 0);
        return more;
    }

    private boolean step(int index, SqlValue[] inputs, Sink sink) {
        if (index < steps.length) {
            return steps[index].run(this, index, inputs, sink);
        }
        effort.countRow();
        return (where != null && !where.of(inputs).isTrue()) || sink.accept(inputs);
    }
}
