package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.ArrayValue;
import dev.mayfly.face.cosmos.language.value.Value;
import org.jspecify.annotations.Nullable;

/** FROM and WHERE: all inputs that sources make together, as far as the filter lets them pass. Hot. */
final class Expansion {
    private final Step[] steps;
    private final @Nullable Scalar where;
    private final Effort effort;

    Expansion(Step[] steps, @Nullable Scalar where, Effort effort) {
        this.steps = steps;
        this.where = where;
        this.effort = effort;
    }

    /** Takes inputs, which are another row's after it has returned. */
    @FunctionalInterface
    interface Sink {
        /** Whether it takes more. */
        boolean accept(Value[] inputs);
    }

    /** One source. */
    sealed interface Step {
        /** Goes on with each value of the source; false when no more is wanted. */
        boolean run(Expansion expansion, int index, Value[] inputs, Sink sink);
    }

    /** The value itself, if it is defined. */
    record One(int slot, Scalar value) implements Step {
        @Override
        public boolean run(Expansion expansion, int index, Value[] inputs, Sink sink) {
            Value found = value.of(inputs);
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
        public boolean run(Expansion expansion, int index, Value[] inputs, Sink sink) {
            if (value.of(inputs) instanceof ArrayValue elements) {
                for (Value element : elements) {
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
    record OfQuery(int slot, boolean each, Selecting query) implements Step {
        @Override
        public boolean run(Expansion expansion, int index, Value[] inputs, Sink sink) {
            return query.rows(inputs, row -> bind(row, expansion, index, inputs, sink));
        }

        private boolean bind(Value row, Expansion expansion, int index, Value[] inputs, Sink sink) {
            return each
                    ? new Each(slot, new Fixed(row)).run(expansion, index, inputs, sink)
                    : new One(slot, new Fixed(row)).run(expansion, index, inputs, sink);
        }
    }

    /** False when the sink wanted no more. */
    boolean run(Value[] inputs, Sink sink) {
        return run(0, inputs, sink);
    }

    private boolean run(int index, Value[] inputs, Sink sink) {
        if (index < steps.length) {
            return steps[index].run(this, index, inputs, sink);
        }
        effort.countRow();
        return (where != null && !where.of(inputs).isTrue()) || sink.accept(inputs);
    }
}
