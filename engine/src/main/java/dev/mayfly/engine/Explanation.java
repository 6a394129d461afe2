package dev.mayfly.engine;

import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.PropertyRules;
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
 * @param properties what every queue says about a property of it
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
        List<PropertyVerdict> properties,
        View content) {
    public Explanation {
        rules = List.copyOf(rules);
        properties = List.copyOf(properties);
    }

    /**
     * The verdict of one queue.
     *
     * @param path the field it is ordered by, or empty for a lifetime
     * @param instant the document's instant in it, or no deadline where it stands in none
     * @param deadline what the current policy makes of that
     */
    public record RuleVerdict(int queue, String path, long instant, long deadline) {}

    /**
     * The verdict of one queue about a property.
     *
     * @param property its path
     * @param instant the instant from which its lifetime counts, or no deadline where there is none, or no property
     * @param deadline what the current policy makes of that
     * @param hidden whether no reader sees the property any more
     */
    public record PropertyVerdict(int queue, String property, long instant, long deadline, boolean hidden) {}

    /** @param guarded what time is when only a trusted clock counts, for only by that a document is dead */
    static Explanation of(ReadView reading, long guarded, StoredDocument stored) {
        PolicyState state = reading.policy();
        Instants instants = reading.schema().instants(stored);
        List<RuleVerdict> verdicts = new ArrayList<>();
        List<PropertyVerdict> properties = new ArrayList<>();
        for (QueueDefinition queue : reading.record().queues()) {
            PropertyTerm property = queue.property();
            if (property != null) {
                properties.add(ofProperty(reading, queue, property, instants));
                continue;
            }
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
                properties,
                reading.schema().view(LiveGate.withoutHidden(reading, stored)));
    }

    private static PropertyVerdict ofProperty(
            ReadView reading, QueueDefinition queue, PropertyTerm property, Instants instants) {
        PropertyRules rules = reading.schema().properties();
        long instant = instants.in(queue.id());
        return new PropertyVerdict(
                queue.id(),
                property.path().dotted(),
                instant,
                Deadlines.plus(instant, reading.policy().current().propertyOffset(queue.id())),
                rules != null && rules.hidden(instants, reading.now()).contains(property.path()));
    }
}
