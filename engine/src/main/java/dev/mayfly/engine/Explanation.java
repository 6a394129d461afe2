package dev.mayfly.engine;

import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.read.ReadView;
import java.util.ArrayList;
import java.util.List;

/**
 * The reasons for which one document will expire, has expired, or never does.
 *
 * @param now the instant this is true as of
 * @param deadline by the current policy, or no deadline
 * @param decidingQueue the queue of the rule that decides, or 0
 * @param deadFrom from when it may be destroyed if nothing changes
 * @param held whether it died before a change of policy, and so stays dead
 * @param rules what every queue says about it
 * @param content of the document, hidden or not
 */
public record Explanation(
        long now,
        Stamp stamp,
        Policy policy,
        long deadline,
        int decidingQueue,
        boolean hidden,
        boolean dead,
        boolean held,
        long deadFrom,
        List<RuleVerdict> rules,
        View content) {
    public Explanation {
        rules = List.copyOf(rules);
    }

    /**
     * The verdict of one queue.
     *
     * @param path the field it is ordered by, or empty for a lifetime
     * @param instant the document's instant in it, or no deadline where it stands in none
     * @param deadline what the current policy makes of that
     */
    public record RuleVerdict(int queue, String path, long instant, long deadline) {}

    /** @param guarded what time is when only a trusted clock counts, for only by that a document is dead */
    static Explanation of(ReadView reading, long guarded, StoredDocument stored) {
        PolicyState state = reading.policy();
        Instants instants = reading.schema().instants(stored);
        List<RuleVerdict> verdicts = new ArrayList<>();
        for (QueueDefinition queue : reading.record().queues()) {
            var path = queue.path();
            long instant = instants.in(queue.id());
            long deadline = Deadlines.plus(instant, state.current().offset(queue.id()));
            verdicts.add(new RuleVerdict(queue.id(), path == null ? "" : path.dotted(), instant, deadline));
        }
        boolean hidden = state.isHidden(instants, reading.now());
        int deciding = hidden
                ? state.decidingQueue(instants, reading.now())
                : state.current().decidingQueue(instants);
        return new Explanation(
                reading.now(),
                stored.stamp(),
                state.current(),
                state.current().deadline(instants),
                deciding,
                hidden,
                state.isDead(instants, guarded),
                state.isHeld(instants),
                state.deadFrom(instants),
                verdicts,
                reading.schema().view(stored));
    }
}
