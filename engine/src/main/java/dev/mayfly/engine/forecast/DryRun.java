package dev.mayfly.engine.forecast;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.engine.expiry.Policy;
import java.util.List;

/**
 * The effect that a change of policy would have; nothing of it is written.
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
 * @param properties the effect on properties of documents, counted by themselves
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
        Forecast after,
        PropertyEffect properties) {
    /** The largest number of documents that are named. */
    public static final int SAMPLES_MAX = 20;

    public DryRun {
        reaches = List.copyOf(reaches);
        samples = List.copyOf(samples);
    }

    /**
     * The documents, of those that live now, that are hidden at a later time.
     *
     * @param unchanged without the change
     * @param changed with it
     */
    public record Reach(long horizonMillis, Amount unchanged, Amount changed) {}

    /** A document that the change hides at once. */
    public record Sample(DocumentKey key, long deadline, long bytes) {}

    /** The documents that the change hides at once. */
    public Amount hidden() {
        return reaches.getFirst().changed();
    }

    /** Returns true if rules about properties stand before or after the change, or have hidden any. */
    public boolean concernsProperties() {
        return !policyBefore.properties().isEmpty()
                || !policyAfter.properties().isEmpty()
                || properties.broughtBack() > 0;
    }

    /** The part of a large collection that is still being counted. */
    public Amount uncounted() {
        return after.uncounted();
    }

    /** Returns true if every document was examined. */
    public boolean isExact() {
        return before.exact() && after.exact();
    }
}
