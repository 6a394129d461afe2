package dev.mayfly.engine.forecast;

import dev.mayfly.engine.expiry.Amount;
import java.util.List;

/**
 * The documents of a collection that expired and were destroyed, over the buckets of a range. A document counts when
 * it was announced, and again when it was destroyed.
 *
 * @param expired what was announced as expired
 * @param purged what was destroyed because it had expired
 */
public record ExpiryHistory(ForecastRange range, List<Amount> expired, List<Amount> purged) {
    public ExpiryHistory {
        expired = List.copyOf(expired);
        purged = List.copyOf(purged);
    }

    public static ExpiryHistory nothing(ForecastRange range) {
        return new ExpiryHistory(range, Amount.none(range.buckets()), Amount.none(range.buckets()));
    }

    /** The past of two collections over the same range. */
    public ExpiryHistory plus(ExpiryHistory other) {
        return new ExpiryHistory(range, Amount.sums(expired, other.expired), Amount.sums(purged, other.purged));
    }
}
