package dev.mayfly.engine;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The documents of one large collection counted by the hour, for forecasts. Safe for concurrent use. */
final class HourCounts {
    /*
     * Counting takes a walk through all queues, which takes seconds, and nobody is to wait for it. It begins as soon as
     * the collection is found to be large, in the background. Who asks meanwhile waits a moment for its end, and is
     * then told what is counted up to there, and that it is not all: what falls due first is counted first.
     *
     * Nothing of it is kept over a restart. It would have to be true for the very documents that a crash has left, and
     * that costs every write more than this costs a start.
     */

    /** How many documents are looked at one by one, whenever somebody asks. */
    private static final long EXACT_DOCUMENTS_MAX = 2_000_000;

    /** How long somebody waits for the end of the counting. */
    private static final Duration PATIENCE = Duration.ofMillis(1_500);

    private final Counting counting;
    private final Committer committer;
    private volatile long exactMax = EXACT_DOCUMENTS_MAX;
    private volatile long patienceMillis = PATIENCE.toMillis();
    private @Nullable CellFill latest;

    HourCounts(Counting counting, Committer committer) {
        this.counting = counting;
        this.committer = committer;
    }

    /**
     * What is counted at a moment.
     *
     * @param totals the size of the collection at the same moment
     * @param whole whether every document is counted
     */
    record Counted(List<DeadlineCells.Cell> cells, Totals.Change totals, boolean whole) {}

    /** Up to how many documents everybody who asks walks them; above, hours are counted. */
    void exactUpTo(long documents) {
        exactMax = documents;
    }

    /** How long somebody waits who asks before they are counted. */
    void waitUpTo(Duration patience) {
        patienceMillis = patience.toMillis();
    }

    private boolean isLarge() {
        return committer.totals().documents() > exactMax;
    }

    /** Begins to count, if the collection is large and nobody has. */
    void prepare() {
        if (isLarge() && !isCounted()) {
            filling();
        }
    }

    private boolean isCounted() {
        DeadlineCells cells = committer.schema().cells();
        return cells != null && cells.isComplete();
    }

    private synchronized CellFill filling() {
        CellFill known = latest;
        if (known == null || known.hasEnded()) {
            known = new CellFill(committer);
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
        CellFill filling = filling();
        if (!counting.await(filling, patienceMillis)) {
            return filling.soFar();
        }
        counted = complete();
        // A change of the indexes may have put an end to what was just completed.
        return counted == null && filling.hasSucceeded() ? filling.soFar() : counted;
    }

    private @Nullable Counted complete() {
        return committer.<@Nullable Counted>latched(() -> {
            DeadlineCells cells = committer.schema().cells();
            return cells == null || !cells.isComplete()
                    ? null
                    : new Counted(cells.cells(), committer.totals().now(), true);
        });
    }
}
