package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.Turn;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer of Cassandra to a conditional batch. */
sealed interface BatchAnswer {
    /** The batch is in the store. */
    record Written() implements BatchAnswer {}

    /** The batch may be in the store, or get there yet. */
    record Uncertain() implements BatchAnswer {}

    /**
     * Nothing was written.
     *
     * @param head the last turn, and what is kept beside it
     * @param operation the operation that made it, or null before the first
     * @param rows the state of each row of which something was expected, but of those that do not exist
     */
    record Refused(Head head, @Nullable ByteBuffer operation, Map<CellKey, RowState> rows) implements BatchAnswer {
        Turn last() {
            return head.turn();
        }

        List<Expectation> failed(List<Expectation> expectations) {
            return expectations.stream().filter(each -> !holds(each)).toList();
        }

        private boolean holds(Expectation expectation) {
            RowState row = rows.getOrDefault(CellKey.of(expectation.space(), expectation.key()), RowState.NONE);
            return switch (expectation) {
                case Expectation.Absent _ -> row.equals(RowState.NONE);
                case Expectation.Version(var _, var _, long version) ->
                    row.version() != null && row.version() == version;
            };
        }
    }

    /** What a refusal says of a row. */
    record RowState(@Nullable Long version, boolean isBrief) {
        static final RowState NONE = new RowState(null, false);
    }

    /*
     * A refusal has the columns that some condition names, and no others; of a partition that does not exist only whether it
     * was applied. It has a row for each conditioned row that exists, and one without a key if there is none; where nothing
     * is expected of rows, that of the sentinel.
     */
    static BatchAnswer of(ResultSet result) {
        if (result.wasApplied()) {
            return new Written();
        }
        ColumnDefinitions columns = result.getColumnDefinitions();
        Head head = Head.NONE;
        ByteBuffer operation = null;
        Map<CellKey, RowState> rows = new HashMap<>();
        for (Row row : result) {
            if (columns.contains("turn") && !row.isNull("turn")) {
                head = HeadRow.of(row);
                operation = row.getByteBuffer("op");
            }
            ByteBuffer key = columns.contains("key") ? row.getByteBuffer("key") : null;
            if (key != null) {
                rows.put(new CellKey(row.getByte("space"), key), state(columns, row));
            }
        }
        return new Refused(head, operation, rows);
    }

    private static RowState state(ColumnDefinitions columns, Row row) {
        Long version = columns.contains("ver") && !row.isNull("ver") ? (Long) row.getLong("ver") : null;
        return new RowState(version, columns.contains("brief") && row.getBoolean("brief"));
    }
}
