package dev.mayfly.engine.change;

import dev.mayfly.engine.catalog.CollectionName;
import org.jspecify.annotations.Nullable;

/**
 * The changes that a reader follows.
 *
 * @param database null for those of all databases
 * @param collection null for those of all collections
 */
public record ChangeScope(
        String face, @Nullable String database, @Nullable String collection) {
    public boolean covers(CollectionName name) {
        return name.face().equals(face)
                && (database == null || name.database().equals(database))
                && (collection == null || name.collection().equals(collection));
    }

    /**
     * Returns true if the scope includes this change: a renamed collection under both of its names, a database with
     * all that is in it.
     */
    public boolean covers(ChangeEntry entry) {
        CollectionName to = entry.to();
        if (entry.kind() == ChangeKind.DATABASE_DROPPED) {
            return entry.name().face().equals(face)
                    && (database == null || entry.name().database().equals(database));
        }
        return covers(entry.name()) || (to != null && covers(to));
    }
}
