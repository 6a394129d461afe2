package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.couchbase.language.value.N1qlArithmetic;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
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

    static void addTo(N1qlFunctionTable table) {
        table.any("ARRAY_APPEND", 2, FunctionTable.ANY, ArrayFunctions::append);
        table.any("ARRAY_PREPEND", 2, FunctionTable.ANY, ArrayFunctions::prepend);
        table.add("ARRAY_PUT", 2, FunctionTable.ANY, ArrayFunctions::put);
        table.alias("ARRAY_ADD", "ARRAY_PUT");
        table.alias("ARRAY_UPSERT", "ARRAY_PUT");
        table.add("ARRAY_CONCAT", 2, FunctionTable.ANY, ArrayFunctions::concat);
        table.array("ARRAY_AVG", array -> sum(array, true));
        table.array("ARRAY_SUM", array -> sum(array, false));
        table.array("ARRAY_MAX", array -> extreme(array, 1));
        table.array("ARRAY_MIN", array -> extreme(array, -1));
        table.array("ARRAY_COUNT", array -> N1qlValues.of(known(array).size()));
        table.array("ARRAY_LENGTH", array -> N1qlValues.of(array.size()));
        table.array(
                "ARRAY_DISTINCT", array -> N1qlValues.array(new ArrayList<>(new LinkedHashSet<>(array.elements()))));
        table.array(
                "ARRAY_IFNULL",
                array -> known(array).isEmpty() ? N1qlValues.NULL : known(array).getFirst());
        table.array("ARRAY_REVERSE", array -> N1qlValues.array(array.elements().reversed()));
        table.array("ARRAY_SORT", array -> N1qlValues.array(sorted(array.elements())));
        table.array("ARRAY_STAR", ArrayFunctions::star);
        table.two("ARRAY_CONTAINS", ArrayFunctions::contains);
        table.two("ARRAY_CONTAINS_ALL", (array, sought) -> containsMany(array, sought, true));
        table.two("ARRAY_CONTAINS_ANY", (array, sought) -> containsMany(array, sought, false));
        table.two("ARRAY_POSITION", ArrayFunctions::position);
        table.alias("ARRAY_POS", "ARRAY_POSITION");
        table.any("ARRAY_BINARY_SEARCH", 2, 2, ArrayFunctions::search);
        table.two("ARRAY_FLATTEN", ArrayFunctions::flatten);
        table.any("ARRAY_INSERT", 3, FunctionTable.ANY, ArrayFunctions::insert);
        table.add("ARRAY_REMOVE", 2, FunctionTable.ANY, ArrayFunctions::remove);
        table.any("ARRAY_REPLACE", 3, 4, arguments -> replace(arguments, false));
        table.any("ARRAY_REPLACE_EQUIVALENT", 3, 4, arguments -> replace(arguments, true));
        table.add("ARRAY_RANGE", 2, 3, ArrayFunctions::range);
        table.any("ARRAY_REPEAT", 2, 2, ArrayFunctions::repeat);
        // Several keys of one element of an index.
        table.any("FLATTEN_KEYS", 1, FLATTENED_MAX, arguments -> N1qlValues.array(List.of(arguments)));
        table.addMomentary("RANDOM_ELEMENT", 1, 1, (moment, arguments) -> {
            if (!(arguments[0] instanceof N1qlArray array) || array.size() == 0) {
                return arguments[0].isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
            }
            return array.element(moment.random().nextInt(array.size()));
        });
        table.add("ARRAY_SWAP", 3, 3, arguments -> moved(arguments, true));
        table.add("ARRAY_MOVE", 3, 3, arguments -> moved(arguments, false));
    }

    static List<N1qlValue> sorted(List<N1qlValue> elements) {
        List<N1qlValue> sorted = new ArrayList<>(elements);
        sorted.sort(N1qlOrdering::compare);
        return sorted;
    }

    private static List<N1qlValue> known(N1qlArray array) {
        List<N1qlValue> known = new ArrayList<>();
        for (N1qlValue element : array) {
            if (!element.isUnknown()) {
                known.add(element);
            }
        }
        return known;
    }

    /**
     * Returns TRUE if the argument is an array and none is MISSING, else MISSING or NULL; NULL as an argument is a
     * value like others.
     */
    private static N1qlValue refusal(N1qlValue[] arguments, int array) {
        for (N1qlValue argument : arguments) {
            if (argument.isMissing()) {
                return argument;
            }
        }
        return arguments[array] instanceof N1qlArray ? N1qlValues.TRUE : N1qlValues.NULL;
    }

    private static List<N1qlValue> elements(N1qlValue array) {
        return new ArrayList<>(((N1qlArray) array).elements());
    }

    private static N1qlValue append(N1qlValue[] arguments) {
        N1qlValue refusal = refusal(arguments, 0);
        if (refusal.isUnknown()) {
            return refusal;
        }
        List<N1qlValue> elements = elements(arguments[0]);
        elements.addAll(List.of(arguments).subList(1, arguments.length));
        return N1qlValues.array(elements);
    }

    /** The array is the last argument. */
    private static N1qlValue prepend(N1qlValue[] arguments) {
        int last = arguments.length - 1;
        N1qlValue refusal = refusal(arguments, last);
        if (refusal.isUnknown()) {
            return refusal;
        }
        List<N1qlValue> elements = new ArrayList<>(List.of(arguments).subList(0, last));
        elements.addAll(elements(arguments[last]));
        return N1qlValues.array(elements);
    }

    /** Adds what the array does not hold; values that are given twice are added twice. */
    private static N1qlValue put(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlArray array)) {
            return N1qlValues.NULL;
        }
        List<N1qlValue> elements = elements(array);
        for (int i = 1; i < arguments.length; i++) {
            if (indexOf(array, arguments[i]) < 0) {
                elements.add(arguments[i]);
            }
        }
        return N1qlValues.array(elements);
    }

    private static N1qlValue concat(N1qlValue[] arguments) {
        List<N1qlValue> elements = new ArrayList<>();
        for (N1qlValue argument : arguments) {
            if (!(argument instanceof N1qlArray array)) {
                return N1qlValues.NULL;
            }
            elements.addAll(array.elements());
        }
        return N1qlValues.array(elements);
    }

    private static N1qlValue sum(N1qlArray array, boolean average) {
        N1qlValue sum = N1qlValues.of(0);
        long count = 0;
        for (N1qlValue element : array) {
            if (element instanceof N1qlNumber) {
                sum = N1qlArithmetic.ADD.of(sum, element);
                count++;
            }
        }
        if (!average) {
            return sum;
        }
        return count == 0 ? N1qlValues.NULL : N1qlArithmetic.DIVIDE.of(sum, N1qlValues.of(count));
    }

    private static N1qlValue extreme(N1qlArray array, int sign) {
        N1qlValue found = N1qlValues.NULL;
        for (N1qlValue element : known(array)) {
            if (found.isNull() || Integer.signum(N1qlOrdering.compare(element, found)) == sign) {
                found = element;
            }
        }
        return found;
    }

    private static N1qlValue contains(N1qlValue array, N1qlValue sought) {
        return array instanceof N1qlArray known ? N1qlValues.of(indexOf(known, sought) >= 0) : N1qlValues.NULL;
    }

    private static int indexOf(N1qlArray array, N1qlValue sought) {
        int index = 0;
        for (N1qlValue element : array) {
            if (N1qlComparison.equal(element, sought).truth()) {
                return index;
            }
            index++;
        }
        return -1;
    }

    private static N1qlValue containsMany(N1qlValue array, N1qlValue sought, boolean all) {
        if (!(array instanceof N1qlArray known)) {
            return N1qlValues.NULL;
        }
        Iterable<N1qlValue> wanted = sought instanceof N1qlArray many ? many : List.of(sought);
        for (N1qlValue each : wanted) {
            if (indexOf(known, each) >= 0 != all) {
                return N1qlValues.of(!all);
            }
        }
        return N1qlValues.of(all);
    }

    private static N1qlValue position(N1qlValue array, N1qlValue sought) {
        return array instanceof N1qlArray known ? N1qlValues.of(indexOf(known, sought)) : N1qlValues.NULL;
    }

    /** Searches a sorted array; unknown values are sought like all others. */
    private static N1qlValue search(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlArray array)) {
            return arguments[0].isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
        }
        int found = Collections.binarySearch(array.elements(), arguments[1], N1qlOrdering::compare);
        while (found > 0 && array.element(found - 1).equals(arguments[1])) {
            found--;
        }
        return N1qlValues.of(Math.max(found, -1));
    }

    /** Arrays inside of arrays opened, so deep; all of them if that is negative. */
    private static N1qlValue flatten(N1qlValue array, N1qlValue depth) {
        if (!(array instanceof N1qlArray nested) || !N1qlFunctionTable.isLong(depth)) {
            return N1qlValues.NULL;
        }
        List<N1qlValue> flat = new ArrayList<>();
        flatten(nested, N1qlFunctionTable.longOf(depth), flat);
        return N1qlValues.array(flat);
    }

    private static void flatten(N1qlArray array, long depth, List<N1qlValue> flat) {
        for (N1qlValue element : array) {
            if (element instanceof N1qlArray inner && depth != 0) {
                flatten(inner, depth - 1, flat);
            } else {
                flat.add(element);
            }
        }
    }

    private static N1qlValue insert(N1qlValue[] arguments) {
        N1qlValue refusal = refusal(arguments, 0);
        if (refusal.isUnknown()) {
            return refusal;
        }
        List<N1qlValue> elements = elements(arguments[0]);
        long at = N1qlFunctionTable.isLong(arguments[1]) ? N1qlFunctionTable.longOf(arguments[1]) : Long.MIN_VALUE;
        long from = at < 0 ? at + elements.size() : at;
        if (from < 0 || from > elements.size()) {
            return N1qlValues.NULL;
        }
        elements.addAll((int) from, List.of(arguments).subList(2, arguments.length));
        return N1qlValues.array(elements);
    }

    private static N1qlValue remove(N1qlValue[] arguments) {
        if (!(arguments[0] instanceof N1qlArray array)) {
            return N1qlValues.NULL;
        }
        List<N1qlValue> elements = elements(array);
        for (int i = 1; i < arguments.length; i++) {
            N1qlValue unwanted = arguments[i];
            elements.removeIf(element -> N1qlComparison.equal(element, unwanted).truth());
        }
        return N1qlValues.array(elements);
    }

    private static N1qlValue replace(N1qlValue[] arguments, boolean equivalent) {
        N1qlValue refusal = refusal(arguments, 0);
        if (refusal.isUnknown()) {
            return refusal;
        }
        boolean unknown = arguments[1].isNull() && !equivalent;
        if (unknown || arguments.length == 4 && !N1qlFunctionTable.isLong(arguments[3])) {
            return N1qlValues.NULL;
        }
        long left = arguments.length == 4 ? N1qlFunctionTable.longOf(arguments[3]) : Long.MAX_VALUE;
        List<N1qlValue> elements = elements(arguments[0]);
        for (int i = 0; i < elements.size() && left > 0; i++) {
            N1qlValue element = elements.get(i);
            boolean same = equivalent
                    ? element.equals(arguments[1])
                    : N1qlComparison.equal(element, arguments[1]).truth();
            if (same) {
                elements.set(i, arguments[2]);
                left--;
            }
        }
        return N1qlValues.array(elements);
    }

    private static N1qlValue range(N1qlValue[] arguments) {
        for (N1qlValue argument : arguments) {
            if (!(argument instanceof N1qlNumber)) {
                return N1qlValues.NULL;
            }
        }
        double from = ((N1qlNumber) arguments[0]).doubleValue();
        double until = ((N1qlNumber) arguments[1]).doubleValue();
        double step = arguments.length == 3 ? ((N1qlNumber) arguments[2]).doubleValue() : 1;
        double count = Math.ceil((until - from) / step);
        if (step == 0 || !(count > 0)) {
            return N1qlValues.EMPTY_ARRAY;
        }
        requireShort("ARRAY_RANGE", count, NUMBER_BYTES);
        // Each is the one before it and the step, with what the sum loses, as the service has it.
        List<N1qlValue> elements = new ArrayList<>();
        for (double at = from; step > 0 ? at < until : at > until; at += step) {
            elements.add(N1qlValues.of(at));
            requireShort("ARRAY_RANGE", elements.size(), NUMBER_BYTES);
        }
        return N1qlValues.array(elements);
    }

    /** @throws N1qlException if an array of this many elements would become too large */
    private static void requireShort(String function, double count, long bytesEach) {
        if (count > Integer.MAX_VALUE) {
            throw N1qlException.outOfRange(function);
        }
        if (count > ELEMENTS_MAX || count * bytesEach > StringFunctions.TEXT_MAX) {
            throw N1qlException.tooLarge(function, (long) (count * bytesEach), StringFunctions.TEXT_MAX);
        }
    }

    /** @throws N1qlException if an array would become too long */
    static void requireShort(double count) {
        if (count > ELEMENTS_MAX) {
            throw new N1qlException(
                    N1qlException.MEMORY, "An expression makes an array of more than " + ELEMENTS_MAX + " elements.");
        }
    }

    private static N1qlValue repeat(N1qlValue[] arguments) {
        if (arguments[0].isMissing() || arguments[1].isMissing()) {
            return N1qlValues.MISSING;
        }
        if (!N1qlFunctionTable.isLong(arguments[1]) || N1qlFunctionTable.longOf(arguments[1]) < 0) {
            return N1qlValues.NULL;
        }
        long bytesEach = arguments[0] instanceof N1qlString text ? Math.max(text.utf8().length, 1) : NUMBER_BYTES;
        requireShort("ARRAY_REPEAT", (double) N1qlFunctionTable.longOf(arguments[1]), bytesEach);
        return N1qlValues.array(Collections.nCopies((int) N1qlFunctionTable.longOf(arguments[1]), arguments[0]));
    }

    private static N1qlValue moved(N1qlValue[] arguments, boolean swap) {
        if (!(arguments[0] instanceof N1qlArray array)
                || !N1qlFunctionTable.isLong(arguments[1])
                || !N1qlFunctionTable.isLong(arguments[2])) {
            return N1qlValues.NULL;
        }
        List<N1qlValue> elements = elements(array);
        long from = N1qlFunctionTable.longOf(arguments[1]);
        long to = N1qlFunctionTable.longOf(arguments[2]);
        from += from < 0 ? elements.size() : 0;
        to += to < 0 ? elements.size() : 0;
        if (Math.min(from, to) < 0 || Math.max(from, to) >= elements.size()) {
            return N1qlValues.NULL;
        }
        if (swap) {
            Collections.swap(elements, (int) from, (int) to);
        } else {
            elements.add((int) to, elements.remove((int) from));
        }
        return N1qlValues.array(elements);
    }

    /** An object of arrays for an array of objects. */
    private static N1qlValue star(N1qlArray array) {
        LinkedHashSet<String> names = new LinkedHashSet<>();
        for (N1qlValue element : array) {
            if (element instanceof N1qlObject object) {
                names.addAll(object.toMap().keySet());
            }
        }
        SequencedMap<String, N1qlValue> columns = new LinkedHashMap<>();
        for (String name : names) {
            List<N1qlValue> column = new ArrayList<>();
            for (N1qlValue element : array) {
                column.add(element.field(name));
            }
            columns.put(name, N1qlValues.array(column));
        }
        return N1qlValues.object(columns);
    }
}
