package dev.mayfly.face.mongo.collection;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.schema.IndexRequest;

/** The extra time for which a lazy time-series collection keeps its measurements, beyond what their own time says. */
public final class BucketDelay {
    /*
     * MongoDB deletes a bucket as a whole, once the latest measurement that it could hold is due: its earliest time
     * plus the longest span of a bucket plus the seconds of the collection. A lazy collection shows what MongoDB would
     * show, so a measurement stays as if it had begun a bucket of its own. The span is part of the stored rules, and is
     * subtracted wherever the seconds are listed.
     */
    private BucketDelay() {}

    /** In seconds; 0 for a collection of any other kind. */
    static long of(CollectionRecord record) {
        return of(record, record.policy().current().visibility());
    }

    private static long of(CollectionRecord record, Policy.Visibility visibility) {
        TimeSeries series = visibility == Policy.Visibility.LAZY ? TimeSeries.of(record) : null;
        return series == null ? 0 : series.spanSeconds();
    }

    /** Shows expired documents another way, and moves the deadlines of measurements accordingly. */
    public static void setVisibility(Collection collection, Policy.Visibility next) {
        long change = of(collection.record(), next) - of(collection.record());
        collection.definition().changePolicy(policy -> moved(policy.withVisibility(next), change));
    }

    /** Moves the deadlines of measurements as buckets of another span ask for. */
    public static void setSpan(Collection collection, TimeSeries before, TimeSeries after) {
        long change = (long) after.spanSeconds() - before.spanSeconds();
        if (change != 0 && of(collection.record()) != 0) {
            collection.definition().changePolicy(policy -> moved(policy, change));
        }
    }

    private static Policy moved(Policy policy, long seconds) {
        return seconds == 0
                ? policy
                : policy.withRules(policy.rules().stream()
                        .map(rule -> rule instanceof Rule.Field(int queue, long after)
                                ? new Rule.Field(queue, after + seconds)
                                : rule)
                        .toList());
    }

    /** The index as it is to be kept. */
    public static IndexRequest kept(CollectionRecord record, IndexRequest asked) {
        long delay = of(record);
        return delay != 0 && asked.lifetime() instanceof IndexRequest.TtlRule.OverField(var path, long after)
                ? asked.withLifetime(new IndexRequest.TtlRule.OverField(path, after + delay))
                : asked;
    }
}
