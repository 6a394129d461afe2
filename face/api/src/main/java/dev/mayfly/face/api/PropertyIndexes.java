package dev.mayfly.face.api;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.schema.IndexRequest;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.Function;

/** The indexes that stand for rules about properties, in faces whose clients do not see them as indexes. */
public final class PropertyIndexes {
    private static final String PREFIX = "$property:";

    private PropertyIndexes() {}

    /** Returns true if an index of this name stands for a rule about a property. */
    public static boolean isName(String name) {
        return name.startsWith(PREFIX);
    }

    /** Returns the request for the index of a rule that is to be made. */
    public static IndexRequest request(RuleChange.Property wanted) {
        String start = wanted.term().start().name().toLowerCase(Locale.ROOT);
        return request(
                PREFIX + wanted.term().path().dotted() + ":" + start + ":"
                        + wanted.from().dotted(),
                wanted);
    }

    private static IndexRequest request(String name, RuleChange.Property wanted) {
        return new IndexRequest(
                name,
                IndexDefinition.Kind.LISTED,
                List.of(),
                false,
                false,
                false,
                IndexDefinition.NO_BYTES,
                IndexDefinition.NO_BYTES,
                new IndexRequest.TtlRule.OverProperty(
                        wanted.term(), wanted.from(), wanted.seconds().orElseThrow()));
    }

    /**
     * Collects a rule about a property, in the place of any other about it.
     *
     * @param requests returns the request for its index, if it needs a new one
     */
    public static void collect(
            Collection collecting, RuleChange.Property wanted, Function<RuleChange.Property, IndexRequest> requests) {
        boolean isThere = false;
        CollectionRecord record = collecting.record();
        for (QueueDefinition queue : record.queues()) {
            PropertyTerm term = queue.property();
            boolean isAboutIt = term != null && queue.isKept() && takesThePlaceOf(wanted, term);
            if (!isAboutIt) {
                continue;
            }
            boolean isSame = wanted.seconds().isPresent()
                    && wanted.term().equals(term)
                    && wanted.from().equals(queue.path());
            if (isSame) {
                isThere = true;
                setSeconds(collecting, queue.id(), wanted.seconds().getAsLong());
            } else {
                record.index(queue.id())
                        .ifPresent(index -> collecting.definition().dropIndex(index.name()));
            }
        }
        if (wanted.seconds().isPresent() && !isThere) {
            collecting.definition().createIndex(requests.apply(wanted));
        }
    }

    /** What documents say of themselves stands beside a rule for all of them, until there is to be none. */
    private static boolean takesThePlaceOf(RuleChange.Property wanted, PropertyTerm term) {
        boolean isAlike = (wanted.term().start() == PropertyTerm.Start.OWN) == (term.start() == PropertyTerm.Start.OWN);
        return term.path().equals(wanted.term().path())
                && (isAlike || wanted.seconds().isEmpty());
    }

    /** Returns the request for the index by which documents say of themselves when a property of theirs dies. */
    public static IndexRequest ofOwn(FieldPath path) {
        PropertyTerm term = new PropertyTerm(path, PropertyTerm.Start.OWN);
        return request(new RuleChange.Property(term, null, OptionalLong.of(0)));
    }

    /** Gives a collection the rules about properties that another has. */
    public static void copy(CollectionRecord from, Collection to) {
        for (PropertyRule rule : from.policy().current().properties()) {
            QueueDefinition queue = from.queue(rule.queue()).orElseThrow();
            PropertyTerm term = queue.property();
            if (term != null) {
                boolean isOfDate = term.start() == PropertyTerm.Start.DATE;
                to.definition()
                        .createIndex(request(new RuleChange.Property(
                                term, isOfDate ? queue.path() : null, OptionalLong.of(rule.afterSeconds()))));
            }
        }
    }

    private static void setSeconds(Collection collecting, int queue, long seconds) {
        collecting
                .definition()
                .changePolicy(policy -> policy.withProperties(policy.properties().stream()
                        .map(rule -> rule.queue() == queue ? new PropertyRule(queue, seconds) : rule)
                        .toList()));
    }
}
