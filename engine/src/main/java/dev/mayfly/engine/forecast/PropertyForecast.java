package dev.mayfly.engine.forecast;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * When the properties of a collection's documents will be hidden if neither they nor the policy change. A property that goes
 * with its document is not counted.
 *
 * @param buckets the number that falls due in each bucket of the range
 * @param hidden the number that is hidden already, and not taken out yet
 * @param sooner the number that falls due between the instant and the first bucket
 * @param beyond the number that falls due behind the last bucket
 */
public record PropertyForecast(List<Long> buckets, long hidden, long sooner, long beyond) {
    public PropertyForecast {
        buckets = List.copyOf(buckets);
    }

    static PropertyForecast nothing(int buckets) {
        return new PropertyForecast(Collections.nCopies(buckets, 0L), 0, 0, 0);
    }

    /** The number that falls due within the range. */
    public long within() {
        long all = 0;
        for (long bucket : buckets) {
            all += bucket;
        }
        return all;
    }

    /** Returns true if no property is hidden, or will be. */
    public boolean isEmpty() {
        return hidden == 0 && sooner == 0 && beyond == 0 && within() == 0;
    }

    /** Of two collections, over the same range. */
    PropertyForecast plus(PropertyForecast other) {
        List<Long> sums = new ArrayList<>(buckets.size());
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            sums.add(buckets.get(bucket) + other.buckets.get(bucket));
        }
        return new PropertyForecast(sums, hidden + other.hidden, sooner + other.sooner, beyond + other.beyond);
    }
}
