package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.List;

/** Everything inside a value, at any depth: each element and each field, and what is inside of these. */
final class Descendants {
    /** About what a pair takes besides what it shows. */
    private static final int PAIR_BYTES = 64;

    private Descendants() {}

    /** A value found, with the name of its field or the index of its element. */
    record Pair(N1qlValue name, N1qlValue value) {}

    static boolean isTree(N1qlValue value) {
        return value instanceof N1qlArray || value instanceof N1qlObject;
    }

    static List<N1qlValue> of(N1qlValue tree) {
        List<N1qlValue> found = new ArrayList<>();
        for (Pair pair : pairs(tree)) {
            found.add(pair.value);
        }
        return found;
    }

    static List<Pair> pairs(N1qlValue tree) {
        List<Pair> found = new ArrayList<>();
        addAll(tree, true, found);
        return found;
    }

    /** The elements or fields of a value alone. */
    static List<Pair> children(N1qlValue tree) {
        List<Pair> found = new ArrayList<>();
        addAll(tree, false, found);
        return found;
    }

    private static void addAll(N1qlValue tree, boolean deep, List<Pair> found) {
        if (tree instanceof N1qlArray array) {
            int index = 0;
            for (N1qlValue element : array) {
                add(new Pair(N1qlValues.of(index++), element), deep, found);
            }
        } else if (tree instanceof N1qlObject object) {
            JsonObject.Fields<N1qlValue> fields = object.fields();
            while (fields.next()) {
                add(new Pair(N1qlValues.of(fields.name()), fields.value()), deep, found);
            }
        }
    }

    private static void add(Pair pair, boolean deep, List<Pair> found) {
        RequestGuard.current().charge(PAIR_BYTES);
        found.add(pair);
        if (deep) {
            addAll(pair.value, true, found);
        }
    }
}
