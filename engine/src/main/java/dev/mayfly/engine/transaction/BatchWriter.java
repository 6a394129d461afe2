package dev.mayfly.engine.transaction;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.FetchedDocuments;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.IdempotencyRecords;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.engine.write.Writer;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs many writes of one collection, many to a batch, until all are committed. Safe for concurrent use. */
public final class BatchWriter {
    /*
     * Writes are decided in their order, each into the draft of its shard. The drafts of a batch are committed as one, so a
     * batch becomes visible together and leaves one receipt, in however many shards its documents lie. A store that cannot
     * commit to several partitions at once gets a batch for each run of writes to one shard.
     */

    /** The number of writes in one batch. */
    private static final int BATCH_WRITES = 100;

    /** The approximate number of bytes of documents, and of their history, in one batch. */
    private static final long BATCH_BYTES = 1 << 20;

    /** The number of documents that are read together where a read is a round trip. */
    private static final int FETCHED = 25;

    private final CollectionShards shards;
    private final boolean isAtomic;
    private final Function<CollectionCommitter, WritePlanner> planners;

    /** @param planners what plans the writes of a shard */
    public BatchWriter(CollectionShards shards, Function<CollectionCommitter, WritePlanner> planners) {
        this.shards = shards;
        this.isAtomic = shards.store().capabilities().contains(Capability.COMMITS_ACROSS_PARTITIONS);
        this.planners = planners;
    }

    /**
     * Writes in order.
     *
     * @param ordered whether to stop behind the first that meets a duplicate value
     * @return an outcome for every request that was made
     */
    public List<WriteOutcome> writeAll(
            List<WriteRequest> requests, boolean ordered, Durability durability, @Nullable IdempotencyRecord receipt) {
        List<WriteOutcome> outcomes = new ArrayList<>(requests.size());
        int attempts = 0;
        while (outcomes.size() < requests.size()) {
            Batch batch = new Batch();
            List<WritePlanner.Staged> staged = batch.stage(requests, outcomes.size(), ordered);
            if (receipt != null && staged.stream().anyMatch(WritePlanner.Staged::isWrite)) {
                batch.leave(receipt, together(outcomes, staged), outcomes.size());
            }
            long version = batch.commit();
            if (version == 0) {
                if (++attempts >= Writer.ATTEMPTS_MAX) {
                    throw new EngineException(new EngineError.TooManyConflicts(Writer.ATTEMPTS_MAX));
                }
                continue;
            }
            attempts = 0;
            staged.forEach(one -> outcomes.add(one.outcome(version)));
            if (ordered && outcomes.getLast() instanceof WriteOutcome.DuplicateValue) {
                break;
            }
        }
        if (durability == Durability.SYNCED) {
            shards.sync();
        }
        return outcomes;
    }

    private static List<WriteOutcome> together(List<WriteOutcome> outcomes, List<WritePlanner.Staged> staged) {
        List<WriteOutcome> together = new ArrayList<>(outcomes);
        staged.forEach(one -> together.add(one.outcome(0)));
        return together;
    }

    /** The drafts of one batch, a draft for each shard that it touches. */
    private final class Batch {
        private final @Nullable PendingCommit[] drafts =
                new PendingCommit[shards.all().size()];

        private final @Nullable WritePlanner[] planning =
                new WritePlanner[shards.all().size()];

        private final FetchedDocuments fetched = new FetchedDocuments(shards.store());
        private @Nullable ReadView reading;

        private PendingCommit draft(int shard) {
            PendingCommit known = drafts[shard];
            if (known == null) {
                long moment = shards.store().moment(shards.all().get(shard).partition());
                ReadView view = reading == null ? shards.reading() : reading;
                reading = view;
                known = new PendingCommit(view, moment);
                drafts[shard] = known;
            }
            return known;
        }

        private WritePlanner planner(int shard) {
            WritePlanner known = planning[shard];
            if (known == null) {
                WritePlanner planner = planners.apply(shards.all().get(shard));
                known = isAtomic ? planner : planner.through(fetched);
                planning[shard] = known;
            }
            return known;
        }

        /** Reads documents for several writes at once; the draft expects them to be unchanged when it is committed. */
        private void fetch(List<WriteRequest> requests, int shard) {
            List<DocumentKey> keys = requests.stream()
                    .map(WriteRequest::key)
                    .filter(key -> shards.shardOf(key) == shard)
                    .distinct()
                    .toList();
            fetched.fetch(shards.all().get(shard).partition(), keys);
        }

        /** Returns true if another shard than this is written to. */
        private boolean isOfOtherThan(int shard) {
            for (int each = 0; each < drafts.length; each++) {
                PendingCommit draft = drafts[each];
                if (each != shard && draft != null && !draft.isEmpty()) {
                    return true;
                }
            }
            return false;
        }

        /** Leaves a receipt in the first shard that is written to. */
        void leave(IdempotencyRecord receipt, List<WriteOutcome> together, int from) {
            for (int shard = 0; shard < drafts.length; shard++) {
                PendingCommit draft = drafts[shard];
                if (draft != null && !draft.batch().isEmpty()) {
                    new IdempotencyRecords(shards.all().get(shard)).put(draft, receipt, together, from);
                    return;
                }
            }
            throw new IllegalStateException("nothing is written");
        }

        /** Stages writes until the batch is full, or two of them meet. */
        List<WritePlanner.Staged> stage(List<WriteRequest> requests, int from, boolean ordered) {
            List<WritePlanner.Staged> staged = new ArrayList<>();
            int until = Math.min(requests.size(), from + BATCH_WRITES);
            long weight = 0;
            for (int index = from; index < until && weight < BATCH_BYTES; index++) {
                WriteRequest request = requests.get(index);
                int shard = shards.shardOf(request.key());
                if (!isAtomic && isOfOtherThan(shard)) {
                    break;
                }
                PendingCommit draft = draft(shard);
                long before = draft.weight();
                if (!isAtomic && !fetched.has(request.key())) {
                    fetch(requests.subList(index, Math.min(until, index + FETCHED)), shard);
                }
                WritePlanner.Staged one = planner(shard).stage(draft, request.key(), request.decider());
                if (one instanceof WritePlanner.Staged.Collision) {
                    break;
                }
                weight += draft.weight() - before;
                staged.add(one);
                if (ordered && one instanceof WritePlanner.Staged.Duplicate) {
                    break;
                }
            }
            return staged;
        }

        /** Returns the version of the commit; 0 if the batch must be made again, -1 if there is nothing to write. */
        long commit() {
            List<MultiCommit.Share> shares = new ArrayList<>();
            for (int shard = 0; shard < drafts.length; shard++) {
                PendingCommit draft = drafts[shard];
                if (draft != null && !draft.isEmpty()) {
                    shares.add(new MultiCommit.Share(shards.all().get(shard), draft));
                }
            }
            if (shares.isEmpty()) {
                return -1;
            }
            for (MultiCommit.Share share : shares) {
                PendingCommit draft = share.draft();
                boolean isAlone = shares.size() == 1;
                if (isAlone || draft.isRaced() || !draft.turningMultikey().isEmpty()) {
                    return share.committer().commit(draft, Durability.LOGGED);
                }
            }
            return new MultiCommit(shards.engine(), shares).commit();
        }
    }
}
