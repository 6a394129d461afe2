package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.query.expression.Frame;

/** A consumer of the current row. */
@FunctionalInterface
interface JoinStep {
    /** Returns whether further rows are wanted. */
    boolean row(Frame frame);
}
