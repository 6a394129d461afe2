package dev.mayfly.engine.schema;

import dev.mayfly.base.document.EarliestDate;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.PropertyBytes;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.PolicyState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Judges the properties of documents in a collection whose policy has, or lately had, rules about them. Immutable. */
public final class PropertyRules {
    /*
     * A property is judged as a document is, by a policy of its own: that of the collection, present and past, with nothing
     * but the rules about the property (PolicyState.ofProperty). So what holds for documents holds for it: it is hidden at its
     * instant, dead when no policy that it lived under spares it, and what was dead before a change of policy stays dead.
     *
     * Whatever is judged is judged by the document as it is stored. A property that is dead is still there until the sweeper
     * takes it out, and then has no instant any more: neither state can be told from the other by a reader.
     */
    private final DocumentFormat format;
    private final FaceForms forms;
    private final Map<Integer, QueueDefinition> queues = new LinkedHashMap<>();
    private final List<Property> properties = new ArrayList<>();

    /** A property with the queues of its rules, and the policy that judges it. */
    public record Property(FieldPath path, List<Integer> queues, PolicyState policy) {
        public Property {
            queues = List.copyOf(queues);
        }
    }

    private PropertyRules(CollectionRecord record, FaceForms forms) {
        this.format = record.format();
        this.forms = forms;
        Map<FieldPath, List<Integer>> byPath = new LinkedHashMap<>();
        for (QueueDefinition queue : record.queues()) {
            PropertyTerm term = queue.property();
            if (term != null) {
                queues.put(queue.id(), queue);
                byPath.computeIfAbsent(term.path(), _ -> new ArrayList<>()).add(queue.id());
            }
        }
        byPath.forEach((path, own) ->
                properties.add(new Property(path, own, record.policy().ofProperty(own::contains))));
    }

    /** Returns what judges the properties of a collection; null if it has no rules about any. */
    static @Nullable PropertyRules of(CollectionRecord record, FaceForms forms) {
        PropertyRules rules = new PropertyRules(record, forms);
        return rules.queues.isEmpty() ? null : rules;
    }

    /** Returns true if the queue is about a property. */
    public boolean isOf(int queue) {
        return queues.containsKey(queue);
    }

    /** Returns true if a rule is about what stands at a path, above it or below it. */
    boolean concern(FieldPath path) {
        for (Property property : properties) {
            if (property.path.leadsTo(path) || path.leadsTo(property.path)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if a document stands in the queue of a property. */
    public boolean mayDie(Instants instants) {
        for (int index = 0; index < instants.queues().length; index++) {
            if (instants.at()[index] != Deadlines.NO_DEADLINE && isOf(instants.queues()[index])) {
                return true;
            }
        }
        return false;
    }

    /** The properties that rules are about, or lately were. */
    public List<Property> properties() {
        return List.copyOf(properties);
    }

    /** The queues about properties. */
    public List<Integer> queues() {
        return List.copyOf(queues.keySet());
    }

    /** The instant of a document in a queue about a property, or no deadline. */
    long instant(QueueDefinition queue, PropertyTerm term, StoredDocument stored, View view) {
        if (!PropertyBytes.isAt(view, term.path())) {
            return Deadlines.NO_DEADLINE;
        }
        return switch (term.start()) {
            case DOCUMENT_WRITTEN -> stored.modified();
            case PROPERTY_SET -> stored.setAt(term.number());
            case DATE -> date(queue, view);
            case OWN -> own(term, stored);
        };
    }

    /** What was set after its end has none: a property that has died and is written again lives on. */
    private long own(PropertyTerm term, StoredDocument stored) {
        long end = forms.propertyEnd(term.path(), stored);
        return end == Deadlines.NO_DEADLINE || stored.setAt(term.number()) >= end ? Deadlines.NO_DEADLINE : end;
    }

    private long date(QueueDefinition queue, View view) {
        FieldPath path = queue.path();
        if (path == null) {
            return Deadlines.NO_DEADLINE;
        }
        if (format == DocumentFormat.BSON) {
            long earliest = EarliestDate.at(view, path);
            return earliest == EarliestDate.NONE ? Deadlines.NO_DEADLINE : earliest;
        }
        return FieldInstant.second(view, path);
    }

    /** The latest instant in a queue at which an entry's property may be hidden or dead. */
    public long latestDue(int queue, long now) {
        PolicyState policy = policyOf(queue);
        return policy == null ? Long.MIN_VALUE : policy.latestDue(queue, now);
    }

    /** Returns the policy that judges the property that a queue is about, or null if it is about none. */
    private @Nullable PolicyState policyOf(int queue) {
        QueueDefinition definition = queues.get(queue);
        PropertyTerm term = definition == null ? null : definition.property();
        if (term != null) {
            for (Property property : properties) {
                if (property.path.equals(term.path())) {
                    return property.policy;
                }
            }
        }
        return null;
    }

    /** The properties that no reader sees any more. */
    public List<FieldPath> hidden(Instants instants, long now) {
        List<FieldPath> hidden = List.of();
        for (int index = 0; index < properties.size(); index++) {
            Property property = properties.get(index);
            if (property.policy.isHidden(instants, now)) {
                hidden = hidden.isEmpty() ? new ArrayList<>() : hidden;
                hidden.add(property.path);
            }
        }
        return hidden;
    }

    /** The properties that are beyond recall. */
    public List<FieldPath> dead(Instants instants, long now) {
        List<FieldPath> dead = new ArrayList<>();
        for (Property property : properties) {
            if (property.policy.isDead(instants, now)) {
                dead.add(property.path);
            }
        }
        return dead;
    }

    /** The next instant after {@code now} at which a property may be hidden by the policy as it is, or no deadline. */
    public long nextDeath(Instants instants, long now) {
        long next = Deadlines.NO_DEADLINE;
        for (int index = 0; index < properties.size(); index++) {
            long deadline = properties.get(index).policy.current().deadline(instants);
            if (deadline > now) {
                next = Math.min(next, deadline);
            }
        }
        return next;
    }

    /** The next instant after {@code now} at which the sweeper has something to take out, or no deadline. */
    public long nextDead(Instants instants, long now) {
        long next = Deadlines.NO_DEADLINE;
        for (Property property : properties) {
            long dead = property.policy.deadFrom(instants);
            if (dead > now) {
                next = Math.min(next, dead);
            }
        }
        return next;
    }

    /** What became of one property of a document: which, by which rule, and when. */
    public record Death(FieldPath path, int queue, long deadline) {}

    /** The deaths of the properties that no reader sees any more. */
    public List<Death> deaths(Instants instants, long now) {
        List<Death> deaths = new ArrayList<>();
        for (Property property : properties) {
            if (property.policy.isHidden(instants, now)) {
                int queue = property.policy.decidingQueue(instants, now);
                deaths.add(new Death(property.path, queue, property.policy.diedAt(instants, now)));
            }
        }
        return deaths;
    }

    /** Returns a document as readers see it: itself, or without the properties that are hidden. */
    public StoredDocument visible(StoredDocument stored, Instants instants, long now) {
        List<FieldPath> hidden = hidden(instants, now);
        return hidden.isEmpty() ? stored : without(stored, hidden);
    }

    /** Returns a document without some properties, of the same version. */
    public StoredDocument without(StoredDocument stored, List<FieldPath> paths) {
        return switch (format) {
            case BSON -> stored.withBody(PropertyBytes.withoutInBson(stored.bytes(), stored.bodyOffset(), paths));
            case JSON, ANY -> stored.withBody(PropertyBytes.withoutInJson(stored.body(), paths));
        };
    }

    /**
     * Returns a draft that states of its properties when they were set, where that was before this write.
     *
     * @param replaced the document that it replaces, as it is stored
     * @param before the same as readers see it
     * @param after the draft's own view
     */
    public StoredDocument stating(StoredDocument draft, StoredDocument replaced, View before, View after) {
        List<Integer> numbers = new ArrayList<>();
        List<Long> instants = new ArrayList<>();
        for (Property property : properties) {
            int number = numberOf(property.path);
            boolean isKept = number != 0
                    && numbers.size() < StoredDocument.SET_MAX
                    && PropertyBytes.isAt(after, property.path)
                    && PropertyBytes.isSame(before, after, property.path);
            long setAt = isKept ? replaced.setAt(number) : draft.modified();
            if (setAt != draft.modified()) {
                numbers.add(number);
                instants.add(setAt);
            }
        }
        return draft.withSet(numbers, instants);
    }

    /** The number of a property if it matters when it was set, or 0. */
    private int numberOf(FieldPath path) {
        for (QueueDefinition queue : queues.values()) {
            PropertyTerm term = queue.property();
            if (term != null && term.path().equals(path) && matters(term.start())) {
                return term.number();
            }
        }
        return 0;
    }

    private static boolean matters(PropertyTerm.Start start) {
        return switch (start) {
            case PROPERTY_SET, OWN -> true;
            case DATE, DOCUMENT_WRITTEN -> false;
        };
    }
}
