package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.cosmos.language.CompiledQuery.RowSink;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A compiled query, but for what orders and cuts its rows.
 *
 * @param slots of its own sources
 * @param grouping null when each input makes a row of its own
 */
record SelectClause(
        FromClause expansion, int[] slots, @Nullable GroupByClause grouping, Scalar projection, boolean distinct) {
    /** Makes all rows for the inputs around it; returns false if the sink wanted no more. */
    boolean rows(SqlValue[] inputs, RowSink sink) {
        if (!distinct) {
            return projected(inputs, sink);
        }
        DistinctSink once = new DistinctSink(sink);
        boolean more = projected(inputs, once);
        once.letGo();
        return more;
    }

    private boolean projected(SqlValue[] inputs, RowSink sink) {
        if (grouping == null) {
            return expansion.run(inputs, row -> project(row, sink));
        }
        Groups groups = new Groups(grouping, Groups.SUBQUERY_BYTES_MAX);
        expansion.run(inputs, row -> {
            groups.add(row);
            return true;
        });
        boolean more = rows(groups, inputs, sink);
        groups.letGo();
        return more;
    }

    /** Makes a row of each group. */
    boolean rows(Groups groups, SqlValue[] inputs, RowSink sink) {
        for (int slot : slots) {
            inputs[slot] = SqlValues.UNDEFINED;
        }
        return groups.each(inputs, row -> project(row, sink));
    }

    private boolean project(SqlValue[] inputs, RowSink sink) {
        SqlValue row = projection.of(inputs);
        return row.isUndefined() || sink.accept(row);
    }

    /** Lets each row through once, and holds it as long as others may come. */
    private static final class DistinctSink implements RowSink {
        private static final int ROW_BYTES = 64;

        private final RowSink sink;
        private final Set<SqlValue> seen = new HashSet<>();
        private final RequestGuard guard = RequestGuard.current();
        private long bytes;

        DistinctSink(RowSink sink) {
            this.sink = sink;
        }

        @Override
        public boolean accept(SqlValue row) {
            if (!seen.add(row)) {
                return true;
            }
            long more = ROW_BYTES + row.memoryBytes();
            guard.hold(more);
            bytes += more;
            return sink.accept(row);
        }

        void letGo() {
            guard.letGo(bytes);
        }
    }
}
