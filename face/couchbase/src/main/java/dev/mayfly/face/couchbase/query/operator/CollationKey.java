package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlBinary;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Values as bytes in the order of their collation, one behind the other. Used for one row. */
final class CollationKey {
    /*
     * Every value is the number of its kind from 1, and what tells it apart within its kind: numbers as the engine's
     * keys have them, texts with 0 written as 0 255 and ended by 0 1, arrays and objects ended by 0, the latter with
     * their size in front. A value that sorts descending has all bytes turned around.
     */
    private static final long EXACT_MAX = 1L << 53;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final KeyWriter numbers = new KeyWriter();
    private int turn;

    /** One more value to sort by. */
    void add(N1qlValue value, boolean descending, @Nullable Boolean unknownLast) {
        turn = 0;
        if (unknownLast != null) {
            put(value.isUnknown() == unknownLast ? 1 : 0);
        }
        turn = descending ? 0xFF : 0;
        write(value);
    }

    byte[] bytes() {
        return out.toByteArray();
    }

    private void put(int octet) {
        out.write(octet ^ turn);
    }

    private void write(N1qlValue value) {
        put(value.kind().ordinal() + 1);
        switch (value) {
            case N1qlNumber number -> number(number);
            case N1qlString text -> text(text.utf8());
            case N1qlBinary binary -> text(binary.bytes());
            case N1qlArray array -> {
                for (N1qlValue element : array) {
                    write(element);
                }
                put(0);
            }
            case N1qlObject object -> object(new TreeMap<>(object.toMap()));
            default -> put(value.truth() ? 1 : 0);
        }
    }

    private void number(N1qlNumber number) {
        boolean exact = !number.isLong() || Math.abs(number.longValue()) <= EXACT_MAX;
        numbers.reset();
        if (exact) {
            numbers.appendDouble(number.doubleValue());
        } else {
            numbers.append(JsonView.of(N1qlValues.jsonBytes(N1qlValues.of(number.longValue()))), false);
        }
        for (byte octet : numbers.toBytes()) {
            put(octet & 0xFF);
        }
    }

    private void text(byte[] bytes) {
        for (byte octet : bytes) {
            put(octet & 0xFF);
            if (octet == 0) {
                put(0xFF);
            }
        }
        put(0);
        put(1);
    }

    private void object(Map<String, N1qlValue> fields) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            put(fields.size() >> shift & 0xFF);
        }
        fields.forEach((name, value) -> {
            text(N1qlValues.of(name).utf8());
            write(value);
        });
        put(0);
    }
}
