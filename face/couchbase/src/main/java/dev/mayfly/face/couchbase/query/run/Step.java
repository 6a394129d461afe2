package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.query.expression.Frame;

/** What happens with the row under way. */
@FunctionalInterface
interface Step {
    /** Whether further rows are wanted. */
    boolean row(Frame frame);
}
