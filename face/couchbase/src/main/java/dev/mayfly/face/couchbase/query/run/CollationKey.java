package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.BinaryValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
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
    void add(Value value, boolean descending, @Nullable Boolean unknownLast) {
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

    private void write(Value value) {
        put(value.kind().ordinal() + 1);
        switch (value) {
            case NumberValue number -> number(number);
            case StringValue text -> text(text.utf8());
            case BinaryValue binary -> text(binary.bytes());
            case ArrayValue array -> {
                for (Value element : array) {
                    write(element);
                }
                put(0);
            }
            case ObjectValue object -> object(new TreeMap<>(object.toMap()));
            default -> put(value.truth() ? 1 : 0);
        }
    }

    private void number(NumberValue number) {
        boolean exact = !number.isLong() || Math.abs(number.longValue()) <= EXACT_MAX;
        numbers.reset();
        if (exact) {
            numbers.appendDouble(number.doubleValue());
        } else {
            numbers.append(JsonView.of(Budget.json(Values.of(number.longValue()))), false);
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

    private void object(Map<String, Value> fields) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            put(fields.size() >> shift & 0xFF);
        }
        fields.forEach((name, value) -> {
            text(Values.of(name).utf8());
            write(value);
        });
        put(0);
    }
}
