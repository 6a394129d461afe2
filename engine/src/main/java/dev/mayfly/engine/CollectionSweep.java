package dev.mayfly.engine;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Grave;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.expiry.Replaced;
import dev.mayfly.store.api.Durability;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** One pass of the sweeper over all queues of one collection. Used by one thread at a time. */
final class CollectionSweep {
    private final EngineContext context;
    private final Collection collection;
    private final Committer committer;
    private final Deque<QueuePass> passes = new ArrayDeque<>();
    private List<Grave> graves = List.of();
    private boolean complete;
    private long nextDue = Deadlines.NO_DEADLINE;

    CollectionSweep(EngineContext context, Collection collection) {
        this.context = context;
        this.collection = collection;
        this.committer = collection.committer();
    }

    void begin() {
        collection.withdrawRecalled();
        CollectionRecord record = committer.record();
        graves = record.policy().graves();
        // A queue that is being built lacks entries, so a pass over it proves nothing about the graves.
        complete = record.queues().stream().allMatch(queue -> queue.state() != QueueDefinition.State.BUILDING);
        for (QueueDefinition queue : record.queues()) {
            QueuePass pass = new QueuePass(context, committer, queue.id());
            pass.begin();
            keepOrNote(pass);
        }
    }

    private void keepOrNote(QueuePass pass) {
        if (pass.hasEnded()) {
            nextDue = Math.min(nextDue, pass.nextDue());
        } else {
            passes.addLast(pass);
        }
    }

    boolean hasEnded() {
        return passes.isEmpty();
    }

    long nextDue() {
        return nextDue;
    }

    /** One batch of one queue; the queues take turns. */
    int step() {
        QueuePass pass = passes.removeFirst();
        CollectionName name = committer.record().name();
        context.sweeping(name);
        try {
            int destroyed = pass.step();
            keepOrNote(pass);
            return destroyed;
        } finally {
            context.swept(name);
        }
    }

    /** To be called once when it has ended: everything the graves held is gone now. */
    void end() {
        long now = context.clock().guardedMillis();
        boolean waiting = committer.record().policy().recent().stream().anyMatch(Replaced::suspicious);
        if (waiting && !context.clock().isSuspect()) {
            collection.policyChanges().endSuspicion(now);
        }
        PolicyState state = committer.record().policy();
        boolean forgets = state.canForget(now);
        boolean digs = complete && !graves.isEmpty();
        if ((forgets || digs) && !committer.isDropped()) {
            committer.change(Durability.LOGGED, _ -> {
                CollectionRecord record = committer.record();
                PolicyState kept = record.policy().forgetting(now);
                return record.withPolicy(digs ? kept.withoutGraves(graves) : kept);
            });
        }
        collection.retireQueues();
        state.recent().forEach(replaced -> nextDue = Math.min(nextDue, wake(replaced.countedUntil(), now)));
    }

    private static long wake(long countedUntil, long now) {
        return countedUntil > now ? countedUntil : Deadlines.NO_DEADLINE;
    }
}
