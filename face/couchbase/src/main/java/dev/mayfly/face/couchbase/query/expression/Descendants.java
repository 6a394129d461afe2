package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.List;

/** All that is inside of a value, at any depth: each element and each field, and what is inside of these. */
final class Descendants {
    private Descendants() {}

    /** What is found, with the name of the field or the index of the element that it is. */
    record Pair(Value name, Value value) {}

    static boolean isTree(Value value) {
        return value instanceof ArrayValue || value instanceof ObjectValue;
    }

    static List<Value> of(Value tree) {
        List<Value> found = new ArrayList<>();
        for (Pair pair : pairs(tree)) {
            found.add(pair.value);
        }
        return found;
    }

    static List<Pair> pairs(Value tree) {
        List<Pair> found = new ArrayList<>();
        addAll(tree, true, found);
        return found;
    }

    /** The elements or fields of a value alone. */
    static List<Pair> children(Value tree) {
        List<Pair> found = new ArrayList<>();
        addAll(tree, false, found);
        return found;
    }

    private static void addAll(Value tree, boolean deep, List<Pair> found) {
        if (tree instanceof ArrayValue array) {
            int index = 0;
            for (Value element : array) {
                add(new Pair(Values.of(index++), element), deep, found);
            }
        } else if (tree instanceof ObjectValue object) {
            JsonObject.Fields<Value> fields = object.fields();
            while (fields.next()) {
                add(new Pair(Values.of(fields.name()), fields.value()), deep, found);
            }
        }
    }

    private static void add(Pair pair, boolean deep, List<Pair> found) {
        found.add(pair);
        if (deep) {
            addAll(pair.value, true, found);
        }
    }
}
