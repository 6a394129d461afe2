package dev.mayfly.engine;

import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store.PartitionBatch;
import java.util.ArrayList;
import java.util.List;

/** Commits the drafts of several collections as one: all of them, or none. Used once. */
final class JointCommit {
    /** The draft of one collection. */
    record Share(Committer committer, Draft draft) {}

    private final EngineContext context;
    private final List<Share> shares;
    private final List<Totals.Change> totals = new ArrayList<>();

    /** @param shares in the order of their partitions, in which everybody takes several latches */
    JointCommit(EngineContext context, List<Share> shares) {
        this.context = context;
        this.shares = shares;
    }

    /** Answers the version, or 0 if something that a draft rests on does not hold any more; then nothing is written. */
    long commit() {
        long version = latched(0);
        if (version != 0) {
            // Who listens is told even if a sync fails later: the batches are there, and will not be announced again.
            shares.forEach(share ->
                    context.committed(share.draft(), version, share.committer().looks()));
        }
        return version;
    }

    /** Takes the latches one by one, and writes when it has them all. */
    private long latched(int from) {
        return from == shares.size() ? write() : shares.get(from).committer().latched(() -> latched(from + 1));
    }

    private long write() {
        for (Share share : shares) {
            if (!share.committer().admits(share.draft())) {
                return 0;
            }
        }
        shares.forEach(share -> share.committer().beginEvents(share.draft()));
        try {
            return writeAdmitted();
        } finally {
            shares.forEach(share -> share.committer().endEvents(share.draft()));
        }
    }

    private long writeAdmitted() {
        long version = context.versions().next();
        List<PartitionBatch> batches = new ArrayList<>();
        int events = 0;
        for (Share share : shares) {
            totals.add(share.committer().prepare(share.draft(), version, events));
            EventBlock announced = share.draft().events();
            events += announced == null ? 0 : announced.count();
            batches.add(new PartitionBatch(
                    share.committer().partition(), share.draft().batch()));
        }
        long[] times = new long[shares.size()];
        try {
            for (int place = 0; place < shares.size(); place++) {
                times[place] = shares.get(place)
                        .committer()
                        .beginHistory(shares.get(place).draft());
            }
            Commits.commitAll(context.store(), batches, Durability.LOGGED);
        } finally {
            for (int place = 0; place < shares.size(); place++) {
                shares.get(place).committer().endHistory(times[place]);
            }
        }
        for (int place = 0; place < shares.size(); place++) {
            shares.get(place).committer().written(shares.get(place).draft(), version, totals.get(place));
        }
        return version;
    }
}
