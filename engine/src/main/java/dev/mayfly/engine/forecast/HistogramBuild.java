package dev.mayfly.engine.forecast;

import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.SizeCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One walk through the queues of a collection that fills its {@link ExpiryHistogram}. Runs once, on one thread; any
 * thread may read its progress.
 */
final class HistogramBuild {
    private static final Logger LOG = LoggerFactory.getLogger(HistogramBuild.class);

    /** The number of documents between two checks for cancellation. */
    static final int STRETCH = 10_000;

    /** Progress is shown again once the number of documents visited has grown by one part of this many. */
    private static final int SHOWN_PART = 16;

    private final CollectionShards shards;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile HourlyHistogram.Counted soFar;
    private volatile boolean urgent;
    private volatile boolean succeeded;

    /** Holds the walk back between two stretches. */
    interface Rests {
        /** Returns true if the walk may go on. */
        boolean rest(HistogramBuild fill, int documents);
    }

    public HistogramBuild(CollectionShards shards) {
        this.shards = shards;
        this.soFar = new HourlyHistogram.Counted(List.of(), shards.totals(), false);
    }

    /** Returns the counts up to a moment ago, the soonest of the first queue first. */
    HourlyHistogram.Counted soFar() {
        return soFar;
    }

    /** Returns true if a request waits for it. */
    boolean isUrgent() {
        return urgent;
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** Returns true if it has ended and the cells are complete. */
    boolean hasSucceeded() {
        return succeeded;
    }

    /** Waits for its end, for so long at most, and has it hurry from now on; answers whether it has ended. */
    boolean await(long millis) {
        urgent = true;
        try {
            return ended.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return hasEnded();
        }
    }

    void run(Rests rests) {
        try {
            succeeded = fill(rests);
        } catch (RuntimeException failure) {
            LOG.warn(
                    "a collection could not be counted for forecasts: {}",
                    shards.record().name(),
                    failure);
        } finally {
            if (!succeeded) {
                shards.currentSchema().endCells();
            }
            ended.countDown();
        }
    }

    private boolean fill(Rests rests) {
        List<FrozenQueues> opened = new ArrayList<>(1);
        Schema[] schema = new Schema[1];
        ExpiryHistogram cells = shards.latched(() -> {
            ExpiryHistogram begun = shards.currentSchema().beginCells();
            schema[0] = shards.schema();
            opened.add(FrozenQueues.of(shards));
            return begun;
        });
        try (FrozenQueues frozen = opened.getFirst()) {
            ExpiryHistogram seed = cells.like();
            boolean whole = walk(frozen, schema[0], seed, rests);
            if (whole) {
                shards.latched(() -> {
                    cells.complete(seed);
                    return true;
                });
            }
            return whole;
        }
    }

    private boolean walk(FrozenQueues frozen, Schema schema, ExpiryHistogram seed, Rests rests) {
        QueueScan.Extent kept = queue ->
                schema.record().queue(queue).map(QueueDefinition::isKept).orElse(false)
                        ? Deadlines.NO_DEADLINE - 1
                        : Long.MIN_VALUE;
        Course course = new Course(frozen.totals(), seed, rests);
        new QueueScan(frozen, schema, kept, ScanProgress.NONE).run((head, _) -> {
            seed.add(head);
            return course.goesOn();
        });
        return !course.stopped;
    }

    /** The progress of a walk. */
    private final class Course {
        private final SizeCounters.Change totals;
        private final ExpiryHistogram seed;
        private final Rests rests;
        private long met;
        private long shown;
        private boolean stopped;

        Course(SizeCounters.Change totals, ExpiryHistogram seed, Rests rests) {
            this.totals = totals;
            this.seed = seed;
            this.rests = rests;
        }

        boolean goesOn() {
            met++;
            if (met % STRETCH == 0) {
                if (met - shown >= shown / SHOWN_PART) {
                    shown = met;
                    soFar = new HourlyHistogram.Counted(seed.cells(), totals, false);
                }
                stopped = !rests.rest(HistogramBuild.this, STRETCH);
            }
            return !stopped;
        }
    }
}
