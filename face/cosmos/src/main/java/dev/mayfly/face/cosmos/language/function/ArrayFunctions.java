package dev.mayfly.face.cosmos.language.function;

import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.isLong;
import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.longOf;
import static dev.mayfly.face.cosmos.language.function.SqlFunctionTable.omits;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlBoolean;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlOrdering;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Functions of arrays, and those that make one. */
final class ArrayFunctions {
    private ArrayFunctions() {}

    static void addTo(SqlFunctionTable table) {
        table.add("ARRAY_CONCAT", 2, FunctionTable.ANY, ArrayFunctions::concat);
        table.add("ARRAY_CONTAINS", 2, 3, ArrayFunctions::contains);
        table.add("ARRAY_CONTAINS_ANY", 2, FunctionTable.ANY, arguments -> containsEach(arguments, true));
        table.add("ARRAY_CONTAINS_ALL", 2, FunctionTable.ANY, arguments -> containsEach(arguments, false));
        table.one(
                "ARRAY_LENGTH",
                value -> value instanceof SqlArray array ? SqlValues.of(array.size()) : SqlValues.UNDEFINED);
        table.add("ARRAY_SLICE", 2, 3, ArrayFunctions::slice);
        table.one("ARRAY_MAX", value -> extreme(value, 1));
        table.one("ARRAY_MIN", value -> extreme(value, -1));
        table.one("ARRAY_SUM", ArrayFunctions::sum);
        table.one("ARRAY_AVG", ArrayFunctions::average);
        table.one("ARRAY_MEDIAN", ArrayFunctions::median);
        table.add("CHOOSE", 2, FunctionTable.ANY, ArrayFunctions::choose);
        table.add("ObjectToArray", 1, 3, ArrayFunctions::objectToArray);
    }

    private static SqlValue concat(SqlValue[] arguments) {
        List<SqlValue> elements = new ArrayList<>();
        for (SqlValue argument : arguments) {
            if (!(argument instanceof SqlArray array)) {
                return SqlValues.UNDEFINED;
            }
            for (SqlValue element : array) {
                elements.add(element);
            }
            Bounds.requireElements(elements.size());
        }
        return SqlValues.array(elements);
    }

    /** If the third argument is true, an object also matches one that has its properties and more. */
    private static SqlValue contains(SqlValue[] arguments) {
        SqlValue partial = omits(arguments, 2) || arguments[2].isUndefined() ? SqlValues.FALSE : arguments[2];
        if (!(arguments[0] instanceof SqlArray array)
                || arguments[1].isUndefined()
                || !(partial instanceof SqlBoolean)) {
            return SqlValues.UNDEFINED;
        }
        RequestGuard guard = RequestGuard.current();
        for (SqlValue element : array) {
            guard.step();
            if (partial.isTrue() ? matchesPartly(element, arguments[1]) : element.equals(arguments[1])) {
                return SqlValues.TRUE;
            }
        }
        return SqlValues.FALSE;
    }

    private static boolean matchesPartly(SqlValue element, SqlValue wanted) {
        if (!(wanted instanceof SqlObject object)) {
            return element.equals(wanted);
        }
        JsonObject.Fields<SqlValue> fields = object.fields();
        while (fields.next()) {
            if (!element.field(fields.name()).equals(fields.value())) {
                return false;
            }
        }
        return element instanceof SqlObject;
    }

    /** Combines a test for each by OR or AND: a decisive result wins over undefined. */
    private static SqlValue containsEach(SqlValue[] arguments, boolean decisive) {
        if (!(arguments[0] instanceof SqlArray array)) {
            return SqlValues.UNDEFINED;
        }
        boolean undefined = false;
        for (int i = 1; i < arguments.length; i++) {
            if (arguments[i].isUndefined()) {
                undefined = true;
            } else if (holds(array, arguments[i]) == decisive) {
                return SqlValues.of(decisive);
            }
        }
        return undefined ? SqlValues.UNDEFINED : SqlValues.of(!decisive);
    }

    private static boolean holds(SqlArray array, SqlValue wanted) {
        RequestGuard guard = RequestGuard.current();
        for (SqlValue element : array) {
            guard.step();
            if (element.equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** A negative start counts from the end. */
    private static SqlValue slice(SqlValue[] arguments) {
        SqlValue count = omits(arguments, 2) ? SqlValues.of(Long.MAX_VALUE) : arguments[2];
        if (!(arguments[0] instanceof SqlArray array) || !isLong(arguments[1]) || !isLong(count)) {
            return SqlValues.UNDEFINED;
        }
        int size = array.size();
        long start = longOf(arguments[1]);
        long from = start < 0 ? Math.max(0, start + size) : Math.min(start, size);
        long until = from + Math.clamp(longOf(count), 0, size - from);
        List<SqlValue> elements = new ArrayList<>();
        int index = 0;
        for (SqlValue element : array) {
            if (index >= from && index < until) {
                elements.add(element);
            }
            index++;
        }
        return SqlValues.array(elements);
    }

    /** The greatest, or least, in the order of values; undefined when one is an array or object, or there is none. */
    private static SqlValue extreme(SqlValue value, int sign) {
        if (!(value instanceof SqlArray array)) {
            return SqlValues.UNDEFINED;
        }
        SqlValue best = SqlValues.UNDEFINED;
        for (SqlValue element : array) {
            if (!TypeFunctions.isPrimitive(element)) {
                return SqlValues.UNDEFINED;
            }
            if (best.isUndefined() || SqlOrdering.compare(element, best) * sign > 0) {
                best = element;
            }
        }
        return best;
    }

    private static SqlValue sum(SqlValue value) {
        double[] numbers = numbers(value);
        return numbers == null ? SqlValues.UNDEFINED : SqlFunctionTable.finite(sumOf(numbers));
    }

    private static SqlValue average(SqlValue value) {
        double[] numbers = numbers(value);
        return numbers == null || numbers.length == 0
                ? SqlValues.UNDEFINED
                : SqlFunctionTable.finite(sumOf(numbers) / numbers.length);
    }

    private static double sumOf(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += number;
        }
        return sum;
    }

    private static SqlValue median(SqlValue value) {
        double[] numbers = numbers(value);
        if (numbers == null || numbers.length == 0) {
            return SqlValues.UNDEFINED;
        }
        Arrays.sort(numbers);
        int middle = numbers.length / 2;
        return SqlFunctionTable.finite(
                numbers.length % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2);
    }

    /** Null when the value is no array of numbers. */
    private static double @Nullable [] numbers(SqlValue value) {
        if (!(value instanceof SqlArray array)) {
            return null;
        }
        double[] numbers = new double[array.size()];
        int count = 0;
        for (SqlValue element : array) {
            if (!(element instanceof SqlNumber number)) {
                return null;
            }
            numbers[count++] = number.doubleValue();
        }
        return numbers;
    }

    /** The argument behind the first that it counts to, from 1. */
    private static SqlValue choose(SqlValue[] arguments) {
        if (!isLong(arguments[0])) {
            return SqlValues.UNDEFINED;
        }
        long index = longOf(arguments[0]);
        return index >= 1 && index < arguments.length ? arguments[(int) index] : SqlValues.UNDEFINED;
    }

    private static SqlValue objectToArray(SqlValue[] arguments) {
        SqlValue name = omits(arguments, 1) ? SqlValues.of("k") : arguments[1];
        SqlValue content = omits(arguments, 2) ? SqlValues.of("v") : arguments[2];
        if (!(arguments[0] instanceof SqlObject object)
                || !(name instanceof SqlString nameKey)
                || !(content instanceof SqlString valueKey)) {
            return SqlValues.UNDEFINED;
        }
        List<SqlValue> entries = new ArrayList<>();
        JsonObject.Fields<SqlValue> fields = object.fields();
        while (fields.next()) {
            SequencedMap<String, SqlValue> entry = new LinkedHashMap<>();
            entry.put(nameKey.stringValue(), SqlValues.of(fields.name()));
            entry.put(valueKey.stringValue(), fields.value());
            entries.add(SqlValues.object(entry));
        }
        return SqlValues.array(entries);
    }
}
