package dev.mayfly.engine.definition;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.ShardCalls;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.ReplacedPolicy;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.format.QueueEntry;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.SweepControl;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;

/** Changes the policy of a collection: one write of the catalog, whatever the number of documents. */
public final class PolicyChanges {
    private final CollectionShards shards;
    private final ClockGuard clock;
    private final SweepControl control;
    private final ExpireGuard guard;
    private final long graceMillis;
    private Runnable graveDigger = () -> {};

    /** @param graceMillis for how long what a change has hidden is not destroyed */
    public PolicyChanges(CollectionShards shards, SweepControl control, ExpireGuard guard, long graceMillis) {
        this.shards = shards;
        this.clock = shards.clock();
        this.control = control;
        this.guard = guard;
        this.graceMillis = graceMillis;
    }

    /** Sweeps the collection's graves when there are too many; does nothing while that is forbidden. */
    public void setGraveDigger(Runnable digger) {
        graveDigger = digger;
    }

    /** @param allowed how many documents it may hide at once */
    public boolean change(UnaryOperator<Policy> change, ExpireLimit allowed) {
        boolean isNew = isNew(change);
        if (isNew) {
            write(change, record -> record, allowed);
        }
        return isNew;
    }

    /** Changes the policy, and in the same write what the face keeps of the collection. */
    public boolean change(UnaryOperator<Policy> change, byte[] options, ExpireLimit allowed) {
        boolean isNew = isNew(change);
        write(change, record -> record.withOptions(options), allowed);
        return isNew;
    }

    /** @throws EngineException if the guard refuses the change */
    public void require(UnaryOperator<Policy> change, ExpireLimit allowed) {
        guard.require((record, version) -> proposed(record, change, version), allowed);
    }

    private boolean isNew(UnaryOperator<Policy> change) {
        Policy before = shards.record().policy().current();
        return !change.apply(before).equals(before);
    }

    private void write(UnaryOperator<Policy> change, UnaryOperator<CollectionRecord> beside, ExpireLimit allowed) {
        makeRoom();
        boolean done = false;
        while (!done) {
            PolicyState seen = shards.record().policy();
            require(change, allowed);
            done = writeFrom(seen, change, beside);
        }
        control.noteDue(Long.MIN_VALUE);
    }

    /** Returns false if the policy is no longer the one that the guard has checked. */
    private boolean writeFrom(PolicyState seen, UnaryOperator<Policy> change, UnaryOperator<CollectionRecord> beside) {
        return shards.latched(() -> {
            boolean same = shards.record().policy().equals(seen);
            if (same) {
                shards.currentSchema()
                        .change(Durability.SYNCED, version -> beside.apply(proposed(shards.record(), change, version)));
            }
            return same;
        });
    }

    /** A record as a change would leave it, under the latch; nothing is written. */
    public CollectionRecord proposed(CollectionRecord record, UnaryOperator<Policy> change, long version) {
        return record.withPolicy(changed(record, change.apply(record.policy().current()), version));
    }

    /** Call before every change, outside the latch. */
    void makeRoom() {
        if (shards.record().policy().graves().size() >= PolicyState.GRAVES_MAX) {
            graveDigger.run();
        }
    }

    /** The state after a change, under the latch. */
    PolicyState changed(CollectionRecord record, Policy next, long version) {
        PolicyState state = record.policy();
        if (next.equals(state.current())) {
            return state;
        }
        PolicyState.Moment moment = moment();
        PolicyState changed = state.change(next, version, moment, mayHoldDead(record, moment.guarded()));
        if (changed.graves().size() > PolicyState.GRAVES_MAX) {
            throw new EngineException(new EngineError.TooManyGraves(PolicyState.GRAVES_MAX));
        }
        return changed;
    }

    /** Instant and suspicion of the same epoch of the clock. */
    private PolicyState.Moment moment() {
        while (true) {
            boolean suspect = clock.isSuspect();
            long epoch = clock.epoch();
            long guarded = clock.guardedMillis();
            if (clock.isSuspect() == suspect && clock.epoch() == epoch) {
                return new PolicyState.Moment(guarded, graceMillis, suspect);
            }
        }
    }

    /** Changes made while the clock was suspect get their grace from this instant. */
    public void endSuspicion(long instant) {
        shards.currentSchema().change(Durability.SYNCED, _ -> {
            CollectionRecord record = shards.record();
            boolean waiting = record.policy().recent().stream().anyMatch(ReplacedPolicy::suspicious);
            return waiting ? record.withPolicy(record.policy().afterSuspicion(instant)) : record;
        });
    }

    /** Deletes the records that an undo would need, of changes that can no longer be undone. */
    public void forgetTaken() {
        List<ReplacedPolicy> recent = shards.record().policy().recent();
        long first = recent.isEmpty() ? Long.MAX_VALUE : recent.getLast().version();
        KeyRange past = new KeyRange(Layout.takenPrefix(0), Layout.takenPrefix(first));
        try (Cursor taken = shards.reader().scan(shards.partition(), Space.META, past, Direction.FORWARD, 1)) {
            if (taken.next()) {
                shards.writeEach(() -> CommitRetry.batch().deleteRange(Space.META, past));
            }
        }
    }

    /** Returns true if any queue has an entry that the current policy may have killed by now. */
    private boolean mayHoldDead(CollectionRecord record, long now) {
        ShardCalls.forEach(shards.all(), CollectionCommitter::catchUp);
        List<List<DueRange>> ranges = new ArrayList<>();
        for (CollectionCommitter shard : shards.all()) {
            List<DueRange> own = new ArrayList<>();
            for (QueueDefinition queue : record.queues()) {
                PolicyState judge = queue.property() == null
                        ? record.policy()
                        : record.policy().ofProperty(id -> id == queue.id());
                long latest = judge.latestDue(queue.id(), now);
                if (latest != Long.MIN_VALUE) {
                    own.add(DueRange.of(shard, queue.id(), latest));
                }
            }
            own.add(DueRange.of(shard, QueueIds.RECHECK, now));
            ranges.add(own);
        }
        AtomicBoolean isSomeThere = new AtomicBoolean();
        ShardCalls.forEach(ranges, own -> {
            if (!isSomeThere.get() && own.stream().anyMatch(DueRange::hasEntry)) {
                isSomeThere.set(true);
            }
        });
        return isSomeThere.get();
    }

    /** The entries of a queue that may be due in one shard. */
    private record DueRange(CollectionCommitter shard, KeyRange range) {
        static DueRange of(CollectionCommitter shard, int queue, long latest) {
            byte[] from = queue == QueueIds.RECHECK
                    ? Layout.queueHead(queue, shard.rechecks().floor())
                    : shard.marks().at(queue);
            return new DueRange(shard, new KeyRange(from, QueueEntry.frontier(queue, latest)));
        }

        boolean hasEntry() {
            try (Cursor cursor = shard.store().scan(shard.partition(), Space.EXPIRY, range, Direction.FORWARD, 1)) {
                return cursor.next();
            }
        }
    }

    /** Returns true if the queue is one of lifetimes. */
    static boolean isOfLifetimes(int queue) {
        return queue < QueueIds.FIRST_INDEX;
    }
}
