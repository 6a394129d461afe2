package dev.mayfly.face.couchbase.query.plan;

import dev.mayfly.face.couchbase.language.function.WindowFunctions;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.WindowTerm;
import dev.mayfly.face.couchbase.language.tree.WindowTerm.BoundKind;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.expression.Rewriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Refuses window functions whose window does not go with them, and those that stand where there are no windows. */
final class WindowChecks {
    private static final int WINDOW = 3220;
    private static final int PLAN = 4000;

    private static final Set<BoundKind> BY_OFFSET = EnumSet.of(BoundKind.PRECEDING, BoundKind.FOLLOWING);

    private WindowChecks() {}

    static boolean hasWindow(N1qlExpression expression) {
        boolean[] found = {false};
        new Rewriter() {
            @Override
            public N1qlExpression rewrite(N1qlExpression part) {
                found[0] |= part instanceof N1qlExpression.WindowFunction;
                return found[0] ? part : parts(part);
            }
        }.rewrite(expression);
        return found[0];
    }

    /** Call for every clause that is computed before there are windows. */
    static void refuseIn(String clause, @Nullable N1qlExpression expression) {
        if (expression != null && hasWindow(expression)) {
            throw new N1qlException(PLAN, "Window Aggregates not allowed in " + clause + ".");
        }
    }

    static void refuseNesting(N1qlExpression expression, String inside) {
        if (hasWindow(expression)) {
            throw new N1qlException(PLAN, "Window aggregates are not allowed inside " + inside + ".");
        }
    }

    static void check(N1qlExpression.WindowFunction function) {
        WindowFunctions.Rules rules = WindowFunctions.of(function.function());
        if (rules == null) {
            throw new IllegalStateException("no window function: " + function.function());
        }
        function.arguments().forEach(argument -> refuseNesting(argument, "Window Aggregates"));
        WindowTerm window = function.window();
        window.partitionBy().forEach(key -> refuseNesting(key, "Window Aggregates"));
        window.orderBy().forEach(sort -> refuseNesting(sort.value(), "Window Aggregates"));
        N1qlExpression filter = function.filter();
        if (filter != null && Conjuncts.hasQuery(filter)) {
            throw new N1qlException(PLAN, "Subqueries are not allowed in aggregate filter.");
        }
        checkSecond(function);
        WindowTerm.Frame frame = window.frame();
        if (window.orderBy().isEmpty()) {
            if (frame != null) {
                throw refused(function, "window frame is not allowed without ORDER BY.");
            }
            if (rules.ordered()) {
                throw refused(function, "ORDER BY clause is required.");
            }
        } else if (frame != null) {
            if (!rules.frame()) {
                throw refused(function, "window frame is not allowed.");
            }
            checkFrame(function, frame);
        }
    }

    /** NTH_VALUE may count by what each row says; LAG and LEAD may not. */
    private static void checkSecond(N1qlExpression.WindowFunction function) {
        if (function.arguments().size() < 2) {
            return;
        }
        N1qlExpression second = function.arguments().get(1);
        boolean wellFormed = second instanceof N1qlExpression.Constant(N1qlValue value)
                ? isCount(value, false)
                : function.function().equals("NTH_VALUE") || isStatic(second);
        if (!wellFormed) {
            throw refused(function, "second value must be positive non zero integer.");
        }
    }

    private static void checkFrame(N1qlExpression.WindowFunction function, WindowTerm.Frame frame) {
        BoundKind start = frame.start().kind();
        WindowTerm.Bound endBound = frame.end();
        if (endBound == null) {
            if (start == BoundKind.UNBOUNDED_FOLLOWING || start == BoundKind.FOLLOWING) {
                throw refused(function, "invalid frame.");
            }
        } else {
            BoundKind end = endBound.kind();
            boolean backwards = (end == BoundKind.PRECEDING && start.compareTo(BoundKind.PRECEDING) > 0)
                    || (start == BoundKind.FOLLOWING && end.compareTo(BoundKind.FOLLOWING) < 0);
            if (start == BoundKind.UNBOUNDED_FOLLOWING || end == BoundKind.UNBOUNDED_PRECEDING || backwards) {
                throw refused(function, "invalid window frame.");
            }
        }
        for (WindowTerm.Bound bound : endBound == null ? List.of(frame.start()) : List.of(frame.start(), endBound)) {
            checkOffset(function, frame, bound);
        }
        boolean byValue = BY_OFFSET.contains(start) || (endBound != null && BY_OFFSET.contains(endBound.kind()));
        if (byValue
                && frame.unit() == WindowTerm.Unit.RANGE
                && function.window().orderBy().size() > 1) {
            throw refused(function, "multiple ORDER BY terms are not allowed.");
        }
    }

    private static void checkOffset(
            N1qlExpression.WindowFunction function, WindowTerm.Frame frame, WindowTerm.Bound bound) {
        N1qlExpression offset = bound.offset();
        if (offset == null) {
            return;
        }
        boolean wellFormed = offset instanceof N1qlExpression.Constant(N1qlValue value)
                ? isCount(value, frame.unit() == WindowTerm.Unit.RANGE)
                : isStatic(offset);
        if (!wellFormed) {
            throw refused(function, "window frame value expression is invalid.");
        }
    }

    private static boolean isCount(N1qlValue value, boolean fractions) {
        return value instanceof N1qlNumber number
                && number.doubleValue() >= 0
                && (fractions || number.doubleValue() == Math.rint(number.doubleValue()));
    }

    /** Returns whether it is the same for all rows. */
    private static boolean isStatic(N1qlExpression expression) {
        return Conjuncts.names(expression).isEmpty() && !Conjuncts.hasQuery(expression);
    }

    private static N1qlException refused(N1qlExpression.WindowFunction function, String text) {
        return new N1qlException(WINDOW, function.function() + " window function " + text);
    }
}
