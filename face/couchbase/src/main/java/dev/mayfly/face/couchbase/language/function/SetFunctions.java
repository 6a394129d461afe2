package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.base.sql.FunctionTable;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
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

    static void addTo(N1qlFunctionTable table) {
        table.add("ARRAY_UNION", 2, FunctionTable.ANY, sets(SetFunctions::union));
        table.add("ARRAY_INTERSECT", 2, FunctionTable.ANY, sets(SetFunctions::intersection));
        table.add("ARRAY_SYMDIFF", 2, FunctionTable.ANY, sets(arrays -> counted(arrays, count -> count == 1)));
        table.alias("ARRAY_SYMDIFF1", "ARRAY_SYMDIFF");
        table.add("ARRAY_SYMDIFFN", 2, FunctionTable.ANY, sets(arrays -> counted(arrays, count -> count % 2 == 1)));
        table.add("ARRAY_EXCEPT", 2, 2, sets(SetFunctions::difference));
    }

    private static Function<N1qlValue[], N1qlValue> sets(Function<List<N1qlArray>, N1qlValue> function) {
        return arguments -> {
            List<N1qlArray> arrays = new ArrayList<>();
            for (N1qlValue argument : arguments) {
                if (!(argument instanceof N1qlArray array)) {
                    return N1qlValues.NULL;
                }
                arrays.add(array);
            }
            return function.apply(arrays);
        };
    }

    private static N1qlValue union(List<N1qlArray> arrays) {
        Set<N1qlValue> all = new LinkedHashSet<>();
        for (N1qlArray array : arrays) {
            all.addAll(array.elements());
        }
        return N1qlValues.array(new ArrayList<>(all));
    }

    private static N1qlValue intersection(List<N1qlArray> arrays) {
        Set<N1qlValue> common = new LinkedHashSet<>(arrays.getFirst().elements());
        for (N1qlArray array : arrays.subList(1, arrays.size())) {
            common.retainAll(new HashSet<>(array.elements()));
        }
        common.removeIf(N1qlValue::isUnknown);
        return N1qlValues.array(new ArrayList<>(common));
    }

    /** Returns the elements that stand in a wanted number of the arrays. */
    private static N1qlValue counted(List<N1qlArray> arrays, IntPredicate wanted) {
        Map<N1qlValue, Integer> counts = new HashMap<>();
        Set<N1qlValue> all = new LinkedHashSet<>();
        for (N1qlArray array : arrays) {
            for (N1qlValue element : new LinkedHashSet<>(array.elements())) {
                counts.merge(element, 1, Integer::sum);
                all.add(element);
            }
        }
        all.removeIf(element -> !wanted.test(counts.getOrDefault(element, 0)));
        return N1qlValues.array(new ArrayList<>(all));
    }

    private static N1qlValue difference(List<N1qlArray> arrays) {
        Set<N1qlValue> unwanted = new HashSet<>(arrays.getLast().elements());
        List<N1qlValue> left = new ArrayList<>(arrays.getFirst().elements());
        left.removeIf(unwanted::contains);
        return N1qlValues.array(left);
    }
}
