package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;

/** Elements of an array that an expression makes; a single value stands for itself, except where only arrays count. */
public final class ComputedProducer implements Producer {
    private final N1qlExpression written;
    private final Scalar rows;
    private final boolean arraysOnly;
    private final int slot;

    public ComputedProducer(N1qlExpression written, Scalar rows, boolean arraysOnly, int slot) {
        this.written = written;
        this.rows = rows;
        this.arraysOnly = arraysOnly;
        this.slot = slot;
    }

    @Override
    public boolean each(Frame frame, JoinStep body) {
        N1qlValue value = rows.of(frame);
        if (!(value instanceof N1qlArray array)) {
            return arraysOnly || value.isMissing() || one(frame, value, body);
        }
        for (N1qlValue element : array) {
            if (!one(frame, element, body)) {
                return false;
            }
        }
        return true;
    }

    private boolean one(Frame frame, N1qlValue value, JoinStep body) {
        frame.set(slot, value);
        return RowScope.run(frame, body);
    }

    @Override
    public N1qlValue explained() {
        return ExplainNode.operator(arraysOnly ? "Unnest" : "ExpressionScan")
                .with("expr", ExpressionText.of(written))
                .value();
    }
}
