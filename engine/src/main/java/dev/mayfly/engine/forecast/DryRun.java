package dev.mayfly.engine.forecast;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.expiry.Policy;
import java.util.List;

/**
 * What a change of policy would do, of which nothing is written.
 *
 * @param asOf the instant this is true as of
 * @param policyBefore the policy in force
 * @param policyAfter the policy that the change makes of it
 * @param reaches for now, an hour, a day and a week, what of the documents that live now is hidden by then
 * @param broughtBack the hidden documents that would be visible again
 * @param oldestDeadline the earliest deadline of those that it hides at once, or no deadline when there are none
 * @param newestDeadline the latest deadline of those
 * @param samples some of those, in no particular order
 * @param before the forecast without the change
 * @param after the forecast with it
 */
public record DryRun(
        long asOf,
        Policy policyBefore,
        Policy policyAfter,
        List<Reach> reaches,
        Amount broughtBack,
        long oldestDeadline,
        long newestDeadline,
        List<Sample> samples,
        Forecast before,
        Forecast after) {
    /** How many documents are named. */
    public static final int SAMPLES_MAX = 20;

    public DryRun {
        reaches = List.copyOf(reaches);
        samples = List.copyOf(samples);
    }

    /**
     * What of the documents that live now is hidden so much later.
     *
     * @param unchanged without the change
     * @param changed with it
     */
    public record Reach(long horizonMillis, Amount unchanged, Amount changed) {}

    /** A document that the change hides at once. */
    public record Sample(DocumentKey key, long deadline, long bytes) {}

    /** What the change hides at once. */
    public Amount hidden() {
        return reaches.getFirst().changed();
    }

    /** What is not looked at yet, of a large collection that is just being counted. */
    public Amount uncounted() {
        return after.uncounted();
    }

    /** Whether every document was looked at. */
    public boolean isExact() {
        return before.exact() && after.exact();
    }
}
