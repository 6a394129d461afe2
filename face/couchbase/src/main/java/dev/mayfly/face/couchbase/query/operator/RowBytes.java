package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlBinary;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * The values of a row as bytes: for each its length and its JSON text. MISSING and bytes that are no JSON have a mark. So
 * have arrays and objects with MISSING inside: they are rows themselves, an object of its names and its values in turn.
 */
final class RowBytes {
    private static final int MISSING = -1;
    private static final int BINARY_FLAG = 1 << 30;
    private static final int ARRAY_FLAG = 1 << 29;
    private static final int OBJECT_FLAG = 1 << 28;
    private static final int FLAGS = BINARY_FLAG | ARRAY_FLAG | OBJECT_FLAG;

    private RowBytes() {}

    static byte[] of(N1qlValue[] row) {
        byte[][] texts = new byte[row.length][];
        int size = 0;
        for (int i = 0; i < row.length; i++) {
            texts[i] = text(row[i]);
            size += Integer.BYTES + texts[i].length;
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        for (int i = 0; i < row.length; i++) {
            out.putInt(row[i].isMissing() ? MISSING : texts[i].length | flag(row[i]));
            out.put(texts[i]);
        }
        return out.array();
    }

    private static byte[] text(N1qlValue value) {
        return switch (value) {
            case N1qlBinary binary -> binary.bytes();
            case N1qlArray array when array.holdsMissing() -> nested(array.elements());
            case N1qlObject object when object.holdsMissing() -> nested(namesAndValues(object));
            default -> value.isMissing() ? new byte[0] : N1qlValues.jsonBytes(value);
        };
    }

    private static int flag(N1qlValue value) {
        if (value instanceof N1qlBinary) {
            return BINARY_FLAG;
        }
        return !value.holdsMissing() ? 0 : value instanceof N1qlArray ? ARRAY_FLAG : OBJECT_FLAG;
    }

    private static byte[] nested(List<N1qlValue> values) {
        byte[] row = of(values.toArray(new N1qlValue[0]));
        return ByteBuffer.allocate(Integer.BYTES + row.length)
                .putInt(values.size())
                .put(row)
                .array();
    }

    private static List<N1qlValue> namesAndValues(N1qlObject object) {
        List<N1qlValue> all = new ArrayList<>();
        object.toMap().forEach((name, value) -> {
            all.add(N1qlValues.of(name));
            all.add(value);
        });
        return all;
    }

    static N1qlValue[] row(byte[] bytes, int width) {
        return row(bytes, ByteBuffer.wrap(bytes), width);
    }

    private static N1qlValue[] row(byte[] bytes, ByteBuffer in, int width) {
        N1qlValue[] row = new N1qlValue[width];
        for (int i = 0; i < width; i++) {
            row[i] = value(bytes, in);
        }
        return row;
    }

    private static N1qlValue value(byte[] bytes, ByteBuffer in) {
        int length = in.getInt();
        if (length == MISSING) {
            return N1qlValues.MISSING;
        }
        if ((length & ARRAY_FLAG) != 0) {
            return N1qlValues.array(List.of(row(bytes, in, in.getInt())));
        }
        if ((length & OBJECT_FLAG) != 0) {
            return object(row(bytes, in, in.getInt()));
        }
        int from = in.position();
        int until = from + (length & ~FLAGS);
        in.position(until);
        byte[] text = Arrays.copyOfRange(bytes, from, until);
        return (length & BINARY_FLAG) != 0 ? N1qlValues.binary(text) : N1qlValues.ofJsonBytes(text);
    }

    private static N1qlValue object(N1qlValue[] namesAndValues) {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(((N1qlString) namesAndValues[i]).stringValue(), namesAndValues[i + 1]);
        }
        return N1qlValues.object(fields);
    }
}
