package dev.mayfly.face.cosmos.script;

import dev.mayfly.base.clock.Clock;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * For how long an execution accepts further operations, so that it can end by itself and say where to go on: for a time, and as
 * long as its container has request units for what it did.
 */
final class ScriptAllowance {
    /** The service ends a script after five seconds. */
    static final long ACCEPT_MILLIS = 4_000;

    private final Clock machine;
    private final DoubleSupplier unitsLeft;
    private final long until;

    /** @param unitsLeft the request units that the container has at present, for which nothing of this execution was taken yet */
    ScriptAllowance(Clock machine, DoubleSupplier unitsLeft) {
        this.machine = machine;
        this.unitsLeft = unitsLeft;
        this.until = machine.tickNanos() + TimeUnit.MILLISECONDS.toNanos(ACCEPT_MILLIS);
    }

    /** @param charge of what the execution did up to now */
    boolean accepts(double charge) {
        return machine.tickNanos() - until < 0 && charge < unitsLeft.getAsDouble();
    }
}
