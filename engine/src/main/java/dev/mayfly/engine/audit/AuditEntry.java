package dev.mayfly.engine.audit;

import dev.mayfly.engine.catalog.CollectionName;

/**
 * An audited change that concerns lifetimes.
 *
 * @param position in the order of all changes
 * @param at when, in milliseconds since the epoch
 * @param before the policy in words, or empty where none was changed
 * @param after the same
 * @param note what else there is to say of it
 */
public record AuditEntry(
        long position,
        long at,
        Actor actor,
        Action action,
        CollectionName collection,
        String before,
        String after,
        String note) {
    /** The audited actions. */
    public enum Action {
        CREATED,
        DROPPED,
        RENAMED,
        POLICY,
        UNDONE,
        HELD,
        RELEASED,
        RESTORED,
        PURGED
    }
}
