package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.cosmos.language.value.ArrayValue;
import dev.mayfly.face.cosmos.language.value.BooleanValue;
import dev.mayfly.face.cosmos.language.value.Kind;
import dev.mayfly.face.cosmos.language.value.NullValue;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.ObjectValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.UndefinedValue;
import dev.mayfly.face.cosmos.language.value.Value;
import java.util.Map;
import java.util.TreeMap;

/** The keys of values of queries, as they lie in indexes. */
public final class ValueKeys {
    private ValueKeys() {}

    /** What every key at this path begins with. */
    public static byte[] path(ItemPath path) {
        return new KeyBytes().path(path).toBytes();
    }

    /** As ORDER BY sorts: all arrays are alike, and so are all objects. */
    public static byte[] of(Value value) {
        return write(new KeyBytes(), value).toBytes();
    }

    /** The same, sorting the other way round. */
    public static byte[] descending(Value value) {
        KeyBytes out = write(new KeyBytes(), value);
        out.complement(0);
        return out.toBytes();
    }

    /** Alike only for equal values. */
    public static byte[] whole(Value value) {
        KeyBytes out = new KeyBytes();
        whole(out, value);
        return out.toBytes();
    }

    /** What the keys of all strings begin with that begin with this text. */
    public static byte[] textPrefix(String text) {
        return new KeyBytes().tag(KeyBytes.STRING).openText(text).toBytes();
    }

    /** The first key of a kind. */
    public static byte[] from(Kind kind) {
        return new byte[] {(byte) tag(kind)};
    }

    /** The first key above those of a kind. */
    public static byte[] until(Kind kind) {
        return new byte[] {(byte) ((kind == Kind.BOOLEAN ? KeyBytes.TRUE : tag(kind)) + 1)};
    }

    private static int tag(Kind kind) {
        return switch (kind) {
            case UNDEFINED -> KeyBytes.UNDEFINED;
            case NULL -> KeyBytes.NULL;
            case BOOLEAN -> KeyBytes.FALSE;
            case NUMBER -> KeyBytes.NUMBER;
            case STRING -> KeyBytes.STRING;
            case ARRAY -> KeyBytes.ARRAY;
            case OBJECT -> KeyBytes.OBJECT;
        };
    }

    private static KeyBytes write(KeyBytes out, Value value) {
        return switch (value) {
            case UndefinedValue _ -> out.tag(KeyBytes.UNDEFINED);
            case NullValue _ -> out.tag(KeyBytes.NULL);
            case BooleanValue truth -> out.tag(truth.booleanValue() ? KeyBytes.TRUE : KeyBytes.FALSE);
            case NumberValue number -> out.number(number.doubleValue());
            case StringValue text -> out.tag(KeyBytes.STRING).text(text.stringValue());
            case ArrayValue _ -> out.tag(KeyBytes.ARRAY);
            case ObjectValue _ -> out.tag(KeyBytes.OBJECT);
        };
    }

    private static void whole(KeyBytes out, Value value) {
        write(out, value);
        switch (value) {
            case ArrayValue array -> {
                for (Value element : array) {
                    whole(out, element);
                }
                out.tag(KeyBytes.END);
            }
            case ObjectValue object -> {
                properties(out, object);
            }
            case UndefinedValue _, NullValue _, BooleanValue _, NumberValue _, StringValue _ -> {}
        }
    }

    private static void properties(KeyBytes out, ObjectValue object) {
        Map<String, Value> sorted = new TreeMap<>();
        for (JsonObject.Fields<Value> fields = object.fields(); fields.next(); ) {
            sorted.putIfAbsent(fields.name(), fields.value());
        }
        sorted.forEach((name, value) -> {
            out.tag(KeyBytes.PATH_NAME).text(name);
            whole(out, value);
        });
        out.tag(KeyBytes.END);
    }
}
