package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BiFunction;

/** Arrays taken as sets: no value twice, in the order in which they were met. */
final class SetFunctions {
    private SetFunctions() {}

    static void addTo(SqlFunctionTable table) {
        add(table, "SetIntersect", SetFunctions::intersection);
        add(table, "SetUnion", SetFunctions::union);
        add(table, "SetDifference", SetFunctions::difference);
        add(table, "SetEqual", (a, b) -> SqlValues.of(a.equals(b)));
    }

    private static void add(
            SqlFunctionTable table, String name, BiFunction<Set<SqlValue>, Set<SqlValue>, SqlValue> function) {
        table.two(
                name,
                (a, b) -> a instanceof SqlArray left && b instanceof SqlArray right
                        ? function.apply(set(left), set(right))
                        : SqlValues.UNDEFINED);
    }

    private static Set<SqlValue> set(SqlArray array) {
        Set<SqlValue> set = new LinkedHashSet<>();
        for (SqlValue element : array) {
            set.add(element);
        }
        return set;
    }

    private static SqlValue array(Set<SqlValue> set) {
        Bounds.requireElements(set.size());
        return SqlValues.array(new ArrayList<>(set));
    }

    /** Returns the intersection in the order of the second. */
    private static SqlValue intersection(Set<SqlValue> a, Set<SqlValue> b) {
        b.removeIf(element -> !a.contains(element));
        return array(b);
    }

    private static SqlValue union(Set<SqlValue> a, Set<SqlValue> b) {
        a.addAll(b);
        return array(a);
    }

    private static SqlValue difference(Set<SqlValue> a, Set<SqlValue> b) {
        a.removeIf(b::contains);
        return array(a);
    }
}
