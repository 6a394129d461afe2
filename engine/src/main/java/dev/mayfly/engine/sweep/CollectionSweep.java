package dev.mayfly.engine.sweep;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Grave;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.expiry.ReplacedPolicy;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.store.api.Durability;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One pass of the sweeper over all queues of one shard of a collection. Used by one thread at a time. */
final class CollectionSweep {
    private final SweepContext context;
    private final SweptCollection collection;
    private final CollectionCommitter committer;
    private final DeletionCause destroyer;
    private final Deque<SweepStep> passes = new ArrayDeque<>();
    private List<Grave> graves = List.of();
    private final SweepSchedule schedule;
    private SweepSchedule.@Nullable State before;
    private SweepSchedule.@Nullable State counted;
    private boolean complete;
    private boolean worked;
    private long destroyed;
    private long foreseen = Deadlines.NO_DEADLINE;
    private long nextLook = Deadlines.NO_DEADLINE;
    private long nextDue = Deadlines.NO_DEADLINE;

    /** @param destroyer whether it has been asked for */
    CollectionSweep(SweepContext context, SweptCollection collection, DeletionCause destroyer) {
        this.context = context;
        this.collection = collection;
        this.committer = collection.committer();
        this.schedule = collection.schedule();
        this.destroyer = destroyer;
    }

    CollectionName collection() {
        return collection.name();
    }

    String lease() {
        return collection.lease();
    }

    void begin() {
        committer.latched(() -> {
            committer.catchUp();
            return true;
        });
        collection.idle().begin(collection.announcesWhenDue());
        RecheckPass rechecks = new RecheckPass(context, committer);
        rechecks.begin();
        keepOrNote(rechecks);
        if (rechecks.hasEnded()) {
            beginQueues();
        }
    }

    /** Begins once every document that is due stands in the queue of its deadline. */
    private void beginQueues() {
        CollectionRecord record = committer.record();
        if (isDue(record.pace())) {
            beginDocuments(record);
        } else if (collection.announcesWhenDue()) {
            beginAnnouncements(record);
        }
        keepOrNote(new HeldDocumentsPass(context, committer));
        TombstonePass tombstones = new TombstonePass(context, committer, false);
        tombstones.begin();
        keepOrNote(tombstones);
    }

    /**
     * Returns true if the pace of the collection makes the sweeper look for expired documents now; notes the next
     * time.
     */
    private boolean isDue(SweepPace pace) {
        long now = context.clock().wallMillis();
        boolean asked = destroyer == DeletionCause.COMPACTION;
        if (!pace.isRegular()) {
            return asked || !pace.isNever();
        }
        SweepSchedule.State state = state();
        counted = state;
        collection.countSweeps(schedule.pass(pace, state, now));
        nextLook = schedule.next(pace, state);
        boolean is = asked || nextLook <= now;
        if (is) {
            before = state;
            schedule.take(now);
            nextLook = schedule.next(pace, state);
        }
        return is;
    }

    private SweepSchedule.State state() {
        ReadView reading = committer.reading();
        return new SweepSchedule.State(reading.schema(), reading.epoch(), committer.settledVersion());
    }

    private void beginDocuments(CollectionRecord record) {
        collection.recordWalk().run();
        collection.countSweeps(1);
        graves = record.policy().graves();
        // A queue that is being built lacks entries, so a pass over it proves nothing about the graves.
        complete = record.queues().stream().allMatch(queue -> queue.state() != QueueDefinition.State.BUILDING);
        for (QueueDefinition queue : record.queues()) {
            if (queue.property() == null) {
                QueuePass pass = new QueuePass(context, collection, queue.id(), destroyer);
                pass.begin();
                keepOrNote(pass);
            } else {
                PropertyPass pass = new PropertyPass(context, collection, queue.id());
                pass.begin();
                keepOrNote(pass);
            }
        }
    }

    /** Those who follow the collection, or wait for its events, hear of expiry when it is due, whatever its pace. */
    private void beginAnnouncements(CollectionRecord record) {
        for (QueueDefinition queue : record.queues()) {
            AnnouncePass pass = new AnnouncePass(context, collection, queue.id());
            pass.begin();
            keepOrNote(pass);
        }
    }

    private void keepOrNote(SweepStep pass) {
        if (pass.hasEnded()) {
            if ((pass instanceof QueuePass || pass instanceof PropertyPass)
                    && !committer.record().pace().equals(SweepPace.WHEN_DUE)) {
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

    /** Returns true if it has found something to do. */
    boolean hasWorked() {
        return worked;
    }

    /** The number of documents it has destroyed. */
    long destroyed() {
        return destroyed;
    }

    /** Returns true if the budget of the collection, if it has one, lets the next batch destroy anything. */
    boolean isAffordable() {
        return !(passes.getFirst() instanceof QueuePass pass) || pass.limit(1) > 0;
    }

    /** One batch of one queue; the queues take turns. Answers how much that was. */
    int step() {
        SweepStep pass = passes.removeFirst();
        CollectionName name = committer.record().name();
        context.listeners().sweeping(name);
        try {
            int done = pass.step();
            worked |= done > 0;
            destroyed += isDestroyer(pass) ? done : 0;
            // The documents of a grave must not come back when it is forgotten, so no grave is forgotten while
            // something is held.
            complete &= !(pass instanceof QueuePass queue && queue.spares())
                    && !(pass instanceof PropertyPass property && property.spares());
            keepOrNote(pass);
            if (pass instanceof RecheckPass && pass.hasEnded()) {
                beginQueues();
            }
            return done;
        } finally {
            context.listeners().swept(name);
        }
    }

    private static boolean isDestroyer(SweepStep pass) {
        return !(pass instanceof PropertyPass
                || pass instanceof TombstonePass
                || pass instanceof RecheckPass
                || pass instanceof AnnouncePass);
    }

    /** Call once when the sweep has ended: everything the graves held is gone now. */
    void end() {
        foresee();
        long now = context.clock().guardedMillis();
        boolean waiting = committer.record().policy().recent().stream().anyMatch(ReplacedPolicy::suspicious);
        if (waiting && !context.clock().isSuspect()) {
            collection.policyChanges().endSuspicion(now);
        }
        PolicyState state = committer.record().policy();
        boolean forgets = state.canForget(now);
        List<Grave> empty = complete && !graves.isEmpty() ? collection.passed(graves) : List.of();
        boolean digs = !empty.isEmpty();
        if ((forgets || digs) && !committer.isDropped()) {
            committer.currentSchema().change(Durability.LOGGED, _ -> {
                CollectionRecord record = committer.record();
                PolicyState kept = record.policy().forgetting(now);
                return record.withPolicy(digs ? kept.withoutGraves(empty) : kept);
            });
            collection.policyChanges().forgetTaken();
        }
        collection.schemaChanges().retireQueues();
        state.recent().forEach(replaced -> nextDue = Math.min(nextDue, wake(replaced.countedUntil(), now)));
        if (!worked) {
            collection.idle().foundNothing(collection.announcesWhenDue(), counted, nextDue());
        }
    }

    private void foresee() {
        SweepPace pace = committer.record().pace();
        SweepSchedule.State began = before;
        if (began != null && pace.isRegular()) {
            schedule.foresee(began, foreseen);
            nextLook = schedule.next(pace, state());
        }
    }

    private static long wake(long countedUntil, long now) {
        return countedUntil > now ? countedUntil : Deadlines.NO_DEADLINE;
    }
}
