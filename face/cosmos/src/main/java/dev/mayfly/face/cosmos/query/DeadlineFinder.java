package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.DeadlineRange;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.cosmos.language.BinaryOperator;
import dev.mayfly.face.cosmos.language.Expression;
import dev.mayfly.face.cosmos.language.function.Functions;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which deadlines the items have that a filter lets pass. A range may be a second too wide: the filter is asked in
 * the end.
 */
final class DeadlineFinder {
    private static final double MILLIS_PER_SECOND = 1_000;

    private final Names names;
    private final long now;
    private long from = Long.MIN_VALUE;
    private long until = Deadlines.NO_DEADLINE;
    private boolean isFound;

    DeadlineFinder(Names names, long now) {
        this.names = names;
        this.now = now;
    }

    /** Whether it is a function of an item's deadline that grows with it. */
    static boolean isDeadline(Expression expression, Names names) {
        return expression instanceof Expression.Call(String function, List<Expression> arguments)
                && (function.equals(Functions.EXPIRES_AT) || function.equals(Functions.TIME_LEFT))
                && names.isItem(arguments.getFirst());
    }

    /** Null when the filter says nothing about deadlines. */
    @Nullable
    DeadlineRange find(@Nullable Expression where) {
        if (where != null) {
            BoundFinder.conjuncts(where).forEach(this::narrow);
        }
        return isFound ? DeadlineRange.of(from, Math.max(from, until)) : null;
    }

    private void narrow(Expression condition) {
        switch (condition) {
            case Expression.Binary(BinaryOperator operator, Expression left, Expression right) -> {
                compared(operator, left, right);
                compared(BoundFinder.turned(operator), right, left);
            }
            case Expression.Between(Expression value, Expression least, Expression most, boolean negated) -> {
                if (!negated) {
                    compared(BinaryOperator.GREATER_OR_EQUAL, value, least);
                    compared(BinaryOperator.LESS_OR_EQUAL, value, most);
                }
            }
            case Expression.Call(String function, List<Expression> arguments) ->
                isFound |= function.equals("IS_DEFINED") && isDeadline(arguments.getFirst(), names);
            default -> {
                // Says nothing of deadlines.
            }
        }
    }

    private void compared(BinaryOperator operator, Expression place, Expression constant) {
        if (!isDeadline(place, names) || !(names.constant(constant) instanceof NumberValue number)) {
            return;
        }
        double base = place instanceof Expression.Call(String function, _) && function.equals(Functions.TIME_LEFT) ? now : 0;
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
                // Says nothing that a range could.
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
