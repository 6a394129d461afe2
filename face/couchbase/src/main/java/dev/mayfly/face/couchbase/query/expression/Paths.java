package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Steps of a path into a value. */
final class Paths {
    private Paths() {}

    static N1qlValue field(N1qlValue of, N1qlValue name) {
        if (name instanceof N1qlString text) {
            return of.field(text.stringValue());
        }
        return of.isMissing() || name.isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
    }

    static N1qlValue element(N1qlValue of, N1qlValue index) {
        if (index instanceof N1qlNumber number && number.isLong()) {
            return of.element(number.longValue());
        }
        return of.isMissing() || index.isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
    }

    /** A field of this name, or else one whose name differs from it in large and small letters alone. */
    static N1qlValue anyCase(N1qlValue of, String name) {
        N1qlValue field = of.field(name);
        if (field.isMissing() && of instanceof N1qlObject object) {
            for (Map.Entry<String, N1qlValue> each : object.toMap().entrySet()) {
                if (each.getKey().equalsIgnoreCase(name)) {
                    return each.getValue();
                }
            }
        }
        return field;
    }

    /** The array itself. */
    static N1qlValue array(N1qlValue of) {
        return of instanceof N1qlArray || of.isMissing() ? of : N1qlValues.NULL;
    }

    /** The array itself, where it is one of arrays. */
    static N1qlValue arrays(N1qlValue of) {
        if (of instanceof N1qlArray array) {
            for (N1qlValue element : array) {
                if (!(element instanceof N1qlArray)) {
                    return N1qlValues.MISSING;
                }
            }
        }
        return array(of);
    }

    /** The field of each element that has it, in arrays of elements too; an array among the fields is opened. */
    static N1qlValue fieldOfEach(N1qlValue of, UnaryOperator<N1qlValue> field) {
        if (!(of instanceof N1qlArray array)) {
            return field.apply(of);
        }
        List<N1qlValue> found = new ArrayList<>();
        for (N1qlValue element : array) {
            N1qlValue each = fieldOfEach(element, field);
            if (each instanceof N1qlArray several) {
                found.addAll(several.elements());
            } else if (!each.isMissing()) {
                found.add(each);
            }
        }
        return found.isEmpty() ? N1qlValues.MISSING : N1qlValues.array(found);
    }

    /** Elements from one until before another; negative ones are counted from the end. */
    static N1qlValue slice(N1qlValue of, @Nullable N1qlValue from, @Nullable N1qlValue until) {
        if (of.isMissing() || isMissing(from) || isMissing(until)) {
            return N1qlValues.MISSING;
        }
        if (!(of instanceof N1qlArray array) || isNoIndex(from) || isNoIndex(until)) {
            return N1qlValues.NULL;
        }
        List<N1qlValue> elements = array.elements();
        long start = at(from, 0, elements.size());
        long end = at(until, elements.size(), elements.size());
        if (start < 0 || end > elements.size() || start > end) {
            return N1qlValues.MISSING;
        }
        return N1qlValues.array(elements.subList((int) start, (int) end));
    }

    private static boolean isMissing(@Nullable N1qlValue value) {
        return value != null && value.isMissing();
    }

    private static boolean isNoIndex(@Nullable N1qlValue value) {
        return value != null && !(value instanceof N1qlNumber number && number.isLong());
    }

    private static long at(@Nullable N1qlValue index, long otherwise, int size) {
        if (!(index instanceof N1qlNumber number)) {
            return otherwise;
        }
        return number.longValue() < 0 ? number.longValue() + size : number.longValue();
    }
}
