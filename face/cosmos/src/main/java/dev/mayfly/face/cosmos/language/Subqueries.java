package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.cosmos.language.SqlExpression.SubqueryKind;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.List;

/** Queries inside expressions. */
final class Subqueries {
    /** The most rows gathered in an array. */
    private static final int ROWS_MAX = 1_000_000;

    private static final int ROW_BYTES = 32;

    private Subqueries() {}

    static Scalar of(SubqueryKind kind, SelectClause query) {
        return switch (kind) {
            // There is no second row: queries that may have one are refused when they are read.
            case SCALAR, FIRST -> inputs -> first(query, inputs);
            case EXISTS -> inputs -> SqlValues.of(!query.rows(inputs, _ -> false));
            case ARRAY -> inputs -> SqlValues.array(rows(query, inputs));
            case ALL -> inputs -> SqlValues.of(query.rows(inputs, _ -> false));
            case LAST -> inputs -> last(query, inputs);
        };
    }

    private static List<SqlValue> rows(SelectClause query, SqlValue[] inputs) {
        List<SqlValue> rows = new ArrayList<>();
        RequestGuard guard = RequestGuard.current();
        long[] held = {0};
        query.rows(inputs, row -> {
            if (rows.size() == ROWS_MAX) {
                throw QueryErrors.refusal("A subquery makes too many rows. The allowed limit is " + ROWS_MAX + ".");
            }
            long bytes = ROW_BYTES + row.memoryBytes();
            guard.hold(bytes);
            held[0] += bytes;
            return rows.add(row);
        });
        // They are a value of the input around them, which settles for it.
        guard.letGo(held[0]);
        guard.charge(held[0]);
        return rows;
    }

    private static SqlValue first(SelectClause query, SqlValue[] inputs) {
        SqlValue[] first = {SqlValues.UNDEFINED};
        query.rows(inputs, row -> {
            first[0] = row;
            return false;
        });
        RequestGuard.current().charge(first[0].memoryBytes());
        return first[0];
    }

    private static SqlValue last(SelectClause query, SqlValue[] inputs) {
        SqlValue[] last = {SqlValues.UNDEFINED};
        query.rows(inputs, row -> {
            last[0] = row;
            return true;
        });
        RequestGuard.current().charge(last[0].memoryBytes());
        return last[0];
    }
}
