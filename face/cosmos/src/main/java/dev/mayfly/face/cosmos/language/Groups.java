package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The groups of the rows so far, in the order in which they came, within a bound of memory. Used by one thread. */
final class Groups {
    /** For a query inside a query, which sees one item. */
    static final long SUBQUERY_BYTES_MAX = 16L << 20;

    private static final int GROUP_OVERHEAD_BYTES = 200;

    private final GroupByClause grouping;
    private final long bytesMax;
    private final Map<List<SqlValue>, Accumulator[]> groups = new LinkedHashMap<>();
    private final RequestGuard guard = RequestGuard.current();
    private long bytes;
    private long heldBytes;

    Groups(GroupByClause grouping, long bytesMax) {
        this.grouping = grouping;
        this.bytesMax = bytesMax;
        if (grouping.keys().length == 0) {
            // There is one group even without rows.
            groups.put(List.of(), accumulators());
        }
    }

    private Accumulator[] accumulators() {
        Accumulator[] accumulators = new Accumulator[grouping.aggregations().size()];
        for (int i = 0; i < accumulators.length; i++) {
            accumulators[i] = Accumulator.of(grouping.aggregations().get(i).function());
        }
        return accumulators;
    }

    void add(SqlValue[] inputs) {
        Accumulator[] accumulators = groupOf(inputs);
        for (int i = 0; i < accumulators.length; i++) {
            SqlValue value = grouping.aggregations().get(i).argument().of(inputs);
            if (!value.isUndefined()) {
                bytes += accumulators[i].add(value);
            }
        }
        if (bytes > bytesMax) {
            throw QueryErrors.tooMuchMemory(bytesMax);
        }
        guard.hold(bytes - heldBytes);
        heldBytes = bytes;
    }

    /** Releases the groups once they are no longer needed. */
    void letGo() {
        guard.letGo(heldBytes);
        heldBytes = 0;
    }

    private Accumulator[] groupOf(SqlValue[] inputs) {
        Scalar[] keys = grouping.keys();
        SqlValue[] key = new SqlValue[keys.length];
        for (int i = 0; i < keys.length; i++) {
            key[i] = keys[i].of(inputs);
        }
        Accumulator[] known = groups.get(Arrays.asList(key));
        return known == null ? newGroup(key) : known;
    }

    private Accumulator[] newGroup(SqlValue[] key) {
        bytes += GROUP_OVERHEAD_BYTES;
        for (int i = 0; i < key.length; i++) {
            key[i] = ValueCopies.of(key[i]);
            bytes += ValueCopies.bytesOf(key[i]);
        }
        Accumulator[] accumulators = accumulators();
        groups.put(Arrays.asList(key), accumulators);
        return accumulators;
    }

    /** Puts the keys and results of each group among the inputs; false when the sink wanted no more. */
    boolean each(SqlValue[] inputs, FromClause.Sink sink) {
        for (Map.Entry<List<SqlValue>, Accumulator[]> group : groups.entrySet()) {
            for (int i = 0; i < grouping.keySlots().length; i++) {
                inputs[grouping.keySlots()[i]] = group.getKey().get(i);
            }
            Accumulator[] accumulators = group.getValue();
            for (int i = 0; i < accumulators.length; i++) {
                inputs[grouping.aggregations().get(i).slot()] = accumulators[i].result();
            }
            guard.step();
            long mark = guard.mark();
            boolean more = sink.accept(inputs);
            guard.settle(mark, 0);
            if (!more) {
                return false;
            }
        }
        return true;
    }
}
