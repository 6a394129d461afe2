package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;

/** Elements of an array that an expression makes; a single value stands for itself, except where only arrays count. */
final class ComputedProducer implements Producer {
    private final Expression written;
    private final Scalar rows;
    private final boolean arraysOnly;
    private final int slot;

    ComputedProducer(Expression written, Scalar rows, boolean arraysOnly, int slot) {
        this.written = written;
        this.rows = rows;
        this.arraysOnly = arraysOnly;
        this.slot = slot;
    }

    @Override
    public boolean each(Frame frame, Step body) {
        Value value = rows.of(frame);
        if (!(value instanceof ArrayValue array)) {
            return arraysOnly || value.isMissing() || one(frame, value, body);
        }
        for (Value element : array) {
            frame.execution().check();
            if (!one(frame, element, body)) {
                return false;
            }
        }
        return true;
    }

    private boolean one(Frame frame, Value value, Step body) {
        frame.set(slot, value);
        return body.row(frame);
    }

    @Override
    public Value explained() {
        return Explained.operator(arraysOnly ? "Unnest" : "ExpressionScan")
                .with("expr", ExpressionText.of(written))
                .value();
    }
}
