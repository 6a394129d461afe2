package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Execution;
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
        /** Its rows by their keys, as they are now. */
        SequencedMap<String, Value> rows(Execution execution);

        /**
         * Takes the row of a key away; false if there is none.
         *
         * @throws dev.mayfly.face.couchbase.language.QueryException where rows are not to be taken away
         */
        boolean remove(String key, Execution execution);
    }
}
