package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The keyspaces of the namespace {@code system}, which tell of the service itself. Safe for concurrent use. */
@FunctionalInterface
public interface SystemKeyspaces {
    SystemKeyspaces NONE = _ -> null;

    /** The keyspace of this name, or null. */
    @Nullable
    Table find(String name);

    /** One of them. */
    interface Table {
        /** Returns the current rows by their keys. */
        SequencedMap<String, N1qlValue> rows(StatementExecution execution);

        /**
         * Takes the row of a key away; false if there is none.
         *
         * @throws dev.mayfly.face.couchbase.language.value.N1qlException where rows are not to be taken away
         */
        boolean remove(String key, StatementExecution execution);
    }
}
