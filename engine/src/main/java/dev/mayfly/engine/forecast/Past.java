package dev.mayfly.engine.forecast;

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

    public static Past nothing(ForecastRange range) {
        return new Past(range, Amount.none(range), Amount.none(range));
    }

    /** The past of two collections over the same range. */
    public Past plus(Past other) {
        return new Past(range, Amount.sums(expired, other.expired), Amount.sums(purged, other.purged));
    }
}
