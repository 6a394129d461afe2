package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A compiled query, but for what orders and cuts its rows.
 *
 * @param slots of its own sources
 * @param grouping null when each input makes a row of its own
 */
record Selecting(Expansion expansion, int[] slots, @Nullable Grouping grouping, Scalar projection, boolean distinct) {
    /** Takes rows, none of them undefined. */
    @FunctionalInterface
    interface Sink {
        /** Whether it takes more. */
        boolean accept(Value row);
    }

    /** Makes all rows there are for the inputs around it; false when the sink wanted no more. */
    boolean rows(Value[] inputs, Sink sink) {
        Sink last = distinct ? distinct(sink) : sink;
        if (grouping == null) {
            return expansion.run(inputs, row -> project(row, last));
        }
        Groups groups = new Groups(grouping, Groups.SUBQUERY_BYTES_MAX);
        expansion.run(inputs, row -> {
            groups.add(row);
            return true;
        });
        return rows(groups, inputs, last);
    }

    /** Makes a row of each group. */
    boolean rows(Groups groups, Value[] inputs, Sink sink) {
        for (int slot : slots) {
            inputs[slot] = Values.UNDEFINED;
        }
        return groups.each(inputs, row -> project(row, sink));
    }

    private boolean project(Value[] inputs, Sink sink) {
        Value row = projection.of(inputs);
        return row.isUndefined() || sink.accept(row);
    }

    private static Sink distinct(Sink sink) {
        Set<Value> seen = new HashSet<>();
        return row -> !seen.add(row) || sink.accept(row);
    }
}
