package dev.mayfly.engine.expiry;

import java.util.function.IntPredicate;

/**
 * A policy that was replaced, and still has a say for a while in what is dead.
 *
 * @param policy the policy as it was
 * @param version the version of the change that replaced it; documents of a lower version lived under it
 * @param at when that was, in guarded milliseconds since the epoch
 * @param changeGraceMillis how long it keeps its say
 * @param suspicious whether the clock was suspect then; such a change gets its grace from the end of the suspicion
 */
public record ReplacedPolicy(Policy policy, long version, long at, long changeGraceMillis, boolean suspicious) {
    /** The instant from which it has no say any more. */
    public long countedUntil() {
        return suspicious ? Deadlines.NO_DEADLINE : Deadlines.plus(at, changeGraceMillis);
    }

    ReplacedPolicy ofProperty(IntPredicate queues) {
        return new ReplacedPolicy(policy.ofProperty(queues), version, at, changeGraceMillis, suspicious);
    }

    ReplacedPolicy restartedAt(long instant) {
        return suspicious ? new ReplacedPolicy(policy, version, instant, changeGraceMillis, false) : this;
    }
}
