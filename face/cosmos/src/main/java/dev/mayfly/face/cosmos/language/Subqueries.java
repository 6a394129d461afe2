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
            case SCALAR -> inputs -> only(query, inputs);
            case EXISTS -> inputs -> Values.of(!query.rows(inputs, _ -> false));
            case ARRAY -> inputs -> Values.array(rows(query, inputs));
            case ALL -> inputs -> Values.of(query.rows(inputs, _ -> false));
            case FIRST -> inputs -> first(query, inputs);
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

    private static Value only(Selecting query, Value[] inputs) {
        Value[] only = {Values.UNDEFINED};
        query.rows(inputs, row -> {
            if (!only[0].isUndefined()) {
                throw QueryErrors.refusal(
                        "The cardinality of a scalar subquery result set cannot be greater than one.");
            }
            only[0] = row;
            return true;
        });
        return only[0];
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
