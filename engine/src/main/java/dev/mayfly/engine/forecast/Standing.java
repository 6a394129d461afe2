package dev.mayfly.engine.forecast;

import java.util.ArrayList;
import java.util.List;

/**
 * What is hidden and still stored, over the buckets of a range, each document at the deadline by which it expired.
 *
 * @param grace what may still be brought back, or is held
 * @param overdue what is dead and not destroyed yet
 */
public record Standing(ForecastRange range, List<Amount> grace, List<Amount> overdue) {
    public Standing {
        grace = List.copyOf(grace);
        overdue = List.copyOf(overdue);
    }

    public static Standing nothing(ForecastRange range) {
        return new Standing(range, Amount.none(range), Amount.none(range));
    }

    /** What stands of two collections over the same range. */
    public Standing plus(Standing other) {
        return new Standing(range, Amount.sums(grace, other.grace), Amount.sums(overdue, other.overdue));
    }

    /**
     * What stands beyond what was announced as expired in the same bucket: not announced yet, or in a later bucket, where
     * nobody swept meanwhile.
     */
    public List<Amount> unannounced(Past past) {
        List<Amount> unannounced = new ArrayList<>(grace.size());
        for (int bucket = 0; bucket < grace.size(); bucket++) {
            Amount standing = grace.get(bucket).plus(overdue.get(bucket));
            unannounced.add(standing.minus(past.expired().get(bucket)));
        }
        return unannounced;
    }
}
