package dev.mayfly.engine;

import java.util.Arrays;

/** Bytes in the making, integers big-endian. On the path of every write, hence plain. Not safe for concurrent use. */
final class ByteWriter {
    private byte[] bytes;
    private int length;

    ByteWriter(int expected) {
        bytes = new byte[expected];
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    ByteWriter put1(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
        return this;
    }

    ByteWriter put4(int value) {
        ensure(4);
        Layout.INT.set(bytes, length, value);
        length += 4;
        return this;
    }

    ByteWriter put8(long value) {
        ensure(8);
        Layout.LONG.set(bytes, length, value);
        length += 8;
        return this;
    }

    /** An unsigned integer in seven bits a byte, the lowest first. */
    ByteWriter putVarint(int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            put1((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        return put1(rest);
    }

    ByteWriter put(byte[] source) {
        return put(source, 0, source.length);
    }

    ByteWriter put(byte[] source, int from, int count) {
        ensure(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
        return this;
    }

    byte[] toBytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
