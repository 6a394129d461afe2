package dev.mayfly.engine;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Grave;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.expiry.Replaced;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One pass of the sweeper over all queues of one collection. Used by one thread at a time. */
final class CollectionSweep {
    private final EngineContext context;
    private final Collection collection;
    private final Committer committer;
    private final Destroyer destroyer;
    private final Deque<SweepStep> passes = new ArrayDeque<>();
    private List<Grave> graves = List.of();
    private final Looks looks;
    private Looks.@Nullable State before;
    private boolean complete;
    private long destroyed;
    private long foreseen = Deadlines.NO_DEADLINE;
    private long nextLook = Deadlines.NO_DEADLINE;
    private long nextDue = Deadlines.NO_DEADLINE;

    /** @param destroyer whether it has been asked for */
    CollectionSweep(EngineContext context, Collection collection, Destroyer destroyer) {
        this.context = context;
        this.collection = collection;
        this.committer = collection.committer();
        this.looks = committer.looks();
        this.destroyer = destroyer;
    }

    void begin() {
        CollectionRecord record = committer.record();
        if (isDue(record.pace())) {
            beginDocuments(record);
        }
        keepOrNote(new VaultPass(context, committer));
        TombstonePass tombstones = new TombstonePass(context, committer, false);
        tombstones.begin();
        keepOrNote(tombstones);
    }

    /** Whether the pace of the collection has the sweeper look for expired documents now; notes when it will. */
    private boolean isDue(SweepPace pace) {
        long now = context.clock().wallMillis();
        boolean asked = destroyer == Destroyer.COMPACTION;
        if (!pace.isRegular()) {
            return asked || !pace.isNever();
        }
        Looks.State state = state();
        committer.counts().swept(looks.pass(pace, state, now));
        nextLook = looks.next(pace, state);
        boolean is = asked || nextLook <= now;
        if (is) {
            before = state;
            looks.take(now);
            nextLook = looks.next(pace, state);
        }
        return is;
    }

    private Looks.State state() {
        Reading reading = committer.reading();
        return new Looks.State(reading.schema(), reading.epoch(), committer.settledVersion());
    }

    private void beginDocuments(CollectionRecord record) {
        collection.withdrawRecalled();
        committer.counts().swept(1);
        graves = record.policy().graves();
        // A queue that is being built lacks entries, so a pass over it proves nothing about the graves.
        complete = record.queues().stream().allMatch(queue -> queue.state() != QueueDefinition.State.BUILDING);
        for (QueueDefinition queue : record.queues()) {
            QueuePass pass = new QueuePass(context, committer, queue.id(), destroyer);
            pass.begin();
            keepOrNote(pass);
        }
    }

    private void keepOrNote(SweepStep pass) {
        if (pass.hasEnded()) {
            if (pass instanceof QueuePass && !committer.record().pace().equals(SweepPace.WHEN_DUE)) {
                foreseen = Math.min(foreseen, pass.nextDue());
            } else {
                nextDue = Math.min(nextDue, pass.nextDue());
            }
        } else {
            passes.addLast(pass);
        }
    }

    boolean hasEnded() {
        return passes.isEmpty();
    }

    long nextDue() {
        return Math.min(nextDue, nextLook);
    }

    /** How many documents it has destroyed. */
    long destroyed() {
        return destroyed;
    }

    /** One batch of one queue; the queues take turns. Answers how much that was. */
    int step() {
        SweepStep pass = passes.removeFirst();
        CollectionName name = committer.record().name();
        context.sweeping(name);
        try {
            int done = pass.step();
            destroyed += pass instanceof TombstonePass ? 0 : done;
            // What a grave holds must not come back when it is forgotten, so while something is held no grave is.
            complete &= !(pass instanceof QueuePass queue && queue.spares());
            keepOrNote(pass);
            return done;
        } finally {
            context.swept(name);
        }
    }

    /** To be called once when it has ended: everything the graves held is gone now. */
    void end() {
        foresee();
        long now = context.clock().guardedMillis();
        boolean waiting = committer.record().policy().recent().stream().anyMatch(Replaced::suspicious);
        if (waiting && !context.clock().isSuspect()) {
            collection.definition().policyChanges().endSuspicion(now);
        }
        PolicyState state = committer.record().policy();
        boolean forgets = state.canForget(now);
        boolean digs = complete && !graves.isEmpty();
        if ((forgets || digs) && !committer.isDropped()) {
            committer.inForce().change(Durability.LOGGED, _ -> {
                CollectionRecord record = committer.record();
                PolicyState kept = record.policy().forgetting(now);
                return record.withPolicy(digs ? kept.withoutGraves(graves) : kept);
            });
            forgetTaken();
        }
        collection.definition().retireQueues();
        state.recent().forEach(replaced -> nextDue = Math.min(nextDue, wake(replaced.countedUntil(), now)));
    }

    private void foresee() {
        SweepPace pace = committer.record().pace();
        Looks.State began = before;
        if (began != null && pace.isRegular()) {
            looks.foresee(began, foreseen);
            nextLook = looks.next(pace, state());
        }
    }

    /** Of a change that cannot be undone any more nobody asks what it would have brought back. */
    private void forgetTaken() {
        List<Replaced> recent = committer.record().policy().recent();
        long first = recent.isEmpty() ? Long.MAX_VALUE : recent.getLast().version();
        KeyRange past = new KeyRange(Layout.takenPrefix(0), Layout.takenPrefix(first));
        try (Cursor taken = committer.store().scan(committer.partition(), Space.META, past, Direction.FORWARD, 1)) {
            if (taken.next()) {
                committer.write(Commits.batch().deleteRange(Space.META, past));
            }
        }
    }

    private static long wake(long countedUntil, long now) {
        return countedUntil > now ? countedUntil : Deadlines.NO_DEADLINE;
    }
}
