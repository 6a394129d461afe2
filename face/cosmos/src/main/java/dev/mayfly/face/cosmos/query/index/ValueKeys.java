package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlBoolean;
import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.language.value.SqlNull;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlUndefined;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.Map;
import java.util.TreeMap;

/** The keys of values of queries, as they lie in indexes. */
public final class ValueKeys {
    private ValueKeys() {}

    /** Returns the prefix of every key at this path. */
    public static byte[] path(ItemPath path) {
        return new KeyBytes().path(path).toBytes();
    }

    /** Encodes a value as ORDER BY sorts: all arrays are alike, and so are all objects. */
    public static byte[] of(SqlValue value) {
        return write(new KeyBytes(), value).toBytes();
    }

    /** Encodes the number of a cell of S2. */
    public static byte[] ofCell(long cell) {
        return new KeyBytes().cell(cell).toBytes();
    }

    /** The same, sorting the other way round. */
    public static byte[] descending(SqlValue value) {
        KeyBytes out = write(new KeyBytes(), value);
        out.complement(0);
        return out.toBytes();
    }

    /** Alike only for equal values. Every part of the value is a step of the current request. */
    public static byte[] whole(SqlValue value) {
        KeyBytes out = new KeyBytes();
        whole(out, value, RequestGuard.current());
        return out.toBytes();
    }

    /** Returns the prefix of the keys of all strings that begin with this text. */
    public static byte[] textPrefix(String text) {
        return new KeyBytes().tag(KeyBytes.STRING).openText(text).toBytes();
    }

    /** The first key of a kind. */
    public static byte[] from(SqlKind kind) {
        return new byte[] {(byte) tag(kind)};
    }

    /** The first key above those of a kind. */
    public static byte[] until(SqlKind kind) {
        return new byte[] {(byte) ((kind == SqlKind.BOOLEAN ? KeyBytes.TRUE : tag(kind)) + 1)};
    }

    private static int tag(SqlKind kind) {
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

    private static KeyBytes write(KeyBytes out, SqlValue value) {
        return switch (value) {
            case SqlUndefined _ -> out.tag(KeyBytes.UNDEFINED);
            case SqlNull _ -> out.tag(KeyBytes.NULL);
            case SqlBoolean truth -> out.tag(truth.booleanValue() ? KeyBytes.TRUE : KeyBytes.FALSE);
            case SqlNumber number -> out.number(number.doubleValue());
            case SqlString text -> out.tag(KeyBytes.STRING).text(text.stringValue());
            case SqlArray _ -> out.tag(KeyBytes.ARRAY);
            case SqlObject _ -> out.tag(KeyBytes.OBJECT);
        };
    }

    private static void whole(KeyBytes out, SqlValue value, RequestGuard guard) {
        guard.step();
        write(out, value);
        switch (value) {
            case SqlArray array -> {
                for (SqlValue element : array) {
                    whole(out, element, guard);
                }
                out.tag(KeyBytes.END);
            }
            case SqlObject object -> {
                properties(out, object, guard);
            }
            case SqlString text -> guard.stepsOf(text.stringValue().length());
            case SqlUndefined _, SqlNull _, SqlBoolean _, SqlNumber _ -> {}
        }
    }

    private static void properties(KeyBytes out, SqlObject object, RequestGuard guard) {
        Map<String, SqlValue> sorted = new TreeMap<>();
        for (JsonObject.Fields<SqlValue> fields = object.fields(); fields.next(); ) {
            sorted.putIfAbsent(fields.name(), fields.value());
        }
        sorted.forEach((name, value) -> {
            out.tag(KeyBytes.PATH_NAME).text(name);
            whole(out, value, guard);
        });
        out.tag(KeyBytes.END);
    }
}
