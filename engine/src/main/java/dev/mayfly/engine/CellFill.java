package dev.mayfly.engine;

import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.forecast.ScanProgress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One walk through the queues of a collection that fills its {@link DeadlineCells}. Runs once, on one thread; anybody
 * may ask how far it is.
 */
final class CellFill {
    private static final Logger LOG = LoggerFactory.getLogger(CellFill.class);

    /** How many documents are met before it asks whether to go on. */
    static final int STRETCH = 10_000;

    /** By what part of what it has met it gets further before it shows again how far it is. */
    private static final int SHOWN_PART = 16;

    private final Committer committer;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile HourCounts.Counted soFar;
    private volatile boolean urgent;
    private volatile boolean succeeded;

    /** Holds the walk back between two stretches. */
    interface Rests {
        /** Answers whether to go on. */
        boolean rest(CellFill fill, int documents);
    }

    CellFill(Committer committer) {
        this.committer = committer;
        this.soFar = new HourCounts.Counted(List.of(), committer.totals().now(), false);
    }

    /** What has been counted up to a moment ago, the soonest of the first queue first. */
    HourCounts.Counted soFar() {
        return soFar;
    }

    /** Whether somebody waits for it. */
    boolean isUrgent() {
        return urgent;
    }

    boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** Whether it has ended and the cells are complete. */
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
                    committer.record().name(),
                    failure);
        } finally {
            if (!succeeded) {
                committer.inForce().endCells();
            }
            ended.countDown();
        }
    }

    private boolean fill(Rests rests) {
        List<FrozenQueues> opened = new ArrayList<>(1);
        Schema[] schema = new Schema[1];
        DeadlineCells cells = committer.latched(() -> {
            DeadlineCells begun = committer.inForce().beginCells();
            schema[0] = committer.schema();
            opened.add(FrozenQueues.of(committer));
            return begun;
        });
        try (FrozenQueues frozen = opened.getFirst()) {
            DeadlineCells seed = cells.like();
            boolean whole = walk(frozen, schema[0], seed, rests);
            if (whole) {
                committer.latched(() -> {
                    cells.complete(seed);
                    return true;
                });
            }
            return whole;
        }
    }

    private boolean walk(FrozenQueues frozen, Schema schema, DeadlineCells seed, Rests rests) {
        StandingWalk.Extent kept = queue ->
                schema.record().queue(queue).map(QueueDefinition::isKept).orElse(false)
                        ? Deadlines.NO_DEADLINE - 1
                        : Long.MIN_VALUE;
        Course course = new Course(frozen.totals(), seed, rests);
        new StandingWalk(frozen, schema, kept, ScanProgress.NONE).run((head, _) -> {
            seed.add(head);
            return course.goesOn();
        });
        return !course.stopped;
    }

    /** How far a walk is. */
    private final class Course {
        private final Totals.Change totals;
        private final DeadlineCells seed;
        private final Rests rests;
        private long met;
        private long shown;
        private boolean stopped;

        Course(Totals.Change totals, DeadlineCells seed, Rests rests) {
            this.totals = totals;
            this.seed = seed;
            this.rests = rests;
        }

        boolean goesOn() {
            met++;
            if (met % STRETCH == 0) {
                if (met - shown >= shown / SHOWN_PART) {
                    shown = met;
                    soFar = new HourCounts.Counted(seed.cells(), totals, false);
                }
                stopped = !rests.rest(CellFill.this, STRETCH);
            }
            return !stopped;
        }
    }
}
