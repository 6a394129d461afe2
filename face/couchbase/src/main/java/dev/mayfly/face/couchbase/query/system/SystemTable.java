package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.operator.SystemKeyspaces;
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
        Function<StatementExecution, SequencedMap<String, N1qlValue>> content,
        @Nullable Predicate<String> removal)
        implements SystemKeyspaces.Table {
    private static final int READ_ONLY = 11003;

    static SystemTable of(CatalogRight need, Function<StatementExecution, SequencedMap<String, N1qlValue>> content) {
        return new SystemTable(need, content, null);
    }

    @Override
    public SequencedMap<String, N1qlValue> rows(StatementExecution execution) {
        need.require(execution.settings().identity());
        return content.apply(execution);
    }

    @Override
    public boolean remove(String key, StatementExecution execution) {
        need.require(execution.settings().identity());
        if (removal == null) {
            throw new N1qlException(READ_ONLY, "System datastore error: rows of this keyspace cannot be changed.");
        }
        return removal.test(key);
    }
}
