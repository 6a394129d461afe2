package dev.mayfly.engine.forecast;

import dev.mayfly.engine.expiry.Amount;
import java.util.List;

/**
 * When the documents of a collection will be hidden if neither they nor the policy change. Every stored document is
 * counted once, at its earliest deadline.
 *
 * @param asOf the instant this is true as of
 * @param buckets what falls due in each bucket of the range; what is due, but waits for the monitor of a lazy
 *     collection, falls due at once
 * @param hidden what is hidden already, and not destroyed
 * @param sooner what falls due between the instant and the first bucket
 * @param beyond what falls due behind the last bucket
 * @param never what has no deadline
 * @param uncounted what is not looked at yet, of a large collection that is just being counted: some of it may fall due,
 *     too, though mostly later than what is counted
 * @param exact whether every document was looked at; otherwise the numbers come from counts by the hour
 * @param properties when properties of these documents will be hidden, counted by themselves
 */
public record Forecast(
        ForecastRange range,
        long asOf,
        List<Amount> buckets,
        Amount hidden,
        Amount sooner,
        Amount beyond,
        Amount never,
        Amount uncounted,
        boolean exact,
        PropertyForecast properties) {
    public Forecast {
        buckets = List.copyOf(buckets);
    }

    /** The amount that falls due within the range. */
    public Amount within() {
        Amount all = Amount.NOTHING;
        for (Amount bucket : buckets) {
            all = all.plus(bucket);
        }
        return all;
    }

    /** Returns true if every document is counted, be it by the hour. */
    public boolean isWhole() {
        return uncounted.documents() == 0;
    }

    /** The forecast of no documents. */
    public static Forecast nothing(ForecastRange range, long asOf) {
        Amount nothing = Amount.NOTHING;
        return new Forecast(
                range,
                asOf,
                Amount.none(range.buckets()),
                nothing,
                nothing,
                nothing,
                nothing,
                nothing,
                true,
                PropertyForecast.nothing(range.buckets()));
    }

    /** The forecast of two collections over the same range. */
    public Forecast plus(Forecast other) {
        if (!range.equals(other.range)) {
            throw new IllegalArgumentException("forecasts over different ranges do not add up");
        }
        return new Forecast(
                range,
                asOf,
                Amount.sums(buckets, other.buckets),
                hidden.plus(other.hidden),
                sooner.plus(other.sooner),
                beyond.plus(other.beyond),
                never.plus(other.never),
                uncounted.plus(other.uncounted),
                exact && other.exact,
                properties.plus(other.properties));
    }
}
