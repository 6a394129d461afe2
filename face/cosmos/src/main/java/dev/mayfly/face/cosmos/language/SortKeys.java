package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.document.KeyBuffer;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.base.query.value.Text;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlBoolean;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes values as bytes whose unsigned order is that of ORDER BY, equal bytes for equal values alone. Owned by one
 * thread; every part of a value is a step of the request that this thread carried out when the instance was made.
 */
final class SortKeys {
    private static final byte END = 0;
    private static final byte MORE = 1;

    private final RequestGuard guard = RequestGuard.current();
    private final KeyBuffer bytes = new KeyBuffer();

    /** Forgets what was written. */
    SortKeys reset() {
        bytes.cut(0);
        return this;
    }

    SortKeys append(SqlValue value, boolean descending) {
        int from = bytes.size();
        append(value);
        if (descending) {
            bytes.complement(from);
        }
        return this;
    }

    byte[] toByteArray() {
        return bytes.toBytes();
    }

    private void append(SqlValue value) {
        guard.step();
        bytes.putByte(value.kind().ordinal());
        switch (value) {
            case SqlBoolean truth -> bytes.putByte(truth.isTrue() ? 1 : 0);
            case SqlNumber number -> number(number.doubleValue());
            case SqlString text -> text(text.stringValue());
            case SqlArray elements -> {
                for (SqlValue element : elements) {
                    bytes.putByte(MORE);
                    append(element);
                }
                bytes.putByte(END);
            }
            case SqlObject object -> object(object);
            default -> {}
        }
    }

    private void object(SqlObject object) {
        Map<String, SqlValue> byName = new TreeMap<>();
        JsonObject.Fields<SqlValue> fields = object.fields();
        while (fields.next()) {
            byName.putIfAbsent(fields.name(), fields.value());
        }
        byName.forEach((name, value) -> {
            bytes.putByte(MORE);
            text(name);
            append(value);
        });
        bytes.putByte(END);
    }

    /** NaN first, then by value; a negative zero is a zero. */
    private void number(double value) {
        long bits = Double.isNaN(value) ? 0 : Double.doubleToLongBits(value + 0.0);
        long ordered = Double.isNaN(value) ? 0 : bits ^ (bits >> 63 | Long.MIN_VALUE);
        bytes.putLong(ordered);
    }

    /** Writes UTF-8; the byte after a character 0 tells it from the end. */
    private void text(String text) {
        for (byte octet : Text.bytes(text)) {
            bytes.putByte(octet);
            if (octet == 0) {
                bytes.putByte(0xFF);
            }
        }
        bytes.putByte(END);
        bytes.putByte(END);
    }
}
