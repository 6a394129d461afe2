package dev.mayfly.engine.event;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionName;
import org.jspecify.annotations.Nullable;

/**
 * Expiry has hidden a document or a property of one, or gives one back.
 *
 * @param progress of a reader who has read on up to this event
 * @param collection the name that the collection has when the event is read
 * @param version of the document
 * @param rule what the rule is called that decided: the name of an index, or one of {@code default}, {@code lifetime},
 *     {@code end}; the path of the property that died; empty where no rule did
 * @param deadline when the document or its property died, in milliseconds since the epoch; of one that lives again, 0
 * @param announcedAt when it was announced, in milliseconds since the epoch
 * @param document its body, if the log keeps it
 */
public record Event(
        EventPosition position,
        EventProgress progress,
        EventKind kind,
        CollectionName collection,
        DocumentKey key,
        long version,
        EventReason reason,
        String rule,
        long deadline,
        long announcedAt,
        byte @Nullable [] document) {
    /** Returns the event as a reader meets it who has come so far with it. */
    Event metBy(EventProgress reader) {
        return new Event(
                position, reader, kind, collection, key, version, reason, rule, deadline, announcedAt, document);
    }
}
