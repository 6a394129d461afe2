package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.sql.RowGroups;
import dev.mayfly.base.sql.RowMemory;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.Arrays;

/** The groups of the rows so far. Used by one thread. */
final class Groups {
    /** For a query inside a query, which sees one item. */
    static final long SUBQUERY_BYTES_MAX = 16L << 20;

    private final GroupByClause grouping;
    private final GroupMemory memory;
    private final RowGroups<SqlValue, Accumulator[]> groups;

    Groups(GroupByClause grouping, long bytesMax) {
        this.grouping = grouping;
        this.memory = new GroupMemory(bytesMax);
        this.groups = new RowGroups<>(grouping.keys().length, grouping::accumulators, memory);
    }

    private static final class GroupMemory extends RowMemory<SqlValue> {
        GroupMemory(long bytesMax) {
            super(bytesMax);
        }

        @Override
        public SqlValue keep(SqlValue value) {
            SqlValue own = ValueCopies.of(value);
            take(ValueCopies.bytesOf(own));
            return own;
        }

        @Override
        protected CosmosException exceeded(long taken, long bytesMax) {
            return QueryErrors.tooMuchMemory(bytesMax);
        }
    }

    void add(SqlValue[] inputs) {
        Scalar[] keys = grouping.keys();
        SqlValue[] key = new SqlValue[keys.length];
        for (int i = 0; i < keys.length; i++) {
            key[i] = keys[i].of(inputs);
        }
        Accumulator[] accumulators = groups.of(Arrays.asList(key));
        long grown = 0;
        for (int i = 0; i < accumulators.length; i++) {
            SqlValue value = grouping.aggregations().get(i).argument().of(inputs);
            if (!value.isUndefined()) {
                grown += accumulators[i].add(value);
            }
        }
        memory.take(grown);
    }

    /** Releases the groups once they are no longer needed. */
    void letGo() {
        memory.letGo();
    }

    /** Puts the keys and results of each group among the inputs; false when the sink wanted no more. */
    boolean each(SqlValue[] inputs, FromClause.Sink sink) {
        return groups.each((keys, accumulators) -> {
            for (int i = 0; i < grouping.keySlots().length; i++) {
                inputs[grouping.keySlots()[i]] = keys.get(i);
            }
            for (int i = 0; i < accumulators.length; i++) {
                inputs[grouping.aggregations().get(i).slot()] = accumulators[i].result();
            }
            return sink.accept(inputs);
        });
    }
}
