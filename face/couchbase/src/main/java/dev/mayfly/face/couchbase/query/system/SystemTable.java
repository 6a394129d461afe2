package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
import dev.mayfly.face.couchbase.query.run.SystemKeyspaces;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One keyspace of the namespace system.
 *
 * @param need what a user needs to read it, and to take rows away
 * @param content its rows by their keys
 * @param removal takes the row of a key away and tells whether there was one; null where rows stay
 */
record SystemTable(
        CatalogRight need,
        Function<Execution, SequencedMap<String, Value>> content,
        @Nullable Predicate<String> removal)
        implements SystemKeyspaces.Table {
    private static final int READ_ONLY = 11003;

    static SystemTable of(CatalogRight need, Function<Execution, SequencedMap<String, Value>> content) {
        return new SystemTable(need, content, null);
    }

    @Override
    public SequencedMap<String, Value> rows(Execution execution) {
        need.require(execution.settings().identity());
        return content.apply(execution);
    }

    @Override
    public boolean remove(String key, Execution execution) {
        need.require(execution.settings().identity());
        if (removal == null) {
            throw new QueryException(READ_ONLY, "System datastore error: rows of this keyspace cannot be changed.");
        }
        return removal.test(key);
    }
}
