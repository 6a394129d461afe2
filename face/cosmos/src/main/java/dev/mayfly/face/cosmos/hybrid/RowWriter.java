package dev.mayfly.face.cosmos.hybrid;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the parts of rows. Owned by one thread. */
final class RowWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    RowWriter schema(int schema) {
        return put(Schema.VERSION & 0xFF).putInt(schema);
    }

    RowWriter put(int value) {
        out.write(value);
        return this;
    }

    RowWriter putInt(int value) {
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            out.write(value >> shift);
        }
        return this;
    }

    RowWriter putDouble(double value) {
        long bits = Double.doubleToLongBits(value);
        return putInt((int) bits).putInt((int) (bits >>> Integer.SIZE));
    }

    RowWriter putBinary(byte[] value) {
        int length = value.length;
        while (length >= 0x80) {
            out.write(length & 0x7F | 0x80);
            length >>>= 7;
        }
        out.write(length);
        return putBytes(value);
    }

    RowWriter putText(String value) {
        return putBinary(value.getBytes(StandardCharsets.UTF_8));
    }

    RowWriter putBytes(byte[] value) {
        out.writeBytes(value);
        return this;
    }

    byte[] toByteArray() {
        return out.toByteArray();
    }
}
