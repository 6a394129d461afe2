package dev.mayfly.engine.forecast;

import java.util.ArrayList;
import java.util.List;

/**
 * What has become of a collection's documents, over the buckets of a range. A document counts when it was announced, and
 * again when it was destroyed.
 *
 * @param expired what was announced as expired
 * @param purged what was destroyed because it had expired
 */
public record Past(ForecastRange range, List<Amount> expired, List<Amount> purged) {
    public Past {
        expired = List.copyOf(expired);
        purged = List.copyOf(purged);
    }

    /** The past of two collections over the same range. */
    public Past plus(Past other) {
        return new Past(range, sums(expired, other.expired), sums(purged, other.purged));
    }

    private static List<Amount> sums(List<Amount> some, List<Amount> others) {
        List<Amount> sums = new ArrayList<>(some.size());
        for (int bucket = 0; bucket < some.size(); bucket++) {
            sums.add(some.get(bucket).plus(others.get(bucket)));
        }
        return sums;
    }
}
