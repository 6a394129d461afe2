package dev.mayfly.face.cosmos.query;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.language.CompiledQuery;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.store.api.KeyRange;
import org.jspecify.annotations.Nullable;

/** A page of a query that makes its rows of each item alone: goes through the items until the page is full. */
final class StreamedPage {
    private final ItemReader lookups;
    private final PageWriter giver;
    private final Plan plan;
    private final PageToken start;

    StreamedPage(ItemReader lookups, PageWriter giver, Plan plan) {
        this.lookups = lookups;
        this.giver = giver;
        this.plan = plan;
        this.start = giver.start();
    }

    /**
     * Gives the rows of the page.
     *
     * @param workMax the number of keys to look at, also if none gives a row
     * @return the start of the next page, or null if there is none
     */
    @Nullable
    PageToken give(int workMax) {
        byte[] after = start.cut() == 0 ? start.after() : whole();
        try (ItemCursor found = open(after, giver.wanted())) {
            return give(found, after, workMax);
        }
    }

    private ItemCursor open(byte @Nullable [] after, long most) {
        return switch (plan) {
            case Plan.AsFound(ItemWalk walk, String _) -> lookups.walk(walk, after);
            case Plan.Sorted sorted ->
                sorted.walked()
                        ? lookups.walk(plan.walk(), after)
                        : ranked(rank(sorted), sorted.spec().backward(), after, most);
            case Plan.ByDeadline byDeadline ->
                byDeadline.isWalked()
                        ? lookups.walk(plan.walk(), after)
                        : ranked(StreamedPage::deadlineRank, byDeadline.backward(), after, most);
            case Plan.AsIndexed indexed ->
                ranked(IndexedRank.of(indexed.ranges(), indexed.paths(), lookups.computed()), false, after, most);
        };
    }

    private static byte @Nullable [] deadlineRank(Document item) {
        return item.deadline() == Deadlines.NO_DEADLINE ? null : DeadlineRange.position(item);
    }

    private static RankedItems.Rank rank(Plan.Sorted plan) {
        return item -> plan.spec().position(item, plan.undefined());
    }

    private ItemCursor ranked(RankedItems.Rank rank, boolean backward, byte @Nullable [] after, long most) {
        try (ItemCursor all = lookups.walk(plan.walk(), null)) {
            return RankedItems.of(
                    lookups.collection(),
                    lookups.reading(),
                    all,
                    item -> lookups.hasRows(item) ? rank.of(item) : null,
                    backward,
                    after,
                    most);
        }
    }

    private boolean isBackward() {
        return switch (plan) {
            case Plan.Sorted sorted -> sorted.spec().backward();
            case Plan.ByDeadline byDeadline -> byDeadline.backward();
            case Plan.AsFound _, Plan.AsIndexed _ -> false;
        };
    }

    /**
     * Returns the position of which a token has kept only the beginning. If the item at that position is gone, those
     * around it are given again rather than lost.
     */
    private byte @Nullable [] whole() {
        byte[] beginning = start.after();
        byte[] before = beginning != null && isBackward() ? KeyRange.after(beginning) : beginning;
        try (ItemCursor found = open(before, RankedItems.ALL)) {
            while (found.next() != null && start.isWithinCut(found.position())) {
                if (start.isCutFrom(found.position())) {
                    return found.position();
                }
            }
        }
        return before;
    }

    private @Nullable PageToken give(ItemCursor found, byte @Nullable [] from, int workMax) {
        byte[] after = from;
        long pending = start.item();
        for (Document item = found.next(); item != null; item = found.next()) {
            if (giver.isDone()) {
                return null;
            }
            if (giver.isFull() || found.work() > workMax) {
                // Before the next page there may be new items before the one whose rows were begun.
                return giver.next(plan.order(), after, pending, pending == 0 ? 0 : start.rows());
            }
            boolean isPending =
                    pending != 0 && pending == PageToken.stamp(item.key().bytes());
            Rows rows = new Rows(isPending ? start.rows() : 0);
            if (!lookups.rows(item, rows) && !giver.isDone()) {
                return giver.next(
                        plan.order(), after, PageToken.stamp(item.key().bytes()), rows.taken);
            }
            pending = isPending ? 0 : pending;
            after = found.position();
        }
        return null;
    }

    /** Receives the rows of one item, of which some may have been given before. */
    private final class Rows implements CompiledQuery.RowSink {
        private final long before;
        private long taken;

        Rows(long before) {
            this.before = before;
        }

        @Override
        public boolean accept(SqlValue row) {
            if (taken >= before && !giver.give(row)) {
                return false;
            }
            taken++;
            return true;
        }
    }
}
