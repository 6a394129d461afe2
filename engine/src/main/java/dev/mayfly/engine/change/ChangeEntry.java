package dev.mayfly.engine.change;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One change, as the history keeps it.
 *
 * @param version of the commit that made it, or 0 where that is not kept
 * @param name the collection under the name it had then; of a database that was dropped only that is said
 * @param at the wall when it was made, in milliseconds since the epoch
 * @param key of the document, or null when it is about no document
 * @param expiry of a document that expired
 * @param to the new name of a collection that was renamed
 * @param properties of the document that may die before it, as they were then
 * @param note what the face's chronicler said
 */
public record ChangeEntry(
        ChangePosition position,
        ChangeKind kind,
        long version,
        CollectionName name,
        long at,
        @Nullable DocumentKey key,
        @Nullable Expiry expiry,
        @Nullable CollectionName to,
        List<PropertyInstants> properties,
        byte[] note) {
    public ChangeEntry {
        properties = List.copyOf(properties);
    }

    /**
     * The cause of a document's expiry.
     *
     * @param queue the queue of the rule that fired
     * @param deadline when it died, in milliseconds since the epoch
     */
    public record Expiry(int queue, long deadline) {}
}
