package dev.mayfly.bench.drivers;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.base.clock.SystemClock;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.bson.Document;

/** Measures how long after a write was sent its event reaches a change stream, at a given rate, open loop. */
final class ChangeDelivery {
    static final String NAME = "change stream";

    private static final int WRITES_A_SECOND = 1_000;
    private static final int WARM_UP = 20 * WRITES_A_SECOND;
    private static final int MEASURED = 20 * WRITES_A_SECOND;
    private static final String SENT = "sent";

    private ChangeDelivery() {}

    /** Of one writer and one stream, each with a connection of its own. */
    static String measure(MongoTarget target, Scale scale) throws InterruptedException {
        MongoCollection<Document> collection = target.database().getCollection("changes");
        collection.drop();
        target.database().createCollection("changes");
        Histogram latencies = new Histogram(3);
        int warmUp = scale.of(WARM_UP);
        int writes = warmUp + scale.of(MEASURED);
        try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream =
                collection.watch().maxAwaitTime(1, TimeUnit.SECONDS).cursor()) {
            Thread writer = Thread.ofPlatform().start(() -> write(collection, writes));
            for (int count = 0; count < writes; count++) {
                long sent = Objects.requireNonNull(stream.next().getFullDocument(), "an insert has a document")
                        .getLong(SENT);
                if (count >= warmUp) {
                    latencies.recordValue(Math.max(0, SystemClock.INSTANCE.tickNanos() - sent));
                }
            }
            writer.join();
        }
        return String.format(
                Locale.ROOT,
                "%s at %,d writes/s: p50 %.2f ms, p99 %.2f ms, worst %.2f ms of %,d",
                NAME,
                WRITES_A_SECOND,
                latencies.getValueAtPercentile(50) / 1e6,
                latencies.getValueAtPercentile(99) / 1e6,
                latencies.getMaxValue() / 1e6,
                writes - warmUp);
    }

    /** A write that is late counts from when it was due. */
    private static void write(MongoCollection<Document> collection, int writes) {
        long began = SystemClock.INSTANCE.tickNanos();
        for (int count = 0; count < writes; count++) {
            long due = began + count * 1_000_000_000L / WRITES_A_SECOND;
            for (long wait = due - SystemClock.INSTANCE.tickNanos(); wait > 0; ) {
                LockSupport.parkNanos(wait);
                wait = due - SystemClock.INSTANCE.tickNanos();
            }
            collection.insertOne(new Document(SENT, due).append(Samples.TEXT, Samples.PADDING));
        }
    }
}
