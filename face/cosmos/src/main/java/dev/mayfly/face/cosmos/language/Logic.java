package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.sql.LikePattern;
import dev.mayfly.face.cosmos.language.value.SqlComparison;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operators whose result is true, false or undefined. An operand that is not a boolean counts as undefined. */
final class Logic {
    private Logic() {}

    /** False if one is false, true if all are true. */
    static Scalar and(Scalar[] terms) {
        return inputs -> {
            boolean allTrue = true;
            for (Scalar term : terms) {
                SqlValue value = term.of(inputs);
                if (value.isFalse()) {
                    return SqlValues.FALSE;
                }
                allTrue &= value.isTrue();
            }
            return allTrue ? SqlValues.TRUE : SqlValues.UNDEFINED;
        };
    }

    /** True if one is true, false if all are false. */
    static Scalar or(Scalar[] terms) {
        return inputs -> {
            boolean allFalse = true;
            for (Scalar term : terms) {
                SqlValue value = term.of(inputs);
                if (value.isTrue()) {
                    return SqlValues.TRUE;
                }
                allFalse &= value.isFalse();
            }
            return allFalse ? SqlValues.FALSE : SqlValues.UNDEFINED;
        };
    }

    static Scalar negatedIf(boolean negated, Scalar test) {
        return negated ? inputs -> SqlComparison.negate(test.of(inputs)) : test;
    }

    static Scalar between(Scalar value, Scalar from, Scalar to) {
        return inputs -> {
            SqlValue tested = value.of(inputs);
            SqlValue least = SqlComparison.GREATER_OR_EQUAL.of(tested, from.of(inputs));
            if (least.isFalse()) {
                return SqlValues.FALSE;
            }
            SqlValue most = SqlComparison.LESS_OR_EQUAL.of(tested, to.of(inputs));
            return most.isFalse() || least.isTrue() ? most : SqlValues.UNDEFINED;
        };
    }

    /** Undefined only of what is undefined; a choice that is, is equal to nothing. */
    static Scalar in(Scalar value, Scalar[] choices) {
        return inputs -> {
            SqlValue tested = value.of(inputs);
            if (tested.isUndefined()) {
                return SqlValues.UNDEFINED;
            }
            for (Scalar choice : choices) {
                if (SqlComparison.equal(tested, choice.of(inputs)).isTrue()) {
                    return SqlValues.TRUE;
                }
            }
            return SqlValues.FALSE;
        };
    }

    /** The same among constants. */
    static Scalar inConstants(Scalar value, List<SqlValue> choices) {
        Set<SqlValue> set = new HashSet<>(choices);
        return inputs -> {
            SqlValue tested = value.of(inputs);
            return tested.isUndefined() ? SqlValues.UNDEFINED : SqlValues.of(set.contains(tested));
        };
    }

    static Scalar like(Scalar value, Scalar pattern, @Nullable String escape) {
        return inputs -> pattern.of(inputs) instanceof SqlString text
                ? matches(value.of(inputs), SqlLike.pattern(text.stringValue(), escape))
                : SqlValues.UNDEFINED;
    }

    static Scalar likeConstant(Scalar value, LikePattern pattern) {
        return inputs -> matches(value.of(inputs), pattern);
    }

    private static SqlValue matches(SqlValue value, LikePattern pattern) {
        return value instanceof SqlString text
                ? SqlValues.of(pattern.matches(text.stringValue()))
                : SqlValues.UNDEFINED;
    }
}
