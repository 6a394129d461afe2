package dev.mayfly.engine;

import dev.mayfly.engine.change.HistoryCursor;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.event.Announcer;
import dev.mayfly.engine.event.ExpiryListeners;
import dev.mayfly.engine.hidden.HiddenPurge;
import dev.mayfly.engine.hidden.HiddenRestore;
import dev.mayfly.engine.sequence.SequenceIndex;
import dev.mayfly.engine.sequence.ShardSequence;
import dev.mayfly.engine.sweep.DueNotice;
import dev.mayfly.engine.sweep.SweepSchedule;
import dev.mayfly.engine.vector.VectorColumns;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionState;
import dev.mayfly.engine.write.IdempotencyRecords;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.engine.write.Writer;
import java.util.List;
import java.util.function.BooleanSupplier;

/** One shard of a collection put together: what follows its commits, and what writes and sweeps it. */
final class ShardParts {
    private final CollectionCommitter committer;
    private final Announcer announcer;
    private final SweepSchedule schedule;
    private final WritePlanner planner;
    private final Writer writer;
    private final IdempotencyRecords idempotencyRecords;
    private final HiddenRestore hiddenRestore;
    private final HiddenPurge hiddenPurge;
    private final ShardSequence sequence;
    private final VectorColumns vectors;

    /** @param shared what counts the commits of all shards */
    ShardParts(EngineContext context, CollectionState state, List<CommitParticipant> shared) {
        this.schedule = new SweepSchedule(context.clock().wallMillis());
        SequenceIndex index = new SequenceIndex(
                context.engine(),
                state.partition(),
                context.forms(state.record().name().face()));
        this.committer = committer(context, state, schedule, index);
        this.sequence = new ShardSequence(committer, index);
        shared.forEach(committer::add);
        committer.add(state.changeCapture());
        this.vectors = new VectorColumns(context.columnMemory(), committer);
        committer.add(vectors);
        this.announcer = new Announcer(state.changeCapture(), context.events());
        this.planner = new WritePlanner(committer, announcer, context.documentBytesMax());
        this.writer = new Writer(committer, planner, context.control());
        this.idempotencyRecords = new IdempotencyRecords(committer);
        this.hiddenRestore = new HiddenRestore(committer, planner);
        this.hiddenPurge = new HiddenPurge(committer, planner, context.control());
    }

    private static CollectionCommitter committer(
            EngineContext context, CollectionState state, SweepSchedule schedule, SequenceIndex index) {
        BooleanSupplier isFollowed = () ->
                index.isKept() || context.events().isFollowed(state.record().name());
        DueNotice due = new DueNotice(context.control(), schedule, isFollowed);
        ExpiryListeners listeners = context.listeners();
        CollectionCommitter made = new CollectionCommitter(
                state,
                (PendingCommit draft, long version) -> {
                    due.committed(draft, version);
                    listeners.committed(draft, version);
                },
                context.settings().logs().erasures(),
                HistoryCursor.lastVersion(state.store(), state.partition()));
        made.add(context.events().adopt(state.partition(), state::record));
        made.add(index);
        return made;
    }

    CollectionCommitter committer() {
        return committer;
    }

    Announcer announcer() {
        return announcer;
    }

    SweepSchedule schedule() {
        return schedule;
    }

    WritePlanner planner() {
        return planner;
    }

    Writer writer() {
        return writer;
    }

    IdempotencyRecords idempotencyRecords() {
        return idempotencyRecords;
    }

    /** The order of its changes. */
    ShardSequence sequence() {
        return sequence;
    }

    /** The vectors of its documents, kept in memory. */
    VectorColumns vectors() {
        return vectors;
    }

    HiddenRestore hiddenRestore() {
        return hiddenRestore;
    }

    HiddenPurge hiddenPurge() {
        return hiddenPurge;
    }
}
