package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.couchbase.query.expression.Frame;
import java.util.function.BooleanSupplier;

/** The time in which one row goes through a statement: what its expressions build is garbage at its end. */
public final class RowScope {
    private RowScope() {}

    /** Passes the row to the body, if the request may go on. */
    public static boolean run(Frame frame, JoinStep body) {
        frame.execution().check();
        return run(() -> body.row(frame));
    }

    /** The same of what needs no frame, and counts as one step. */
    public static boolean run(BooleanSupplier body) {
        RequestGuard guard = RequestGuard.current();
        guard.step();
        long mark = guard.mark();
        boolean more = body.getAsBoolean();
        guard.settle(mark, 0);
        return more;
    }
}
