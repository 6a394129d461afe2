package dev.mayfly.face.cosmos.http;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.face.cosmos.error.CosmosErrors;

/**
 * Ends a request that holds too much and, unless it writes, one that runs too long or whose client has disconnected. Used by
 * one thread.
 */
final class CosmosGuard extends RequestGuard {
    /** Clients wait for a minute; the answer that there is none comes before they hang up. */
    static final long MILLIS_MAX = 55_000;

    private static final long NANOS_OF_MILLI = 1_000_000;

    /** A body lies in its request, as the engine stores it, and in the store's batch. */
    private static final int COPIES_OF_A_BODY = 3;

    private final CosmosRequest request;
    private final Clock machine;
    private final long begun;
    private final long nanosMax;

    CosmosGuard(CosmosRequest request, Clock machine, RequestMemoryPool memory) {
        super(memory.open());
        this.request = request;
        this.machine = machine;
        this.begun = machine.tickNanos();
        this.nanosMax = Math.min(MILLIS_MAX, request.remainingMillis(MILLIS_MAX)) * NANOS_OF_MILLI;
        admit((long) request.body().length * COPIES_OF_A_BODY);
    }

    @Override
    public void check() {
        if (request.verb().isWrite()) {
            return;
        }
        if (machine.tickNanos() - begun >= nanosMax || !request.isAwaited()) {
            throw CosmosErrors.timedOut();
        }
    }
}
