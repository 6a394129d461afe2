package dev.mayfly.engine.transaction;

import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.CommitSequence;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.commit.EventEntries;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Store.PartitionBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Commits the drafts of several collections as one: all of them, or none. Used once. */
final class MultiCommit {
    /** The draft of one collection. */
    record Share(CollectionCommitter committer, PendingCommit draft) {}

    private final EngineStore engine;
    private final List<Share> shares;

    /** @param shares in the order of their partitions, in which all callers take several latches */
    MultiCommit(EngineStore engine, List<Share> shares) {
        this.engine = engine;
        this.shares = shares;
    }

    /** Returns the version, or 0 if an expectation of a draft no longer holds; then nothing is written. */
    long commit() {
        long version = latched(0);
        if (version != 0) {
            // Listeners are told even if a sync fails later: the batches are there, and will not be announced again.
            shares.forEach(share -> share.committer().tell(share.draft(), version));
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
        List<CommitGroup> groups = new ArrayList<>();
        int events = 0;
        int versions = 0;
        for (Share share : shares) {
            EventEntries announced = share.draft().events();
            groups.add(new CommitGroup(
                    List.of(share.draft()), share.committer().sequence().turn(), events, versions));
            events += announced == null ? 0 : announced.count();
            versions +=
                    share.draft().reading().keepsTombstones() ? share.draft().versions() : 0;
        }
        forEach(groups, CommitSequence::begin);
        try {
            return write(groups, Math.max(1, versions));
        } finally {
            forEach(groups, CommitSequence::end);
        }
    }

    private void forEach(List<CommitGroup> groups, BiConsumer<CommitSequence, CommitGroup> action) {
        for (int place = 0; place < groups.size(); place++) {
            action.accept(shares.get(place).committer().sequence(), groups.get(place));
        }
    }

    private long write(List<CommitGroup> groups, int versions) {
        long version = engine.versions().next(0, versions);
        List<PartitionBatch> batches = new ArrayList<>();
        for (int place = 0; place < groups.size(); place++) {
            groups.get(place).drafts().getFirst().seal(version);
            Partition partition = shares.get(place).committer().partition();
            batches.add(new PartitionBatch(partition, groups.get(place).batch()));
        }
        forEach(groups, CommitSequence::prepare);
        try {
            CommitRetry.commitAll(engine.store(), batches, Durability.LOGGED);
        } catch (EngineException failure) {
            forEach(groups, (sequence, _) -> sequence.failed(failure));
            throw failure;
        }
        forEach(groups, CommitSequence::applied);
        return version;
    }
}
