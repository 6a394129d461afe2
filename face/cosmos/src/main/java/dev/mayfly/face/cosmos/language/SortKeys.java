package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlBoolean;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import java.util.Arrays;
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
    private byte[] bytes = new byte[64];
    private int length;

    /** Forgets what was written. */
    SortKeys reset() {
        length = 0;
        return this;
    }

    SortKeys append(SqlValue value, boolean descending) {
        int from = length;
        append(value);
        if (descending) {
            for (int i = from; i < length; i++) {
                bytes[i] = (byte) ~bytes[i];
            }
        }
        return this;
    }

    byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    private void append(SqlValue value) {
        guard.step();
        put((byte) value.kind().ordinal());
        switch (value) {
            case SqlBoolean truth -> put((byte) (truth.isTrue() ? 1 : 0));
            case SqlNumber number -> number(number.doubleValue());
            case SqlString text -> text(text.stringValue());
            case SqlArray elements -> {
                for (SqlValue element : elements) {
                    put(MORE);
                    append(element);
                }
                put(END);
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
            put(MORE);
            text(name);
            append(value);
        });
        put(END);
    }

    /** NaN first, then by value; a negative zero is a zero. */
    private void number(double value) {
        long bits = Double.isNaN(value) ? 0 : Double.doubleToLongBits(value + 0.0);
        long ordered = Double.isNaN(value) ? 0 : bits ^ (bits >> 63 | Long.MIN_VALUE);
        for (int shift = 56; shift >= 0; shift -= 8) {
            put((byte) (ordered >>> shift));
        }
    }

    /** Writes UTF-8; the byte after a character 0 tells it from the end. A lone surrogate is written like a pair. */
    private void text(String text) {
        guard.stepsOf(text.length());
        int at = 0;
        while (at < text.length()) {
            int character = text.codePointAt(at);
            at += Character.charCount(character);
            character(character);
        }
        put(END);
        put(END);
    }

    private void character(int character) {
        if (character == 0) {
            put(END);
            put((byte) 0xFF);
        } else if (character < 0x80) {
            put((byte) character);
        } else if (character < 0x800) {
            put((byte) (0xC0 | character >> 6));
            tail(character);
        } else if (character < 0x10000) {
            put((byte) (0xE0 | character >> 12));
            tail(character >> 6);
            tail(character);
        } else {
            put((byte) (0xF0 | character >> 18));
            tail(character >> 12);
            tail(character >> 6);
            tail(character);
        }
    }

    private void tail(int bits) {
        put((byte) (0x80 | bits & 0x3F));
    }

    private void put(byte value) {
        if (length == bytes.length) {
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        bytes[length++] = value;
    }
}
