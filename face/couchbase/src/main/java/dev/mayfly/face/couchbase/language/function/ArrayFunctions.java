package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.Arithmetic;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.Comparison;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.Ordering;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;

/** Functions of arrays, NULL of all else. */
final class ArrayFunctions {
    /** The longest array that a function makes of little. */
    private static final int ELEMENTS_MAX = 1 << 20;

    private static final int FLATTENED_MAX = 32;

    /** About as much does a number take. */
    private static final long NUMBER_BYTES = 8;

    private ArrayFunctions() {}

    static void addTo(FunctionTable table) {
        table.any("ARRAY_APPEND", 2, Definition.ANY, ArrayFunctions::append);
        table.any("ARRAY_PREPEND", 2, Definition.ANY, ArrayFunctions::prepend);
        table.add("ARRAY_PUT", 2, Definition.ANY, ArrayFunctions::put);
        table.alias("ARRAY_ADD", "ARRAY_PUT");
        table.alias("ARRAY_UPSERT", "ARRAY_PUT");
        table.add("ARRAY_CONCAT", 2, Definition.ANY, ArrayFunctions::concat);
        table.array("ARRAY_AVG", array -> sum(array, true));
        table.array("ARRAY_SUM", array -> sum(array, false));
        table.array("ARRAY_MAX", array -> extreme(array, 1));
        table.array("ARRAY_MIN", array -> extreme(array, -1));
        table.array("ARRAY_COUNT", array -> Values.of(known(array).size()));
        table.array("ARRAY_LENGTH", array -> Values.of(array.size()));
        table.array("ARRAY_DISTINCT", array -> Values.array(new ArrayList<>(new LinkedHashSet<>(array.elements()))));
        table.array(
                "ARRAY_IFNULL",
                array -> known(array).isEmpty() ? Values.NULL : known(array).getFirst());
        table.array("ARRAY_REVERSE", array -> Values.array(array.elements().reversed()));
        table.array("ARRAY_SORT", array -> Values.array(sorted(array.elements())));
        table.array("ARRAY_STAR", ArrayFunctions::star);
        table.two("ARRAY_CONTAINS", ArrayFunctions::contains);
        table.two("ARRAY_CONTAINS_ALL", (array, sought) -> containsMany(array, sought, true));
        table.two("ARRAY_CONTAINS_ANY", (array, sought) -> containsMany(array, sought, false));
        table.two("ARRAY_POSITION", ArrayFunctions::position);
        table.alias("ARRAY_POS", "ARRAY_POSITION");
        table.any("ARRAY_BINARY_SEARCH", 2, 2, ArrayFunctions::search);
        table.two("ARRAY_FLATTEN", ArrayFunctions::flatten);
        table.any("ARRAY_INSERT", 3, Definition.ANY, ArrayFunctions::insert);
        table.add("ARRAY_REMOVE", 2, Definition.ANY, ArrayFunctions::remove);
        table.any("ARRAY_REPLACE", 3, 4, arguments -> replace(arguments, false));
        table.any("ARRAY_REPLACE_EQUIVALENT", 3, 4, arguments -> replace(arguments, true));
        table.add("ARRAY_RANGE", 2, 3, ArrayFunctions::range);
        table.any("ARRAY_REPEAT", 2, 2, ArrayFunctions::repeat);
        // Several keys of one element of an index.
        table.any("FLATTEN_KEYS", 1, FLATTENED_MAX, arguments -> Values.array(List.of(arguments)));
        table.addMomentary("RANDOM_ELEMENT", 1, 1, (moment, arguments) -> {
            if (!(arguments[0] instanceof ArrayValue array) || array.size() == 0) {
                return arguments[0].isMissing() ? Values.MISSING : Values.NULL;
            }
            return array.element(moment.random().nextInt(array.size()));
        });
        table.add("ARRAY_SWAP", 3, 3, arguments -> moved(arguments, true));
        table.add("ARRAY_MOVE", 3, 3, arguments -> moved(arguments, false));
    }

    static List<Value> sorted(List<Value> elements) {
        List<Value> sorted = new ArrayList<>(elements);
        sorted.sort(Ordering::compare);
        return sorted;
    }

    private static List<Value> known(ArrayValue array) {
        List<Value> known = new ArrayList<>();
        for (Value element : array) {
            if (!element.isUnknown()) {
                known.add(element);
            }
        }
        return known;
    }

    /** Whether the argument is an array and none is MISSING; NULL as an argument is a value like others. */
    private static Value refusal(Value[] arguments, int array) {
        for (Value argument : arguments) {
            if (argument.isMissing()) {
                return argument;
            }
        }
        return arguments[array] instanceof ArrayValue ? Values.TRUE : Values.NULL;
    }

    private static List<Value> elements(Value array) {
        return new ArrayList<>(((ArrayValue) array).elements());
    }

    private static Value append(Value[] arguments) {
        Value refusal = refusal(arguments, 0);
        if (refusal.isUnknown()) {
            return refusal;
        }
        List<Value> elements = elements(arguments[0]);
        elements.addAll(List.of(arguments).subList(1, arguments.length));
        return Values.array(elements);
    }

    /** The array is the last argument. */
    private static Value prepend(Value[] arguments) {
        int last = arguments.length - 1;
        Value refusal = refusal(arguments, last);
        if (refusal.isUnknown()) {
            return refusal;
        }
        List<Value> elements = new ArrayList<>(List.of(arguments).subList(0, last));
        elements.addAll(elements(arguments[last]));
        return Values.array(elements);
    }

    /** Adds what the array does not hold; values that are given twice are added twice. */
    private static Value put(Value[] arguments) {
        if (!(arguments[0] instanceof ArrayValue array)) {
            return Values.NULL;
        }
        List<Value> elements = elements(array);
        for (int i = 1; i < arguments.length; i++) {
            if (indexOf(array, arguments[i]) < 0) {
                elements.add(arguments[i]);
            }
        }
        return Values.array(elements);
    }

    private static Value concat(Value[] arguments) {
        List<Value> elements = new ArrayList<>();
        for (Value argument : arguments) {
            if (!(argument instanceof ArrayValue array)) {
                return Values.NULL;
            }
            elements.addAll(array.elements());
        }
        return Values.array(elements);
    }

    private static Value sum(ArrayValue array, boolean average) {
        Value sum = Values.of(0);
        long count = 0;
        for (Value element : array) {
            if (element instanceof NumberValue) {
                sum = Arithmetic.ADD.of(sum, element);
                count++;
            }
        }
        if (!average) {
            return sum;
        }
        return count == 0 ? Values.NULL : Arithmetic.DIVIDE.of(sum, Values.of(count));
    }

    private static Value extreme(ArrayValue array, int sign) {
        Value found = Values.NULL;
        for (Value element : known(array)) {
            if (found.isNull() || Integer.signum(Ordering.compare(element, found)) == sign) {
                found = element;
            }
        }
        return found;
    }

    private static Value contains(Value array, Value sought) {
        return array instanceof ArrayValue known ? Values.of(indexOf(known, sought) >= 0) : Values.NULL;
    }

    private static int indexOf(ArrayValue array, Value sought) {
        int index = 0;
        for (Value element : array) {
            if (Comparison.equal(element, sought).truth()) {
                return index;
            }
            index++;
        }
        return -1;
    }

    private static Value containsMany(Value array, Value sought, boolean all) {
        if (!(array instanceof ArrayValue known)) {
            return Values.NULL;
        }
        Iterable<Value> wanted = sought instanceof ArrayValue many ? many : List.of(sought);
        for (Value each : wanted) {
            if (indexOf(known, each) >= 0 != all) {
                return Values.of(!all);
            }
        }
        return Values.of(all);
    }

    private static Value position(Value array, Value sought) {
        return array instanceof ArrayValue known ? Values.of(indexOf(known, sought)) : Values.NULL;
    }

    /** Of a sorted array; what is unknown is sought like all else. */
    private static Value search(Value[] arguments) {
        if (!(arguments[0] instanceof ArrayValue array)) {
            return arguments[0].isMissing() ? Values.MISSING : Values.NULL;
        }
        int found = Collections.binarySearch(array.elements(), arguments[1], Ordering::compare);
        while (found > 0 && array.element(found - 1).equals(arguments[1])) {
            found--;
        }
        return Values.of(Math.max(found, -1));
    }

    /** Arrays inside of arrays opened, so deep; all of them if that is negative. */
    private static Value flatten(Value array, Value depth) {
        if (!(array instanceof ArrayValue nested) || !FunctionTable.isLong(depth)) {
            return Values.NULL;
        }
        List<Value> flat = new ArrayList<>();
        flatten(nested, FunctionTable.longOf(depth), flat);
        return Values.array(flat);
    }

    private static void flatten(ArrayValue array, long depth, List<Value> flat) {
        for (Value element : array) {
            if (element instanceof ArrayValue inner && depth != 0) {
                flatten(inner, depth - 1, flat);
            } else {
                flat.add(element);
            }
        }
    }

    private static Value insert(Value[] arguments) {
        Value refusal = refusal(arguments, 0);
        if (refusal.isUnknown()) {
            return refusal;
        }
        List<Value> elements = elements(arguments[0]);
        long at = FunctionTable.isLong(arguments[1]) ? FunctionTable.longOf(arguments[1]) : Long.MIN_VALUE;
        long from = at < 0 ? at + elements.size() : at;
        if (from < 0 || from > elements.size()) {
            return Values.NULL;
        }
        elements.addAll((int) from, List.of(arguments).subList(2, arguments.length));
        return Values.array(elements);
    }

    private static Value remove(Value[] arguments) {
        if (!(arguments[0] instanceof ArrayValue array)) {
            return Values.NULL;
        }
        List<Value> elements = elements(array);
        for (int i = 1; i < arguments.length; i++) {
            Value unwanted = arguments[i];
            elements.removeIf(element -> Comparison.equal(element, unwanted).truth());
        }
        return Values.array(elements);
    }

    private static Value replace(Value[] arguments, boolean equivalent) {
        Value refusal = refusal(arguments, 0);
        if (refusal.isUnknown()) {
            return refusal;
        }
        boolean unknown = arguments[1].isNull() && !equivalent;
        if (unknown || arguments.length == 4 && !FunctionTable.isLong(arguments[3])) {
            return Values.NULL;
        }
        long left = arguments.length == 4 ? FunctionTable.longOf(arguments[3]) : Long.MAX_VALUE;
        List<Value> elements = elements(arguments[0]);
        for (int i = 0; i < elements.size() && left > 0; i++) {
            Value element = elements.get(i);
            boolean same = equivalent
                    ? element.equals(arguments[1])
                    : Comparison.equal(element, arguments[1]).truth();
            if (same) {
                elements.set(i, arguments[2]);
                left--;
            }
        }
        return Values.array(elements);
    }

    private static Value range(Value[] arguments) {
        for (Value argument : arguments) {
            if (!(argument instanceof NumberValue)) {
                return Values.NULL;
            }
        }
        double from = ((NumberValue) arguments[0]).doubleValue();
        double until = ((NumberValue) arguments[1]).doubleValue();
        double step = arguments.length == 3 ? ((NumberValue) arguments[2]).doubleValue() : 1;
        double count = Math.ceil((until - from) / step);
        if (step == 0 || !(count > 0)) {
            return Values.EMPTY_ARRAY;
        }
        requireShort("ARRAY_RANGE", count, NUMBER_BYTES);
        // Each is the one before it and the step, with what the sum loses, as the service has it.
        List<Value> elements = new ArrayList<>();
        for (double at = from; step > 0 ? at < until : at > until; at += step) {
            elements.add(Values.of(at));
            requireShort("ARRAY_RANGE", elements.size(), NUMBER_BYTES);
        }
        return Values.array(elements);
    }

    /** @throws QueryException if an array of this many elements would become too large */
    private static void requireShort(String function, double count, long bytesEach) {
        if (count > Integer.MAX_VALUE) {
            throw QueryException.outOfRange(function);
        }
        if (count > ELEMENTS_MAX || count * bytesEach > StringFunctions.TEXT_MAX) {
            throw QueryException.tooLarge(function, (long) (count * bytesEach), StringFunctions.TEXT_MAX);
        }
    }

    /** @throws QueryException if an array would become too long */
    static void requireShort(double count) {
        if (count > ELEMENTS_MAX) {
            throw new QueryException(
                    QueryException.MEMORY, "An expression makes an array of more than " + ELEMENTS_MAX + " elements.");
        }
    }

    private static Value repeat(Value[] arguments) {
        if (arguments[0].isMissing() || arguments[1].isMissing()) {
            return Values.MISSING;
        }
        if (!FunctionTable.isLong(arguments[1]) || FunctionTable.longOf(arguments[1]) < 0) {
            return Values.NULL;
        }
        long bytesEach = arguments[0] instanceof StringValue text ? Math.max(text.utf8().length, 1) : NUMBER_BYTES;
        requireShort("ARRAY_REPEAT", (double) FunctionTable.longOf(arguments[1]), bytesEach);
        return Values.array(Collections.nCopies((int) FunctionTable.longOf(arguments[1]), arguments[0]));
    }

    private static Value moved(Value[] arguments, boolean swap) {
        if (!(arguments[0] instanceof ArrayValue array)
                || !FunctionTable.isLong(arguments[1])
                || !FunctionTable.isLong(arguments[2])) {
            return Values.NULL;
        }
        List<Value> elements = elements(array);
        long from = FunctionTable.longOf(arguments[1]);
        long to = FunctionTable.longOf(arguments[2]);
        from += from < 0 ? elements.size() : 0;
        to += to < 0 ? elements.size() : 0;
        if (Math.min(from, to) < 0 || Math.max(from, to) >= elements.size()) {
            return Values.NULL;
        }
        if (swap) {
            Collections.swap(elements, (int) from, (int) to);
        } else {
            elements.add((int) to, elements.remove((int) from));
        }
        return Values.array(elements);
    }

    /** An object of arrays for an array of objects. */
    private static Value star(ArrayValue array) {
        LinkedHashSet<String> names = new LinkedHashSet<>();
        for (Value element : array) {
            if (element instanceof ObjectValue object) {
                names.addAll(object.toMap().keySet());
            }
        }
        SequencedMap<String, Value> columns = new LinkedHashMap<>();
        for (String name : names) {
            List<Value> column = new ArrayList<>();
            for (Value element : array) {
                column.add(element.field(name));
            }
            columns.put(name, Values.array(column));
        }
        return Values.object(columns);
    }
}
