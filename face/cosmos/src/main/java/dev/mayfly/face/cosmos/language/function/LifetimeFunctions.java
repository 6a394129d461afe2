package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.face.cosmos.language.value.Mortal;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;

/** Functions that the service does not have: of an item, when it expires. Undefined for one that never does. */
final class LifetimeFunctions {
    private static final long MILLIS_PER_SECOND = 1_000;

    private LifetimeFunctions() {}

    static void addTo(FunctionTable table) {
        table.addMomentary(Functions.EXPIRES_AT, 1, (_, arguments) -> expiresAt(deadline(arguments[0])));
        table.addMomentary(
                Functions.TIME_LEFT, 1, (moment, arguments) -> timeLeft(deadline(arguments[0]), moment.nowMillis()));
    }

    private static long deadline(Value value) {
        return value instanceof Mortal item ? item.deadlineMillis() : Deadlines.NO_DEADLINE;
    }

    /** In whole seconds since the epoch, as {@code _ts} is. */
    private static Value expiresAt(long deadline) {
        return deadline == Deadlines.NO_DEADLINE
                ? Values.UNDEFINED
                : Values.of(Math.floorDiv(deadline, MILLIS_PER_SECOND));
    }

    /** In whole seconds, of which the last one that has begun is one: what lives has some left. */
    private static Value timeLeft(long deadline, long now) {
        return deadline == Deadlines.NO_DEADLINE
                ? Values.UNDEFINED
                : Values.of(Math.ceilDiv(deadline - now, MILLIS_PER_SECOND));
    }
}
