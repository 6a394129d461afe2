package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.base.query.value.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Makes values. */
public final class Values {
    public static final Value MISSING = MissingValue.MISSING;
    public static final Value NULL = NullValue.NULL;
    public static final Value TRUE = BooleanValue.TRUE;
    public static final Value FALSE = BooleanValue.FALSE;
    public static final StringValue EMPTY_STRING = StringValue.of("");
    public static final ArrayValue EMPTY_ARRAY = ArrayValue.of(List.of());
    public static final ObjectValue EMPTY_OBJECT = ObjectValue.of(new TreeMap<>());

    private Values() {}

    public static Value of(boolean value) {
        return value ? TRUE : FALSE;
    }

    public static NumberValue of(long value) {
        return NumberValue.of(value);
    }

    /** A double; one that is a whole number below 2 to the 53 is the long that it equals. */
    public static NumberValue of(double value) {
        return NumberValue.of(value);
    }

    public static StringValue of(String value) {
        return StringValue.of(value);
    }

    /** A body that is no JSON. The bytes must not change. */
    public static BinaryValue binary(byte[] bytes) {
        return new BinaryValue(bytes);
    }

    /**
     * A copy of these elements, where NULL stands for what is MISSING.
     *
     * @throws dev.mayfly.face.couchbase.language.QueryException when it consists of too many values
     */
    public static ArrayValue array(List<? extends Value> elements) {
        List<Value> present = new ArrayList<>(elements.size());
        for (Value element : elements) {
            present.add(element.isMissing() ? NULL : element);
        }
        return ArrayValue.of(present);
    }

    /**
     * A copy of these fields, in their order, without what is MISSING.
     *
     * @throws dev.mayfly.face.couchbase.language.QueryException when it consists of too many values
     */
    public static ObjectValue object(SequencedMap<String, Value> fields) {
        return ObjectValue.of(fields);
    }

    /** The value that a view shows, left where it is. The bytes must not change. */
    public static Value stored(JsonView view) {
        return switch (view.type()) {
            case OBJECT -> ObjectValue.stored(view);
            case ARRAY -> ArrayValue.stored(view);
            case STRING -> StringValue.stored(view);
            case BOOLEAN -> of(view.booleanValue());
            case INT32, INT64, DOUBLE -> NumberValue.stored(view);
            default -> NULL;
        };
    }

    /**
     * The value that this JSON text says. The bytes must not change.
     *
     * @throws dev.mayfly.base.document.MalformedDocumentException when it is no JSON
     */
    public static Value parse(byte[] json) {
        JsonValidator.validate(json, 0, json.length, JsonValidator.DEPTH_MAX);
        return stored(JsonView.of(json));
    }

    /** {@link #parse(byte[])} of a text. */
    public static Value parse(String json) {
        return parse(Text.bytes(json));
    }

    /** The names that stand in one of them or both, sorted. */
    static SortedSet<String> namesOf(Map<String, Value> a, Map<String, Value> b) {
        SortedSet<String> names = new TreeSet<>(a.keySet());
        names.addAll(b.keySet());
        return names;
    }

    /** For JSON text of a few hundred bytes. */
    public static JsonSink sink() {
        return sink(256);
    }

    public static JsonSink sink(int bytesExpected) {
        return new JsonSink(N1qlDialect.DIALECT, bytesExpected);
    }

    /** The value with the fields of each object, at all depths, in the order of their names. */
    public static Value sorted(Value value) {
        if (value instanceof ArrayValue array) {
            List<Value> elements = new ArrayList<>(array.size());
            for (Value element : array) {
                elements.add(sorted(element));
            }
            return array(elements);
        }
        if (value instanceof ObjectValue object) {
            SequencedMap<String, Value> fields = new TreeMap<>(object.toMap());
            fields.replaceAll((_, field) -> sorted(field));
            return object(fields);
        }
        return value;
    }

    /** The JSON text of a value that is not MISSING. */
    public static String json(Value value) {
        JsonSink out = sink();
        value.write(out);
        return out.toString();
    }
}
