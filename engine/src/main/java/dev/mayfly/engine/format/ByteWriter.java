package dev.mayfly.engine.format;

import java.util.Arrays;

/** Bytes in the making, integers big-endian. On the path of every write, hence plain. Not safe for concurrent use. */
public final class ByteWriter {
    private byte[] bytes;
    private int length;

    public ByteWriter(int expected) {
        bytes = new byte[expected];
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
        }
    }

    public ByteWriter put1(int value) {
        ensure(1);
        bytes[length++] = (byte) value;
        return this;
    }

    public ByteWriter put4(int value) {
        ensure(4);
        Layout.INT.set(bytes, length, value);
        length += 4;
        return this;
    }

    public ByteWriter put8(long value) {
        ensure(8);
        Layout.LONG.set(bytes, length, value);
        length += 8;
        return this;
    }

    /** An unsigned integer in seven bits a byte, the lowest first. */
    public ByteWriter putVarint(int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            put1((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        return put1(rest);
    }

    public ByteWriter put(byte[] source) {
        return put(source, 0, source.length);
    }

    public ByteWriter put(byte[] source, int from, int count) {
        ensure(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
        return this;
    }

    public byte[] toBytes() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }
}
