package dev.mayfly.face.cosmos.language.function;

import static dev.mayfly.face.cosmos.language.function.FunctionTable.isLong;
import static dev.mayfly.face.cosmos.language.function.FunctionTable.longOf;
import static dev.mayfly.face.cosmos.language.function.FunctionTable.omits;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.cosmos.language.value.ArrayValue;
import dev.mayfly.face.cosmos.language.value.BooleanValue;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.ObjectValue;
import dev.mayfly.face.cosmos.language.value.Ordering;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Functions of arrays, and those that make one. */
final class ArrayFunctions {
    private ArrayFunctions() {}

    static void addTo(FunctionTable table) {
        table.add("ARRAY_CONCAT", 2, Definition.ANY, ArrayFunctions::concat);
        table.add("ARRAY_CONTAINS", 2, 3, ArrayFunctions::contains);
        table.add("ARRAY_CONTAINS_ANY", 2, Definition.ANY, arguments -> containsEach(arguments, true));
        table.add("ARRAY_CONTAINS_ALL", 2, Definition.ANY, arguments -> containsEach(arguments, false));
        table.one(
                "ARRAY_LENGTH",
                value -> value instanceof ArrayValue array ? Values.of(array.size()) : Values.UNDEFINED);
        table.add("ARRAY_SLICE", 2, 3, ArrayFunctions::slice);
        table.one("ARRAY_MAX", value -> extreme(value, 1));
        table.one("ARRAY_MIN", value -> extreme(value, -1));
        table.one("ARRAY_SUM", ArrayFunctions::sum);
        table.one("ARRAY_AVG", ArrayFunctions::average);
        table.one("ARRAY_MEDIAN", ArrayFunctions::median);
        table.add("CHOOSE", 2, Definition.ANY, ArrayFunctions::choose);
        table.add("ObjectToArray", 1, 3, ArrayFunctions::objectToArray);
    }

    private static Value concat(Value[] arguments) {
        List<Value> elements = new ArrayList<>();
        for (Value argument : arguments) {
            if (!(argument instanceof ArrayValue array)) {
                return Values.UNDEFINED;
            }
            for (Value element : array) {
                elements.add(element);
            }
            Bounds.requireElements(elements.size());
        }
        return Values.array(elements);
    }

    /** With a third argument that is true, an object also matches one that has its properties and more. */
    private static Value contains(Value[] arguments) {
        Value partial = omits(arguments, 2) || arguments[2].isUndefined() ? Values.FALSE : arguments[2];
        if (!(arguments[0] instanceof ArrayValue array)
                || arguments[1].isUndefined()
                || !(partial instanceof BooleanValue)) {
            return Values.UNDEFINED;
        }
        for (Value element : array) {
            if (partial.isTrue() ? matchesPartly(element, arguments[1]) : element.equals(arguments[1])) {
                return Values.TRUE;
            }
        }
        return Values.FALSE;
    }

    private static boolean matchesPartly(Value element, Value wanted) {
        if (!(wanted instanceof ObjectValue object)) {
            return element.equals(wanted);
        }
        JsonObject.Fields<Value> fields = object.fields();
        while (fields.next()) {
            if (!element.field(fields.name()).equals(fields.value())) {
                return false;
            }
        }
        return element instanceof ObjectValue;
    }

    /** As OR, or AND, of asking for each: what decides wins over undefined. */
    private static Value containsEach(Value[] arguments, boolean decisive) {
        if (!(arguments[0] instanceof ArrayValue array)) {
            return Values.UNDEFINED;
        }
        boolean undefined = false;
        for (int i = 1; i < arguments.length; i++) {
            if (arguments[i].isUndefined()) {
                undefined = true;
            } else if (holds(array, arguments[i]) == decisive) {
                return Values.of(decisive);
            }
        }
        return undefined ? Values.UNDEFINED : Values.of(!decisive);
    }

    private static boolean holds(ArrayValue array, Value wanted) {
        for (Value element : array) {
            if (element.equals(wanted)) {
                return true;
            }
        }
        return false;
    }

    /** A negative start counts from the end. */
    private static Value slice(Value[] arguments) {
        Value count = omits(arguments, 2) ? Values.of(Long.MAX_VALUE) : arguments[2];
        if (!(arguments[0] instanceof ArrayValue array) || !isLong(arguments[1]) || !isLong(count)) {
            return Values.UNDEFINED;
        }
        int size = array.size();
        long start = longOf(arguments[1]);
        long from = start < 0 ? Math.max(0, start + size) : Math.min(start, size);
        long until = from + Math.clamp(longOf(count), 0, size - from);
        List<Value> elements = new ArrayList<>();
        int index = 0;
        for (Value element : array) {
            if (index >= from && index < until) {
                elements.add(element);
            }
            index++;
        }
        return Values.array(elements);
    }

    /** The greatest, or least, in the order of values; undefined when one is an array or object, or there is none. */
    private static Value extreme(Value value, int sign) {
        if (!(value instanceof ArrayValue array)) {
            return Values.UNDEFINED;
        }
        Value best = Values.UNDEFINED;
        for (Value element : array) {
            if (!TypeFunctions.isPrimitive(element)) {
                return Values.UNDEFINED;
            }
            if (best.isUndefined() || Ordering.compare(element, best) * sign > 0) {
                best = element;
            }
        }
        return best;
    }

    private static Value sum(Value value) {
        double[] numbers = numbers(value);
        return numbers == null ? Values.UNDEFINED : FunctionTable.finite(sumOf(numbers));
    }

    private static Value average(Value value) {
        double[] numbers = numbers(value);
        return numbers == null || numbers.length == 0
                ? Values.UNDEFINED
                : FunctionTable.finite(sumOf(numbers) / numbers.length);
    }

    private static double sumOf(double[] numbers) {
        double sum = 0;
        for (double number : numbers) {
            sum += number;
        }
        return sum;
    }

    private static Value median(Value value) {
        double[] numbers = numbers(value);
        if (numbers == null || numbers.length == 0) {
            return Values.UNDEFINED;
        }
        Arrays.sort(numbers);
        int middle = numbers.length / 2;
        return FunctionTable.finite(
                numbers.length % 2 == 1 ? numbers[middle] : (numbers[middle - 1] + numbers[middle]) / 2);
    }

    /** Null when the value is no array of numbers. */
    private static double @Nullable [] numbers(Value value) {
        if (!(value instanceof ArrayValue array)) {
            return null;
        }
        double[] numbers = new double[array.size()];
        int count = 0;
        for (Value element : array) {
            if (!(element instanceof NumberValue number)) {
                return null;
            }
            numbers[count++] = number.doubleValue();
        }
        return numbers;
    }

    /** The argument behind the first that it counts to, from 1. */
    private static Value choose(Value[] arguments) {
        if (!isLong(arguments[0])) {
            return Values.UNDEFINED;
        }
        long index = longOf(arguments[0]);
        return index >= 1 && index < arguments.length ? arguments[(int) index] : Values.UNDEFINED;
    }

    private static Value objectToArray(Value[] arguments) {
        Value name = omits(arguments, 1) ? Values.of("k") : arguments[1];
        Value content = omits(arguments, 2) ? Values.of("v") : arguments[2];
        if (!(arguments[0] instanceof ObjectValue object)
                || !(name instanceof StringValue nameKey)
                || !(content instanceof StringValue valueKey)) {
            return Values.UNDEFINED;
        }
        List<Value> entries = new ArrayList<>();
        JsonObject.Fields<Value> fields = object.fields();
        while (fields.next()) {
            SequencedMap<String, Value> entry = new LinkedHashMap<>();
            entry.put(nameKey.stringValue(), Values.of(fields.name()));
            entry.put(valueKey.stringValue(), fields.value());
            entries.add(Values.object(entry));
        }
        return Values.array(entries);
    }
}
