package dev.mayfly.engine.hidden;

import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.forecast.FrozenQueues;
import dev.mayfly.engine.forecast.HourlyHistogram;
import dev.mayfly.engine.forecast.QueueScan;
import dev.mayfly.engine.forecast.ScanProgress;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.LivingDocuments;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Cursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Walks the living documents of a collection by what their queues hold behind that which is due. Safe for concurrent use. */
public final class LivingWalk implements LivingDocuments {
    /*
     * After a mass expiry, and for as long as a change can be undone, hidden documents may outnumber the living by far. A
     * document with an entry at or before the instant from which the policy hides it (PolicyState.hiddenUntil) is hidden; so
     * one that lives stands in the rest of its queues, or in none. Those in none are counted (ExpiryHistogram) but cannot be
     * enumerated: where there are any, living documents can be counted this way and not listed.
     *
     * The walk reads a snapshot that is taken together with the counts. A document that lives from before the snapshot until
     * it is fetched is in it, wherever its entries move meanwhile.
     */

    /** Up to this many hidden documents the living ones are counted by subtracting them. */
    private static final int HIDDEN_FEW = 10_000;

    /** For each hidden document that was met, this many entries are looked at for living ones before more hidden ones are. */
    private static final int LOOKED_AT = 8;

    private final CollectionShards shards;
    private final HourlyHistogram hours;

    public LivingWalk(CollectionShards shards, HourlyHistogram hours) {
        this.shards = shards;
        this.hours = hours;
    }

    /** The part of each queue in which documents may live. */
    private record Rest(ReadView view) implements QueueScan.Extent {
        @Override
        public long latest(int queue) {
            boolean isKept =
                    view.record().queue(queue).map(QueueDefinition::isKept).orElse(false);
            return isKept ? Deadlines.NO_DEADLINE - 1 : Long.MIN_VALUE;
        }

        @Override
        public long after(int queue) {
            return view.policy().hiddenUntil(queue, view.now());
        }
    }

    @Override
    public @Nullable List<byte[]> keys(ReadView view, int most) {
        List<byte[]> keys = new ArrayList<>();
        long undated = walk(
                view,
                most,
                false,
                cursor -> keys.add(Layout.queueDocument(cursor.key()).bytes()));
        return undated == 0 ? keys : null;
    }

    /**
     * Returns the exact number of living documents; -1 if it is cheaper to count the hidden ones, or unknown. Looks at hidden
     * and living ones by turns, ever more of each, so it costs a few times as much as the cheaper of the two at most.
     */
    public long count(ReadView view) {
        if (view.frozen() != null) {
            return -1;
        }
        long documents = shards.documents();
        for (long hidden = HIDDEN_FEW; hidden < documents && isMoreHidden(view, hidden); hidden *= LOOKED_AT) {
            long[] living = {0};
            long undated = walk(view, hidden * LOOKED_AT, true, _ -> living[0]++);
            if (undated >= 0) {
                return undated + living[0];
            }
        }
        return -1;
    }

    /** Returns true if more documents stand where hidden ones do. */
    private boolean isMoreHidden(ReadView view, long documents) {
        long[] left = {documents};
        try (FrozenQueues frozen = FrozenQueues.of(shards)) {
            QueueScan.Extent due = queue -> view.policy().latestDue(queue, view.now());
            new QueueScan(frozen, view.schema(), due, ScanProgress.NONE).run((_, _) -> --left[0] >= 0);
        }
        return left[0] < 0;
    }

    /**
     * Visits the entries of living documents that stand in queues, each document once.
     *
     * @param most the number of entries to look at
     * @param withUndated whether to go on although there are documents that stand in no queue
     * @return the number of documents that stand in no queue; -1 if not all others were visited
     */
    private long walk(ReadView view, long most, boolean withUndated, Consumer<Cursor> visitor) {
        PolicyState policy = view.policy();
        if (!policy.canHide() || !shards.store().capabilities().contains(Capability.SNAPSHOTS)) {
            return -1;
        }
        List<FrozenQueues> opened = new ArrayList<>(1);
        long undated = shards.latched(() -> {
            long found = isCounted(view) ? hours.undated() : -1;
            if (found == 0 || (found > 0 && withUndated)) {
                opened.add(FrozenQueues.of(shards));
            }
            return found;
        });
        if (opened.isEmpty()) {
            return -1;
        }
        long[] left = {most};
        try (FrozenQueues frozen = opened.getFirst()) {
            new QueueScan(frozen, view.schema(), new Rest(view), ScanProgress.NONE).run((head, cursor) -> {
                if (!policy.isHidden(head.instants(), view.now())) {
                    visitor.accept(cursor);
                }
                return --left[0] >= 0;
            });
        }
        return left[0] < 0 ? -1 : undated;
    }

    /**
     * Returns true if the counts are of the queues that the view knows. A queue that drains is not among them, though a
     * grave may hold documents that stand in it alone.
     */
    private boolean isCounted(ReadView view) {
        List<QueueDefinition> queues = view.record().queues();
        return queues.stream().allMatch(QueueDefinition::isKept)
                && queues.equals(shards.record().queues());
    }
}
