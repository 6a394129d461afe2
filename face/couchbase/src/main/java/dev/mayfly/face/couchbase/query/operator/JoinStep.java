package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.query.expression.Frame;

/** A consumer of the current row. */
@FunctionalInterface
public interface JoinStep {
    /** Returns whether further rows are wanted. */
    boolean row(Frame frame);
}
