package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.RequestGuard;
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
public final class N1qlValues {
    public static final N1qlValue MISSING = N1qlMissing.MISSING;
    public static final N1qlValue NULL = N1qlNull.NULL;
    public static final N1qlValue TRUE = N1qlBoolean.TRUE;
    public static final N1qlValue FALSE = N1qlBoolean.FALSE;
    public static final N1qlString EMPTY_STRING = N1qlString.of("");
    public static final N1qlArray EMPTY_ARRAY = N1qlArray.of(List.of());
    public static final N1qlObject EMPTY_OBJECT = N1qlObject.of(new TreeMap<>());

    /** So much of a text is read in a step. */
    private static final int READ_BYTES = 256;

    private N1qlValues() {}

    public static N1qlValue of(boolean value) {
        return value ? TRUE : FALSE;
    }

    public static N1qlNumber of(long value) {
        return N1qlNumber.of(value);
    }

    /** A double; one that is a whole number below 2 to the 53 is the long that it equals. */
    public static N1qlNumber of(double value) {
        return N1qlNumber.of(value);
    }

    public static N1qlString of(String value) {
        return N1qlString.of(value);
    }

    /** A body that is no JSON. The bytes must not change. */
    public static N1qlBinary binary(byte[] bytes) {
        return new N1qlBinary(bytes);
    }

    /**
     * A copy of these elements.
     *
     * @throws dev.mayfly.face.couchbase.language.value.N1qlException when it consists of too many values
     */
    public static N1qlArray array(List<? extends N1qlValue> elements) {
        return N1qlArray.of(List.copyOf(elements));
    }

    /**
     * A copy of these fields, in their order, without what is MISSING.
     *
     * @throws dev.mayfly.face.couchbase.language.value.N1qlException when it consists of too many values
     */
    public static N1qlObject object(SequencedMap<String, N1qlValue> fields) {
        return N1qlObject.of(fields);
    }

    /** The value that a view shows, left where it is. The bytes must not change. */
    public static N1qlValue stored(JsonView view) {
        return switch (view.type()) {
            case OBJECT -> N1qlObject.stored(view);
            case ARRAY -> N1qlArray.stored(view);
            case STRING -> N1qlString.stored(view);
            case BOOLEAN -> of(view.booleanValue());
            case INT32, INT64, DOUBLE -> N1qlNumber.stored(view);
            default -> NULL;
        };
    }

    /**
     * The value that this JSON text says. The bytes must not change.
     *
     * @throws dev.mayfly.base.document.MalformedDocumentException when it is no JSON
     */
    public static N1qlValue parse(byte[] json) {
        RequestGuard.current().steps(json.length / READ_BYTES);
        JsonValidator.validate(json, 0, json.length, JsonValidator.DEPTH_MAX);
        return stored(JsonView.of(json));
    }

    /** {@link #parse(byte[])} of a text. */
    public static N1qlValue parse(String json) {
        return parse(Text.bytes(json));
    }

    /** The names that stand in one of them or both, sorted. */
    static SortedSet<String> namesOf(Map<String, N1qlValue> a, Map<String, N1qlValue> b) {
        SortedSet<String> names = new TreeSet<>(a.keySet());
        names.addAll(b.keySet());
        return names;
    }

    /** The JSON text of a value, with null for MISSING; of what writing it took, that alone is left to be counted. */
    public static byte[] jsonBytes(N1qlValue value) {
        RequestGuard guard = RequestGuard.current();
        long mark = guard.mark();
        JsonSink out = sink();
        value.write(out);
        byte[] json = out.toByteArray();
        guard.settle(mark, json.length);
        return json;
    }

    /** The value of a text that was written here, and so needs no look at whether it is JSON. */
    public static N1qlValue ofJsonBytes(byte[] json) {
        return stored(JsonView.of(json));
    }

    /** Returns a sink for JSON text of a few hundred bytes. */
    public static JsonSink sink() {
        return sink(256);
    }

    public static JsonSink sink(int bytesExpected) {
        return new JsonSink(N1qlDialect.DIALECT, bytesExpected);
    }

    /** The value with the fields of each object, at all depths, in the order of their names. */
    public static N1qlValue sorted(N1qlValue value) {
        if (value instanceof N1qlArray array) {
            List<N1qlValue> elements = new ArrayList<>(array.size());
            for (N1qlValue element : array) {
                elements.add(sorted(element));
            }
            return array(elements);
        }
        if (value instanceof N1qlObject object) {
            SequencedMap<String, N1qlValue> fields = new TreeMap<>(object.toMap());
            fields.replaceAll((_, field) -> sorted(field));
            return object(fields);
        }
        return value;
    }

    /** The JSON text of a value, with null for MISSING. */
    public static String json(N1qlValue value) {
        JsonSink out = sink();
        value.write(out);
        return out.toString();
    }
}
