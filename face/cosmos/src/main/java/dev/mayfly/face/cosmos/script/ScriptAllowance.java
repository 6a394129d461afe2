package dev.mayfly.face.cosmos.script;

import dev.mayfly.base.clock.Clock;
import java.util.concurrent.TimeUnit;

/** For how long an execution accepts further operations, so that it can end by itself and say where to go on. */
final class ScriptAllowance {
    /** The service ends a script after five seconds. */
    static final long ACCEPT_MILLIS = 4_000;

    private final Clock machine;
    private final long until;

    ScriptAllowance(Clock machine) {
        this.machine = machine;
        this.until = machine.tickNanos() + TimeUnit.MILLISECONDS.toNanos(ACCEPT_MILLIS);
    }

    boolean accepts() {
        return machine.tickNanos() - until < 0;
    }
}
