package dev.mayfly.engine.transaction;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.ShardCalls;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.FetchedDocuments;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.IdempotencyRecords;
import dev.mayfly.engine.write.OutcomeListener;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.engine.write.Writer;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Runs many writes of one collection, many to a batch, until all are committed. Safe for concurrent use. */
public final class BatchWriter {
    /*
     * Writes are decided in their order, each into the draft of its shard. The drafts of a batch are committed as one, so a
     * batch becomes visible together and leaves one receipt, in however many shards its documents lie. A store that cannot
     * commit to several partitions at once gets a batch for each run of writes to one shard, one after the other, since none
     * may be written behind one that fails; where the order does not matter, see ScatterWriter.
     */

    /** The number of writes in one batch. */
    static final int BATCH_WRITES = 100;

    /** The approximate number of bytes of documents, and of their history, in one batch. */
    static final long BATCH_BYTES = 1 << 20;

    /** The number of documents that are read together where a read is a round trip. */
    static final int FETCHED = 25;

    private final CollectionShards shards;
    private final boolean isAtomic;
    private final Function<CollectionCommitter, WritePlanner> planners;

    /** @param planners what plans the writes of a shard */
    public BatchWriter(CollectionShards shards, Function<CollectionCommitter, WritePlanner> planners) {
        this.shards = shards;
        this.isAtomic = shards.store().capabilities().contains(Capability.COMMITS_ACROSS_PARTITIONS);
        this.planners = planners;
    }

    /** The number of writes that are committed at the same time if their order does not matter. */
    public int together() {
        return isSideBySide() ? BATCH_WRITES * shards.all().size() : BATCH_WRITES;
    }

    /** Returns true if writes whose order does not matter are committed by several batches, a batch for each shard. */
    public boolean isSideBySide() {
        return !isAtomic && shards.all().size() > 1;
    }

    /**
     * Writes in order.
     *
     * @param ordered whether to stop behind the first that meets a duplicate value
     * @param listener told of each outcome
     * @return an outcome for every request that was made
     */
    public List<WriteOutcome> writeAll(
            List<WriteRequest> requests,
            boolean ordered,
            Durability durability,
            @Nullable IdempotencyRecord receipt,
            OutcomeListener listener) {
        boolean isScattered = !ordered && isSideBySide() && requests.size() > 1;
        List<WriteOutcome> outcomes = isScattered
                ? new ScatterWriter(shards, planners, requests, receipt, listener).write()
                : new Call(requests, ordered, receipt, listener).write();
        if (durability == Durability.SYNCED) {
            shards.sync();
        }
        return outcomes;
    }

    /** The writes of one call, in their order. */
    private final class Call {
        private final List<WriteRequest> requests;
        private final boolean ordered;
        private final @Nullable IdempotencyRecord receipt;
        private final OutcomeListener listener;
        private final List<WriteOutcome> outcomes;
        private final FetchedDocuments fetched =
                new FetchedDocuments(shards.store(), shards.engine().isShared());
        /** The receipts that this call has left, by shard. */
        private final Map<Integer, IdempotencyRecords.Kept> left = new TreeMap<>();

        Call(
                List<WriteRequest> requests,
                boolean ordered,
                @Nullable IdempotencyRecord receipt,
                OutcomeListener listener) {
            this.requests = requests;
            this.ordered = ordered;
            this.receipt = receipt;
            this.listener = listener;
            this.outcomes = new ArrayList<>(requests.size());
        }

        List<WriteOutcome> write() {
            int attempts = 0;
            while (outcomes.size() < requests.size()) {
                Batch batch = new Batch(this);
                List<WritePlanner.Staged> staged = batch.stage();
                if (staged.stream().anyMatch(WritePlanner.Staged::isWrite)) {
                    batch.leaveReceipt(staged);
                }
                long version = batch.commit();
                if (version == 0) {
                    if (++attempts >= Writer.ATTEMPTS_MAX) {
                        throw new EngineException(new EngineError.TooManyConflicts(Writer.ATTEMPTS_MAX));
                    }
                    fetched.forget();
                    left.clear();
                    continue;
                }
                attempts = 0;
                for (WritePlanner.Staged one : staged) {
                    WriteOutcome outcome = one.outcome(version);
                    listener.ended(outcomes.size(), outcome);
                    outcomes.add(outcome);
                }
                batch.rememberReceipt(version);
                if (ordered && outcomes.getLast() instanceof WriteOutcome.DuplicateValue) {
                    break;
                }
            }
            return outcomes;
        }

        /** Reads documents for several writes at once; the drafts expect them to be unchanged when they are committed. */
        void fetch(int from) {
            Map<Integer, Set<DocumentKey>> keys = new TreeMap<>();
            for (WriteRequest request : requests.subList(from, Math.min(requests.size(), from + FETCHED))) {
                keys.computeIfAbsent(shards.shardOf(request.key()), _ -> new HashSet<>())
                        .add(request.key());
            }
            ShardCalls.forEach(
                    List.copyOf(keys.entrySet()),
                    shard -> shards.all()
                            .get(shard.getKey())
                            .fetch(fetched, List.copyOf(shard.getValue()), left.isEmpty() ? receipt : null));
        }
    }

    /** The drafts of one batch, a draft for each shard that it touches. */
    private final class Batch {
        private final Call call;
        private final @Nullable PendingCommit[] drafts =
                new PendingCommit[shards.all().size()];

        private final @Nullable WritePlanner[] planning =
                new WritePlanner[shards.all().size()];

        private @Nullable ReadView reading;
        private int receiptShard = -1;
        private byte[] receiptBody = {};

        Batch(Call call) {
            this.call = call;
        }

        private PendingCommit draft(int shard) {
            PendingCommit known = drafts[shard];
            if (known == null) {
                // What was read beforehand was read before this moment.
                long moment = isAtomic ? shards.store().moment(partition(shard)) : 0;
                ReadView view = reading == null ? shards.reading() : reading;
                reading = view;
                known = new PendingCommit(view, moment).allowFollowing();
                drafts[shard] = known;
            }
            return known;
        }

        private Reader reader() {
            return isAtomic ? shards.store() : call.fetched;
        }

        private Partition partition(int shard) {
            return shards.all().get(shard).partition();
        }

        private WritePlanner planner(int shard) {
            WritePlanner known = planning[shard];
            if (known == null) {
                known = planners.apply(shards.all().get(shard)).through(reader());
                planning[shard] = known;
            }
            return known;
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
        void leaveReceipt(List<WritePlanner.Staged> staged) {
            IdempotencyRecord receipt = call.receipt;
            if (receipt == null) {
                return;
            }
            List<@Nullable WriteOutcome> together = new ArrayList<>(call.outcomes);
            staged.forEach(one -> together.add(one.outcome(0)));
            int from = call.outcomes.size();
            for (int shard = 0; shard < drafts.length; shard++) {
                PendingCommit draft = drafts[shard];
                if (draft != null && !draft.batch().isEmpty()) {
                    IdempotencyRecords records =
                            new IdempotencyRecords(shards.all().get(shard));
                    IdempotencyRecords.Kept known = call.left.get(shard);
                    IdempotencyRecords.Kept before = known == null ? records.before(receipt, reader()) : known;
                    receiptShard = shard;
                    receiptBody = records.put(draft, receipt, before, together, place -> place >= from);
                    return;
                }
            }
            throw new IllegalStateException("nothing is written");
        }

        void rememberReceipt(long version) {
            if (receiptShard >= 0 && shards.engine().isShared()) {
                call.left.put(receiptShard, new IdempotencyRecords.Kept(version, receiptBody));
            }
        }

        /** Stages writes until the batch is full, or two of them meet. */
        List<WritePlanner.Staged> stage() {
            List<WriteRequest> requests = call.requests;
            List<WritePlanner.Staged> staged = new ArrayList<>();
            int from = call.outcomes.size();
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
                if (!isAtomic && !call.fetched.has(partition(shard), request.key())) {
                    call.fetch(index);
                }
                WritePlanner.Staged one = planner(shard).stage(draft, request.key(), request.decider());
                if (one instanceof WritePlanner.Staged.Collision) {
                    break;
                }
                weight += draft.weight() - before;
                staged.add(one);
                if (call.ordered && one instanceof WritePlanner.Staged.Duplicate) {
                    break;
                }
            }
            if (!isAtomic) {
                for (WriteRequest request : requests.subList(from, from + staged.size())) {
                    call.fetched.forget(partition(shards.shardOf(request.key())), request.key());
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
                    draft.saw(call.fetched.head(share.committer().partition()));
                    return share.committer().commit(draft, Durability.LOGGED);
                }
            }
            return new MultiCommit(shards.engine(), shares).commit();
        }
    }
}
