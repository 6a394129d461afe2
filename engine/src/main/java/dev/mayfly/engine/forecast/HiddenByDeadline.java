package dev.mayfly.engine.forecast;

import dev.mayfly.engine.expiry.Amount;
import java.util.ArrayList;
import java.util.List;

/**
 * The amount that is hidden and still stored, over the buckets of a range, each document at the deadline by which it
 * expired.
 *
 * @param grace what may still be brought back, or is held
 * @param overdue what is dead and not destroyed yet
 */
public record HiddenByDeadline(ForecastRange range, List<Amount> grace, List<Amount> overdue) {
    public HiddenByDeadline {
        grace = List.copyOf(grace);
        overdue = List.copyOf(overdue);
    }

    public static HiddenByDeadline nothing(ForecastRange range) {
        return new HiddenByDeadline(range, Amount.none(range.buckets()), Amount.none(range.buckets()));
    }

    /** Returns the sum of two collections over the same range. */
    public HiddenByDeadline plus(HiddenByDeadline other) {
        return new HiddenByDeadline(range, Amount.sums(grace, other.grace), Amount.sums(overdue, other.overdue));
    }

    /**
     * Returns the amount beyond what was announced as expired in the same bucket: not announced yet, or in a later
     * bucket, if no sweep ran meanwhile.
     */
    public List<Amount> unannounced(ExpiryHistory past) {
        List<Amount> unannounced = new ArrayList<>(grace.size());
        for (int bucket = 0; bucket < grace.size(); bucket++) {
            Amount standing = grace.get(bucket).plus(overdue.get(bucket));
            unannounced.add(standing.minus(past.expired().get(bucket)));
        }
        return unannounced;
    }
}
