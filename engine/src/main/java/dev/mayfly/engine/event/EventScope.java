package dev.mayfly.engine.event;

import dev.mayfly.engine.catalog.CollectionName;
import java.util.Set;

/**
 * The events that a reader wants.
 *
 * @param collections the collections; empty for all
 * @param reasons the reasons; empty for all
 */
public record EventScope(Set<CollectionName> collections, Set<EventReason> reasons) {
    public static final EventScope ALL = new EventScope(Set.of(), Set.of());

    public EventScope {
        collections = Set.copyOf(collections);
        reasons = Set.copyOf(reasons);
    }

    /** Returns true if events of a collection are wanted at all. */
    public boolean covers(CollectionName name) {
        return collections.isEmpty() || collections.contains(name);
    }

    public boolean covers(EventReason reason) {
        return reasons.isEmpty() || reasons.contains(reason);
    }
}
