package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.BinaryValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The values of a row as bytes: for each its length and its JSON text, where MISSING and bytes that are no JSON have a mark. */
final class RowBytes {
    private static final int MISSING = -1;
    private static final int BINARY_FLAG = 1 << 30;

    private RowBytes() {}

    static byte[] of(Value[] row) {
        byte[][] texts = new byte[row.length][];
        int size = 0;
        for (int i = 0; i < row.length; i++) {
            texts[i] = switch (row[i]) {
                case BinaryValue binary -> binary.bytes();
                case Value value when value.isMissing() -> new byte[0];
                case Value value -> Budget.json(value);
            };
            size += Integer.BYTES + texts[i].length;
        }
        ByteBuffer out = ByteBuffer.allocate(size);
        for (int i = 0; i < row.length; i++) {
            if (row[i].isMissing()) {
                out.putInt(MISSING);
            } else {
                out.putInt(texts[i].length | (row[i] instanceof BinaryValue ? BINARY_FLAG : 0));
                out.put(texts[i]);
            }
        }
        return out.array();
    }

    static Value[] row(byte[] bytes, int width) {
        Value[] row = new Value[width];
        ByteBuffer in = ByteBuffer.wrap(bytes);
        for (int i = 0; i < width; i++) {
            row[i] = value(bytes, in);
        }
        return row;
    }

    private static Value value(byte[] bytes, ByteBuffer in) {
        int length = in.getInt();
        if (length == MISSING) {
            return Values.MISSING;
        }
        int from = in.position();
        int until = from + (length & ~BINARY_FLAG);
        in.position(until);
        byte[] text = Arrays.copyOfRange(bytes, from, until);
        return (length & BINARY_FLAG) != 0 ? Values.binary(text) : Budget.parsed(text);
    }
}
