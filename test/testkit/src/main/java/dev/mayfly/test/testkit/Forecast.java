package dev.mayfly.test.testkit;

import java.time.Instant;
import java.util.List;

/**
 * What will expire in a collection if nothing changes.
 *
 * @param now the instant at which this is true
 * @param buckets of equal length, in order
 * @param hidden how many have expired already, and are not destroyed
 * @param beyond how many expire later than the last bucket
 * @param never how many have no deadline
 */
public record Forecast(Instant now, List<Bucket> buckets, long hidden, long beyond, long never) {
    public Forecast {
        buckets = List.copyOf(buckets);
    }

    /** How many documents expire in the time that begins at an instant. */
    public record Bucket(Instant from, long documents) {}

    /** How many documents expire in all buckets together. */
    public long within() {
        return buckets.stream().mapToLong(Bucket::documents).sum();
    }

    static Forecast of(JsonTree answer) {
        List<Bucket> buckets = answer.items("buckets").stream()
                .map(each -> new Bucket(each.instant("from").orElseThrow(), each.number("documents")))
                .toList();
        return new Forecast(
                answer.instant("now").orElseThrow(),
                buckets,
                answer.child("hidden").number("documents"),
                answer.child("beyond").number("documents"),
                answer.child("never").number("documents"));
    }
}
