package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.Expression.SubqueryKind;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.ArrayList;
import java.util.List;

/** Queries inside expressions. */
final class Subqueries {
    /** How many rows are gathered in an array. */
    private static final int ROWS_MAX = 1_000_000;

    private Subqueries() {}

    static Scalar of(SubqueryKind kind, Selecting query) {
        return switch (kind) {
            // There is no second row: queries of which one may come are refused where they are read.
            case SCALAR, FIRST -> inputs -> first(query, inputs);
            case EXISTS -> inputs -> Values.of(!query.rows(inputs, _ -> false));
            case ARRAY -> inputs -> Values.array(rows(query, inputs));
            case ALL -> inputs -> Values.of(query.rows(inputs, _ -> false));
            case LAST -> inputs -> last(query, inputs);
        };
    }

    private static List<Value> rows(Selecting query, Value[] inputs) {
        List<Value> rows = new ArrayList<>();
        query.rows(inputs, row -> {
            if (rows.size() == ROWS_MAX) {
                throw QueryErrors.refusal("A subquery makes too many rows. The allowed limit is " + ROWS_MAX + ".");
            }
            return rows.add(row);
        });
        return rows;
    }

    private static Value first(Selecting query, Value[] inputs) {
        Value[] first = {Values.UNDEFINED};
        query.rows(inputs, row -> {
            first[0] = row;
            return false;
        });
        return first[0];
    }

    private static Value last(Selecting query, Value[] inputs) {
        Value[] last = {Values.UNDEFINED};
        query.rows(inputs, row -> {
            last[0] = row;
            return true;
        });
        return last[0];
    }
}
