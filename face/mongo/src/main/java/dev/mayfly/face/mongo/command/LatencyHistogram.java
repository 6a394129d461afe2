package dev.mayfly.face.mongo.command;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.jspecify.annotations.Nullable;

/** A histogram of operation times with MongoDB's bucket bounds. Safe for concurrent use; empty buckets cost nothing. */
final class LatencyHistogram {
    /** In microseconds: powers of two, and halfway between them where most requests are. */
    private static final long[] LOWER_BOUNDS = Stream.of(
                    LongStream.of(0),
                    powers(1, 11),
                    powers(11, 20).flatMap(power -> LongStream.of(power + power / 2, power * 2)),
                    powers(22, 40))
            .flatMapToLong(bounds -> bounds)
            .toArray();

    private final AtomicReferenceArray<@Nullable LongAdder> counts = new AtomicReferenceArray<>(LOWER_BOUNDS.length);

    private static LongStream powers(int from, int to) {
        return LongStream.rangeClosed(from, to).map(exponent -> 1L << exponent);
    }

    void add(long micros) {
        int found = Arrays.binarySearch(LOWER_BOUNDS, Math.max(0, micros));
        counter(found >= 0 ? found : -found - 2).increment();
    }

    private LongAdder counter(int at) {
        LongAdder known = counts.get(at);
        if (known != null) {
            return known;
        }
        LongAdder made = new LongAdder();
        LongAdder other = counts.compareAndExchange(at, null, made);
        return other == null ? made : other;
    }

    /** One document for each bound that was met. */
    BsonArray toBson() {
        BsonArray met = new BsonArray();
        for (int at = 0; at < LOWER_BOUNDS.length; at++) {
            LongAdder count = counts.get(at);
            if (count != null) {
                met.add(new BsonDocument("micros", new BsonInt64(LOWER_BOUNDS[at]))
                        .append("count", new BsonInt64(count.sum())));
            }
        }
        return met;
    }
}
