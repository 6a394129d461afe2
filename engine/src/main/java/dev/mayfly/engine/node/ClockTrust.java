package dev.mayfly.engine.node;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;

/**
 * Refuses writes whose lifetimes count from now while the clock is far from that of the cluster: their deadlines would be
 * wrong by as much for every server.
 */
public final class ClockTrust {
    /** The farthest that a clock may stand from the cluster's for lifetimes to be counted by it. */
    public static final long OFFSET_MILLIS_MAX = 5_000;

    private ClockTrust() {}

    /** Call for a lifetime that counts from now. */
    public static void require(ClockGuard clock) {
        if (clock.isOffBy(OFFSET_MILLIS_MAX)) {
            throw new EngineException(new EngineError.ClockOff(clock.offset().orElse(0)));
        }
    }

    /** Called for every write. */
    public static void require(ClockGuard clock, Lifetime lifetime, Policy policy) {
        if (clock.isOffBy(OFFSET_MILLIS_MAX) && countsFromNow(lifetime, policy)) {
            require(clock);
        }
    }

    private static boolean countsFromNow(Lifetime lifetime, Policy policy) {
        return switch (lifetime) {
            case Lifetime.For _ -> true;
            case Lifetime.Inherit _ -> hasDefault(policy);
            case Lifetime.Forever _, Lifetime.Until _ -> false;
        };
    }

    private static boolean hasDefault(Policy policy) {
        for (Rule rule : policy.rules()) {
            if (rule instanceof Rule.Modified modified && modified.kind() == Rule.Modified.Kind.AFTER) {
                return true;
            }
        }
        return false;
    }
}
