package dev.mayfly.engine.sweep;

import java.time.Duration;

/**
 * The settings of the sweeper.
 *
 * @param batchDocuments the number of entries that it judges, and at most destroys, in one batch: few, since other
 *     writers wait while it is written
 * @param idleBatchDocuments the same while no client asks for anything: more, since what a batch costs besides is
 *     then paid less often, and no client waits for the end of one
 * @param ratePerSecond how many documents it destroys a second while there is foreground work
 * @param interval the longest time between two looks at the queues
 */
public record SweepSettings(int batchDocuments, int idleBatchDocuments, int ratePerSecond, Duration interval) {
    public static final SweepSettings DEFAULTS = new SweepSettings(32, 2_000, 20_000, Duration.ofMillis(100));

    public SweepSettings withRate(int documentsPerSecond) {
        return new SweepSettings(batchDocuments, idleBatchDocuments, documentsPerSecond, interval);
    }

    /** The same batch size with and without foreground work. */
    public SweepSettings(int batchDocuments, int ratePerSecond, Duration interval) {
        this(batchDocuments, batchDocuments, ratePerSecond, interval);
    }
}
