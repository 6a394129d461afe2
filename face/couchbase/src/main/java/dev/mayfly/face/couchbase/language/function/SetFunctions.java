package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;

/** Functions that take arrays for sets. */
final class SetFunctions {
    private SetFunctions() {}

    static void addTo(FunctionTable table) {
        table.add("ARRAY_UNION", 2, Definition.ANY, sets(SetFunctions::union));
        table.add("ARRAY_INTERSECT", 2, Definition.ANY, sets(SetFunctions::intersection));
        table.add("ARRAY_SYMDIFF", 2, Definition.ANY, sets(arrays -> counted(arrays, count -> count == 1)));
        table.alias("ARRAY_SYMDIFF1", "ARRAY_SYMDIFF");
        table.add("ARRAY_SYMDIFFN", 2, Definition.ANY, sets(arrays -> counted(arrays, count -> count % 2 == 1)));
        table.add("ARRAY_EXCEPT", 2, 2, sets(SetFunctions::difference));
    }

    private static Function<Value[], Value> sets(Function<List<ArrayValue>, Value> function) {
        return arguments -> {
            List<ArrayValue> arrays = new ArrayList<>();
            for (Value argument : arguments) {
                if (!(argument instanceof ArrayValue array)) {
                    return Values.NULL;
                }
                arrays.add(array);
            }
            return function.apply(arrays);
        };
    }

    private static Value union(List<ArrayValue> arrays) {
        Set<Value> all = new LinkedHashSet<>();
        for (ArrayValue array : arrays) {
            all.addAll(array.elements());
        }
        return Values.array(new ArrayList<>(all));
    }

    private static Value intersection(List<ArrayValue> arrays) {
        Set<Value> common = new LinkedHashSet<>(arrays.getFirst().elements());
        for (ArrayValue array : arrays.subList(1, arrays.size())) {
            common.retainAll(new HashSet<>(array.elements()));
        }
        common.removeIf(Value::isUnknown);
        return Values.array(new ArrayList<>(common));
    }

    /** What stands in so many of the arrays. */
    private static Value counted(List<ArrayValue> arrays, IntPredicate wanted) {
        Map<Value, Integer> counts = new HashMap<>();
        Set<Value> all = new LinkedHashSet<>();
        for (ArrayValue array : arrays) {
            for (Value element : new LinkedHashSet<>(array.elements())) {
                counts.merge(element, 1, Integer::sum);
                all.add(element);
            }
        }
        all.removeIf(element -> !wanted.test(counts.getOrDefault(element, 0)));
        return Values.array(new ArrayList<>(all));
    }

    private static Value difference(List<ArrayValue> arrays) {
        Set<Value> unwanted = new HashSet<>(arrays.getLast().elements());
        List<Value> left = new ArrayList<>(arrays.getFirst().elements());
        left.removeIf(unwanted::contains);
        return Values.array(left);
    }
}
