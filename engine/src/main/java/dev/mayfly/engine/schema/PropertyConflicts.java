package dev.mayfly.engine.schema;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;

/** Refuses rules about properties on which something else of the collection rests. */
final class PropertyConflicts {
    /*
     * A property may die at any instant, and its bytes go at any later one. So nothing may rest on it that would then be
     * another: no date by which the document or another property dies, and no unique value, which would be free or taken
     * without anybody's writing. A date within the property itself may say when it dies.
     */
    private PropertyConflicts() {}

    /** @throws EngineException if a rule about a property does not go with the rest of the record */
    static void require(CollectionRecord record) {
        for (QueueDefinition queue : record.queues()) {
            PropertyTerm term = queue.property();
            if (term != null && queue.isKept()) {
                requireAlone(record, queue, term);
            }
        }
    }

    private static void requireAlone(CollectionRecord record, QueueDefinition queue, PropertyTerm term) {
        FieldPath path = term.path();
        for (QueueDefinition other : record.queues()) {
            if (other.id() != queue.id() && other.isKept()) {
                requireApart(path, term, other);
            }
        }
        for (IndexDefinition index : record.indexes()) {
            boolean rests = index.unique() && index.parts().stream().anyMatch(part -> overlap(part.path(), path));
            if (rests) {
                throw refusal(path, "the unique index " + index.name() + " rests on it");
            }
        }
    }

    private static void requireApart(FieldPath path, PropertyTerm term, QueueDefinition other) {
        PropertyTerm property = other.property();
        FieldPath date = other.path();
        if (property == null) {
            if (date != null && overlap(date, path)) {
                throw refusal(path, "documents die by " + date.dotted());
            }
            return;
        }
        boolean isSame = property.path().equals(path);
        if (!isSame && overlap(property.path(), path)) {
            throw refusal(path, "another rule is about " + property.path().dotted());
        }
        if (!isSame && property.start() == PropertyTerm.Start.DATE && date != null && overlap(date, path)) {
            throw refusal(path, "another rule counts from " + date.dotted());
        }
        if (!isSame && property.number() == term.number()) {
            throw refusal(path, "its number is also that of " + property.path().dotted());
        }
    }

    private static boolean overlap(FieldPath one, FieldPath other) {
        return one.leadsTo(other) || other.leadsTo(one);
    }

    private static EngineException refusal(FieldPath path, String reason) {
        return new EngineException(new EngineError.PropertyRuleRefused(path.dotted(), reason));
    }
}
