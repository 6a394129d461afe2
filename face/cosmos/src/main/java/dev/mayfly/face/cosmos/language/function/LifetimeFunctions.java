package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.cosmos.language.value.ExpiringRow;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;

/** Functions that the service does not have: of an item, when it expires. Undefined for one that never does. */
final class LifetimeFunctions {
    private static final long MILLIS_PER_SECOND = 1_000;

    private LifetimeFunctions() {}

    static void addTo(SqlFunctionTable table) {
        table.addMomentary(SqlFunctions.EXPIRES_AT, 1, 1, (_, arguments) -> expiresAt(deadline(arguments[0])));
        table.addMomentary(
                SqlFunctions.TIME_LEFT,
                1,
                1,
                (moment, arguments) -> timeLeft(deadline(arguments[0]), moment.nowMillis()));
    }

    private static long deadline(SqlValue value) {
        return value instanceof ExpiringRow item ? item.deadlineMillis() : Deadlines.NO_DEADLINE;
    }

    /** Returns the deadline in whole seconds since the epoch, as {@code _ts} is. */
    private static SqlValue expiresAt(long deadline) {
        return deadline == Deadlines.NO_DEADLINE
                ? SqlValues.UNDEFINED
                : SqlValues.of(Math.floorDiv(deadline, MILLIS_PER_SECOND));
    }

    /** Returns the time left in whole seconds, rounded up: a live item has some left. */
    private static SqlValue timeLeft(long deadline, long now) {
        return deadline == Deadlines.NO_DEADLINE
                ? SqlValues.UNDEFINED
                : SqlValues.of(Math.ceilDiv(deadline - now, MILLIS_PER_SECOND));
    }
}
