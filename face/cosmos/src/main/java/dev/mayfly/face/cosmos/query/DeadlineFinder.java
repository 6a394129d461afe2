package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.face.cosmos.language.BinaryOperator;
import dev.mayfly.face.cosmos.language.SqlExpression;
import dev.mayfly.face.cosmos.language.function.SqlFunctions;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which deadlines the items have that a filter lets pass. A range may be a second too wide: the filter is asked in
 * the end.
 */
final class DeadlineFinder {
    private static final double MILLIS_PER_SECOND = 1_000;

    private final QueryNames names;
    private final long now;
    private long from = Long.MIN_VALUE;
    private long until = Deadlines.NO_DEADLINE;
    private boolean isFound;

    DeadlineFinder(QueryNames names, long now) {
        this.names = names;
        this.now = now;
    }

    /** Returns true if it is a function of an item's deadline that grows with it. */
    static boolean isDeadline(SqlExpression expression, QueryNames names) {
        return expression instanceof SqlExpression.Call(String function, List<SqlExpression> arguments)
                && (function.equals(SqlFunctions.EXPIRES_AT) || function.equals(SqlFunctions.TIME_LEFT))
                && names.isItem(arguments.getFirst());
    }

    /** Null when the filter says nothing about deadlines. */
    @Nullable
    DeadlineRange find(@Nullable SqlExpression where) {
        if (where != null) {
            BoundFinder.conjuncts(where).forEach(this::narrow);
        }
        return isFound ? DeadlineRange.of(from, Math.max(from, until)) : null;
    }

    private void narrow(SqlExpression condition) {
        switch (condition) {
            case SqlExpression.Binary(BinaryOperator operator, SqlExpression left, SqlExpression right) -> {
                compared(operator, left, right);
                compared(BoundFinder.turned(operator), right, left);
            }
            case SqlExpression.Between(
                    SqlExpression value,
                    SqlExpression least,
                    SqlExpression most,
                    boolean negated) -> {
                if (!negated) {
                    compared(BinaryOperator.GREATER_OR_EQUAL, value, least);
                    compared(BinaryOperator.LESS_OR_EQUAL, value, most);
                }
            }
            case SqlExpression.Call(String function, List<SqlExpression> arguments) ->
                isFound |= function.equals("IS_DEFINED") && isDeadline(arguments.getFirst(), names);
            default -> {
                // Such a condition does not concern deadlines.
            }
        }
    }

    private void compared(BinaryOperator operator, SqlExpression place, SqlExpression constant) {
        if (!isDeadline(place, names) || !(names.constant(constant) instanceof SqlNumber number)) {
            return;
        }
        boolean isTimeLeft =
                place instanceof SqlExpression.Call call && call.function().equals(SqlFunctions.TIME_LEFT);
        double base = isTimeLeft ? now : 0;
        double millis = base + number.doubleValue() * MILLIS_PER_SECOND;
        // Casting saturates.
        long least = (long) (millis - MILLIS_PER_SECOND);
        long beyond = (long) (millis + MILLIS_PER_SECOND);
        switch (operator) {
            case LESS, LESS_OR_EQUAL -> until(beyond);
            case GREATER, GREATER_OR_EQUAL -> from(least);
            case EQUAL -> {
                from(least);
                until(beyond);
            }
            default -> {
                // Such a comparison does not give a range.
            }
        }
    }

    private void from(long deadline) {
        from = Math.max(from, deadline);
        isFound = true;
    }

    private void until(long deadline) {
        until = Math.min(until, deadline);
        isFound = true;
    }
}
