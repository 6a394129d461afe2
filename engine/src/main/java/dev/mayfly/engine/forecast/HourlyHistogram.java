package dev.mayfly.engine.forecast;

import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.SizeCounters;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents of one large collection counted by the hour, for forecasts. Safe for concurrent use. */
public final class HourlyHistogram {
    /*
     * Counting takes a walk through all queues, which takes seconds, too long for a request to wait. It begins as soon
     * as the collection is found to be large, in the background. A request that comes meanwhile waits a moment for its
     * end, and then gets the counts so far, marked as incomplete: what falls due first is counted first.
     *
     * Nothing of it is kept over a restart. It would have to be true for the very documents that a crash has left, and
     * that costs every write more than this costs a start.
     */

    /** The largest number of documents that each request counts one by one. */
    private static final long EXACT_DOCUMENTS_MAX = 2_000_000;

    /** A collection of more documents is counted before anyone asks. */
    private static final long PREPARED_DOCUMENTS_MIN = 100_000;

    /** The time that a request waits for the end of the counting. */
    private static final Duration PATIENCE = Duration.ofMillis(1_500);

    private final CountedScan counting;
    private final CollectionShards shards;
    private volatile long exactMax = EXACT_DOCUMENTS_MAX;
    private volatile long patienceMillis = PATIENCE.toMillis();
    private @Nullable HistogramBuild latest;

    HourlyHistogram(CountedScan counting, CollectionShards shards) {
        this.counting = counting;
        this.shards = shards;
    }

    /**
     * The counts at one moment.
     *
     * @param totals the size of the collection at the same moment
     * @param whole whether every document is counted
     */
    record Counted(List<ExpiryHistogram.Cell> cells, SizeCounters.Change totals, boolean whole) {}

    /** Sets the number of documents up to which each request walks them; above it, hours are counted. */
    public void exactUpTo(long documents) {
        exactMax = documents;
    }

    /** Sets the time that a request waits for unfinished counts. */
    public void waitUpTo(Duration patience) {
        patienceMillis = patience.toMillis();
    }

    private boolean isLarge() {
        return shards.documents() > exactMax;
    }

    /** Begins to count, if the collection is large enough for somebody to ask, and counting has not begun. */
    public void prepare() {
        boolean isAsked = shards.documents() > Math.min(PREPARED_DOCUMENTS_MIN, exactMax)
                && (shards.record().policy().canHide() || shards.schema().properties() != null);
        if ((isAsked || isLarge()) && !isCounted()) {
            filling();
        }
    }

    /**
     * Returns the number of documents that stand in no queue and so never die, as of the current latch; -1 if it is not known
     * yet. Then it will be soon.
     */
    public long undated() {
        ExpiryHistogram cells = shards.schema().cells();
        if (cells == null || !cells.isComplete()) {
            filling();
            return -1;
        }
        return shards.documents() - cells.documents();
    }

    private boolean isCounted() {
        ExpiryHistogram cells = shards.schema().cells();
        return cells != null && cells.isComplete();
    }

    private synchronized HistogramBuild filling() {
        HistogramBuild known = latest;
        if (known == null || known.hasEnded()) {
            known = new HistogramBuild(shards);
            latest = known;
            counting.begin(known);
        }
        return known;
    }

    /** Null where the documents are to be walked, since they are few or could not be counted. */
    @Nullable
    Counted now() {
        if (!isLarge()) {
            return null;
        }
        Counted counted = complete();
        if (counted != null) {
            return counted;
        }
        HistogramBuild filling = filling();
        if (!counting.await(filling, patienceMillis)) {
            return filling.soFar();
        }
        counted = complete();
        // A change of the indexes may have put an end to what was just completed.
        return counted == null && filling.hasSucceeded() ? filling.soFar() : counted;
    }

    private @Nullable Counted complete() {
        return shards.<@Nullable Counted>latched(() -> {
            ExpiryHistogram cells = shards.schema().cells();
            return cells == null || !cells.isComplete() ? null : new Counted(cells.cells(), shards.totals(), true);
        });
    }
}
