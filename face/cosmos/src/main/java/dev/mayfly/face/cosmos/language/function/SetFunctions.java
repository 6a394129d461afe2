package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.ArrayValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiFunction;

/** Arrays taken as sets: no value twice, in the order in which they were met. */
final class SetFunctions {
    private SetFunctions() {}

    static void addTo(FunctionTable table) {
        add(table, "SetIntersect", SetFunctions::intersection);
        add(table, "SetUnion", SetFunctions::union);
        add(table, "SetDifference", SetFunctions::difference);
        add(table, "SetEqual", (a, b) -> Values.of(a.equals(b)));
    }

    private static void add(FunctionTable table, String name, BiFunction<Set<Value>, Set<Value>, Value> function) {
        table.two(
                name,
                (a, b) -> a instanceof ArrayValue left && b instanceof ArrayValue right
                        ? function.apply(set(left), set(right))
                        : Values.UNDEFINED);
    }

    private static Set<Value> set(ArrayValue array) {
        Set<Value> set = new LinkedHashSet<>();
        for (Value element : array) {
            set.add(element);
        }
        return set;
    }

    private static Value array(Set<Value> set) {
        Bounds.requireElements(set.size());
        return Values.array(new ArrayList<>(set));
    }

    /** In the order of the second. */
    private static Value intersection(Set<Value> a, Set<Value> b) {
        b.removeIf(element -> !a.contains(element));
        return array(b);
    }

    private static Value union(Set<Value> a, Set<Value> b) {
        a.addAll(b);
        return array(a);
    }

    private static Value difference(Set<Value> a, Set<Value> b) {
        a.removeIf(b::contains);
        return array(a);
    }
}
