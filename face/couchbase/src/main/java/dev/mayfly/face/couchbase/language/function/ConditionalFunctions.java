package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.List;
import java.util.function.DoublePredicate;
import java.util.function.Predicate;

/** Functions that choose among their arguments, and those that say what is unknown. */
final class ConditionalFunctions {
    private ConditionalFunctions() {}

    static void addTo(N1qlFunctionTable table) {
        first(table, "IFMISSING", value -> !value.isMissing());
        first(table, "IFNULL", value -> !value.isNull());
        first(table, "IFMISSINGORNULL", value -> !value.isUnknown());
        table.alias("IF_MISSING", "IFMISSING");
        table.alias("IF_NULL", "IFNULL");
        table.alias("IF_MISSING_OR_NULL", "IFMISSINGORNULL");
        table.alias("COALESCE", "IFMISSINGORNULL");
        table.any("NVL", 2, 2, arguments -> arguments[0].isUnknown() ? arguments[1] : arguments[0]);
        table.any("NVL2", 3, 3, arguments -> arguments[0].isUnknown() ? arguments[2] : arguments[1]);
        equalIf(table, "MISSINGIF", N1qlValues.MISSING);
        equalIf(table, "NULLIF", N1qlValues.NULL);
        equalIf(table, "NANIF", N1qlValues.of(Double.NaN));
        equalIf(table, "NEGINFIF", N1qlValues.of(Double.NEGATIVE_INFINITY));
        equalIf(table, "POSINFIF", N1qlValues.of(Double.POSITIVE_INFINITY));
        for (String word : List.of("MISSING", "NULL", "NAN", "NEGINF", "POSINF")) {
            table.alias(word + "_IF", word + "IF");
        }
        firstNumber(table, "IFINF", number -> !Double.isInfinite(number));
        firstNumber(table, "IFNAN", number -> !Double.isNaN(number));
        firstNumber(table, "IFNANORINF", Double::isFinite);
        table.alias("IF_INF", "IFINF");
        table.alias("IF_NAN", "IFNAN");
        table.alias("IF_NAN_OR_INF", "IFNANORINF");
        table.any("DECODE", 3, FunctionTable.ANY, ConditionalFunctions::decode);
        table.any("GREATEST", 2, FunctionTable.ANY, arguments -> extreme(arguments, 1));
        table.any("LEAST", 2, FunctionTable.ANY, arguments -> extreme(arguments, -1));
        tests(table);
    }

    private static void tests(N1qlFunctionTable table) {
        test(table, "MISSING", N1qlValue::isMissing);
        test(table, "VALUED", value -> !value.isUnknown());
        test(table, "KNOWN", value -> !value.isUnknown());
        test(table, "UNKNOWN", N1qlValue::isUnknown);
        table.one("ISNULL", value -> value.isMissing() ? value : N1qlValues.of(value.isNull()));
        table.one("ISNOTNULL", value -> value.isMissing() ? value : N1qlValues.of(!value.isNull()));
        table.alias("IS_NULL", "ISNULL");
        table.alias("IS_NOT_NULL", "ISNOTNULL");
        table.any("ISDISTINCTFROM", 2, 2, arguments -> N1qlValues.of(!arguments[0].equals(arguments[1])));
        table.any("ISNOTDISTINCTFROM", 2, 2, arguments -> N1qlValues.of(arguments[0].equals(arguments[1])));
        table.alias("IS_DISTINCT_FROM", "ISDISTINCTFROM");
        table.alias("IS_NOT_DISTINCT_FROM", "ISNOTDISTINCTFROM");
    }

    private static void test(N1qlFunctionTable table, String word, Predicate<N1qlValue> test) {
        table.one("IS" + word, value -> N1qlValues.of(test.test(value)));
        table.one("ISNOT" + word, value -> N1qlValues.of(!test.test(value)));
        table.alias("IS_" + word, "IS" + word);
        table.alias("IS_NOT_" + word, "ISNOT" + word);
    }

    /** The first argument that passes, or else NULL. */
    private static void first(N1qlFunctionTable table, String name, Predicate<N1qlValue> wanted) {
        table.any(name, 2, FunctionTable.ANY, arguments -> {
            for (N1qlValue argument : arguments) {
                if (wanted.test(argument)) {
                    return argument;
                }
            }
            return N1qlValues.NULL;
        });
    }

    private static void equalIf(N1qlFunctionTable table, String name, N1qlValue then) {
        table.any(name, 2, 2, arguments -> {
            N1qlValue equal = N1qlComparison.equal(arguments[0], arguments[1]);
            return equal.isUnknown() ? equal : equal.truth() ? then : arguments[0];
        });
    }

    /** The first number that passes, NULL if something else stands before it; what is MISSING is passed over. */
    private static void firstNumber(N1qlFunctionTable table, String name, DoublePredicate wanted) {
        table.any(name, 2, FunctionTable.ANY, arguments -> {
            N1qlValue otherwise = N1qlValues.NULL;
            for (N1qlValue argument : arguments) {
                if (argument instanceof N1qlNumber number) {
                    if (wanted.test(number.doubleValue())) {
                        return argument;
                    }
                } else if (argument.isMissing()) {
                    otherwise = argument;
                } else {
                    return N1qlValues.NULL;
                }
            }
            return otherwise;
        });
    }

    /** The argument behind the one that the first is equal to, even if both are unknown. */
    private static N1qlValue decode(N1qlValue[] arguments) {
        int at = 1;
        while (at + 1 < arguments.length) {
            if (arguments[0].equals(arguments[at])) {
                return arguments[at + 1];
            }
            at += 2;
        }
        return at < arguments.length ? arguments[at] : N1qlValues.NULL;
    }

    private static N1qlValue extreme(N1qlValue[] arguments, int sign) {
        N1qlValue found = N1qlValues.NULL;
        for (N1qlValue argument : arguments) {
            if (!argument.isUnknown()
                    && (found.isNull() || Integer.signum(N1qlOrdering.compare(argument, found)) == sign)) {
                found = argument;
            }
        }
        return found;
    }
}
