package dev.mayfly.face.api;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemoryPool;
import java.util.function.BooleanSupplier;

/**
 * Ends an administrator's request that runs longer than it may, that holds too much, or for which nobody waits any more:
 * with {@link FaceRefusal}, or {@link dev.mayfly.base.query.MemoryLimitExceeded}. Used by one thread.
 */
public final class AdminGuard extends RequestGuard {
    /** Stands for no time limit. */
    public static final int UNLIMITED = Integer.MAX_VALUE;

    private static final long NANOS_OF_MILLI = 1_000_000;

    private final Clock machine;
    private final BooleanSupplier isAwaited;
    private final long begun;
    private final long nanosMax;

    /**
     * Begins a request.
     *
     * @param machine the machine's clock
     * @param millisMax the time it may take, or {@link #UNLIMITED}
     * @param isAwaited whether somebody waits for the answer
     */
    public AdminGuard(RequestMemoryPool memory, Clock machine, int millisMax, BooleanSupplier isAwaited) {
        super(memory.open());
        this.machine = machine;
        this.isAwaited = isAwaited;
        this.begun = machine.tickNanos();
        this.nanosMax = millisMax == UNLIMITED ? Long.MAX_VALUE : millisMax * NANOS_OF_MILLI;
    }

    @Override
    public void check() {
        if (machine.tickNanos() - begun >= nanosMax) {
            throw FaceRefusal.timeout("the request takes longer than the time it was given");
        }
        if (!isAwaited.getAsBoolean()) {
            throw FaceRefusal.timeout("nobody waits for the answer any more");
        }
    }
}
