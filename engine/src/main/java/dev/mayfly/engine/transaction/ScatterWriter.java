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
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs many writes of one collection whose order does not matter: those of each shard in batches of its own, the batches of all
 * shards side by side. Used once, by one thread.
 */
final class ScatterWriter {
    /*
     * In each round, every shard that has writes left gets one batch. Only the calls of the store run on several threads; what
     * a caller's deciders and its receipt say is asked on its own thread, as in a call whose writes have an order. Of two writes to
     * one document the later is still the later, since a shard keeps their order.
     *
     * A batch that is refused is made again in the next round. What is thrown while a round is decided ends the call before
     * anything of that round is written; a commit that fails does so when those beside it have ended. What earlier rounds, or
     * those beside it, have written is written, and the listener has been told.
     */
    private final CollectionShards shards;
    private final List<WriteRequest> requests;
    private final @Nullable IdempotencyRecord receipt;
    private final OutcomeListener listener;
    private final FetchedDocuments fetched;
    private final List<@Nullable WriteOutcome> outcomes = new ArrayList<>();
    private final List<ShardRun> runs = new ArrayList<>();

    /** @param planners what plans the writes of a shard */
    ScatterWriter(
            CollectionShards shards,
            Function<CollectionCommitter, WritePlanner> planners,
            List<WriteRequest> requests,
            @Nullable IdempotencyRecord receipt,
            OutcomeListener listener) {
        this.shards = shards;
        this.requests = requests;
        this.receipt = receipt;
        this.listener = listener;
        this.fetched = new FetchedDocuments(shards.store(), shards.engine().isShared());
        @Nullable ShardRun[] byShard = new ShardRun[shards.all().size()];
        for (int place = 0; place < requests.size(); place++) {
            int shard = shards.shardOf(requests.get(place).key());
            ShardRun run = byShard[shard];
            if (run == null) {
                CollectionCommitter committer = shards.all().get(shard);
                run = new ShardRun(committer, planners.apply(committer).through(fetched));
                byShard[shard] = run;
                runs.add(run);
            }
            run.places.add(place);
            outcomes.add(null);
        }
    }

    /** Returns an outcome for every request. */
    List<WriteOutcome> write() {
        while (!runs.isEmpty()) {
            fetched.forget();
            ShardCalls.forEach(runs, ShardRun::fetch);
            ReadView reading = shards.reading();
            runs.forEach(run -> run.stage(reading));
            runs.forEach(ShardRun::leaveReceipt);
            ShardCalls.forEach(runs, ShardRun::commit);
            runs.forEach(ShardRun::end);
            throwFailure();
            runs.removeIf(ShardRun::isDone);
        }
        List<WriteOutcome> all = new ArrayList<>(outcomes.size());
        for (WriteOutcome outcome : outcomes) {
            if (outcome == null) {
                throw new IllegalStateException("a write was left out");
            }
            all.add(outcome);
        }
        return all;
    }

    private void throwFailure() {
        List<RuntimeException> failures = new ArrayList<>(0);
        for (ShardRun run : runs) {
            RuntimeException failure = run.failure;
            if (failure != null) {
                failures.add(failure);
            }
        }
        if (!failures.isEmpty()) {
            RuntimeException first = failures.removeFirst();
            failures.forEach(first::addSuppressed);
            throw first;
        }
    }

    /** The writes of one shard. */
    private final class ShardRun {
        private final CollectionCommitter committer;
        private final WritePlanner planner;
        private final IdempotencyRecords records;
        private final List<Integer> places = new ArrayList<>();
        private int next;
        private int attempts;
        private @Nullable PendingCommit draft;
        private final List<WritePlanner.Staged> staged = new ArrayList<>();
        private IdempotencyRecords.@Nullable Kept before;
        private long version;
        private @Nullable RuntimeException failure;

        ShardRun(CollectionCommitter committer, WritePlanner planner) {
            this.committer = committer;
            this.planner = planner;
            this.records = new IdempotencyRecords(committer);
        }

        boolean isDone() {
            return next == places.size();
        }

        private WriteRequest request(int position) {
            return requests.get(places.get(position));
        }

        /** Reads what the next batch needs. */
        void fetch() {
            int until = Math.min(places.size(), next + BatchWriter.BATCH_WRITES);
            long bytes = 0;
            for (int from = next; from < until && bytes < BatchWriter.BATCH_BYTES; from += BatchWriter.FETCHED) {
                Set<DocumentKey> keys = new HashSet<>();
                for (int position = from; position < Math.min(until, from + BatchWriter.FETCHED); position++) {
                    keys.add(request(position).key());
                }
                bytes += committer.fetch(fetched, List.copyOf(keys), from == next ? receipt : null);
            }
            before = receipt == null ? null : records.before(receipt, fetched);
        }

        /** Stages writes until the batch is full, two of them meet, or no more was read. */
        void stage(ReadView reading) {
            PendingCommit fresh = new PendingCommit(reading).allowFollowing().saw(fetched.head(committer.partition()));
            staged.clear();
            draft = fresh;
            int until = Math.min(places.size(), next + BatchWriter.BATCH_WRITES);
            for (int position = next; position < until && fresh.weight() < BatchWriter.BATCH_BYTES; position++) {
                WriteRequest request = request(position);
                if (!fetched.has(committer.partition(), request.key())) {
                    break;
                }
                WritePlanner.Staged one = planner.stage(fresh, request.key(), request.decider());
                if (one instanceof WritePlanner.Staged.Collision) {
                    break;
                }
                staged.add(one);
            }
        }

        void leaveReceipt() {
            PendingCommit fresh = draft;
            if (receipt == null || fresh == null || staged.stream().noneMatch(WritePlanner.Staged::isWrite)) {
                return;
            }
            List<@Nullable WriteOutcome> together = new ArrayList<>(outcomes);
            Set<Integer> own = new HashSet<>();
            for (int index = 0; index < staged.size(); index++) {
                int place = places.get(next + index);
                together.set(place, staged.get(index).outcome(0));
                own.add(place);
            }
            records.put(fresh, receipt, before, together, own::contains);
        }

        /** Remembers a failure instead of throwing it, so that the other shards are not left alone. */
        void commit() {
            PendingCommit fresh = draft;
            try {
                version = fresh == null || fresh.isEmpty() ? -1 : committer.commit(fresh, Durability.LOGGED);
            } catch (RuntimeException thrown) {
                failure = thrown;
            }
        }

        /** Takes what has become of the batch. */
        void end() {
            draft = null;
            if (failure != null) {
                return;
            }
            if (version == 0) {
                if (++attempts >= Writer.ATTEMPTS_MAX) {
                    failure = new EngineException(new EngineError.TooManyConflicts(Writer.ATTEMPTS_MAX));
                }
                return;
            }
            attempts = 0;
            for (WritePlanner.Staged one : staged) {
                int place = places.get(next++);
                WriteOutcome outcome = one.outcome(version);
                outcomes.set(place, outcome);
                listener.ended(place, outcome);
            }
        }
    }
}
