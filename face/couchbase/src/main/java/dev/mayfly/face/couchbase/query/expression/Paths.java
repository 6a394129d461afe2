package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What leads into a value. */
final class Paths {
    private Paths() {}

    static Value field(Value of, Value name) {
        if (name instanceof StringValue text) {
            return of.field(text.stringValue());
        }
        return of.isMissing() || name.isMissing() ? Values.MISSING : Values.NULL;
    }

    static Value element(Value of, Value index) {
        if (index instanceof NumberValue number && number.isLong()) {
            return of.element(number.longValue());
        }
        return of.isMissing() || index.isMissing() ? Values.MISSING : Values.NULL;
    }

    /** A field of this name, or else one whose name differs from it in large and small letters alone. */
    static Value anyCase(Value of, String name) {
        Value field = of.field(name);
        if (field.isMissing() && of instanceof ObjectValue object) {
            for (Map.Entry<String, Value> each : object.toMap().entrySet()) {
                if (each.getKey().equalsIgnoreCase(name)) {
                    return each.getValue();
                }
            }
        }
        return field;
    }

    /** The array itself. */
    static Value array(Value of) {
        return of instanceof ArrayValue || of.isMissing() ? of : Values.NULL;
    }

    /** The array itself, where it is one of arrays. */
    static Value arrays(Value of) {
        if (of instanceof ArrayValue array) {
            for (Value element : array) {
                if (!(element instanceof ArrayValue)) {
                    return Values.MISSING;
                }
            }
        }
        return array(of);
    }

    /** The field of each element that has it, in arrays of elements too; an array among the fields is opened. */
    static Value fieldOfEach(Value of, UnaryOperator<Value> field) {
        if (!(of instanceof ArrayValue array)) {
            return field.apply(of);
        }
        List<Value> found = new ArrayList<>();
        for (Value element : array) {
            Value each = fieldOfEach(element, field);
            if (each instanceof ArrayValue several) {
                found.addAll(several.elements());
            } else if (!each.isMissing()) {
                found.add(each);
            }
        }
        return found.isEmpty() ? Values.MISSING : Values.array(found);
    }

    /** Elements from one until before another; negative ones are counted from the end. */
    static Value slice(Value of, @Nullable Value from, @Nullable Value until) {
        if (of.isMissing() || isMissing(from) || isMissing(until)) {
            return Values.MISSING;
        }
        if (!(of instanceof ArrayValue array) || isNoIndex(from) || isNoIndex(until)) {
            return Values.NULL;
        }
        List<Value> elements = array.elements();
        long start = at(from, 0, elements.size());
        long end = at(until, elements.size(), elements.size());
        if (start < 0 || end > elements.size() || start > end) {
            return Values.MISSING;
        }
        return Values.array(elements.subList((int) start, (int) end));
    }

    private static boolean isMissing(@Nullable Value value) {
        return value != null && value.isMissing();
    }

    private static boolean isNoIndex(@Nullable Value value) {
        return value != null && !(value instanceof NumberValue number && number.isLong());
    }

    private static long at(@Nullable Value index, long otherwise, int size) {
        if (!(index instanceof NumberValue number)) {
            return otherwise;
        }
        return number.longValue() < 0 ? number.longValue() + size : number.longValue();
    }
}
