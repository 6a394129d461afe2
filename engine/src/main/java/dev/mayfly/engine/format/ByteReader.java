package dev.mayfly.engine.format;

import java.util.Arrays;

/** Reads what a {@link ByteWriter} wrote. Not safe for concurrent use. */
public final class ByteReader {
    private final byte[] bytes;
    private int position;

    public ByteReader(byte[] bytes) {
        this(bytes, 0);
    }

    public ByteReader(byte[] bytes, int position) {
        this.bytes = bytes;
        this.position = position;
    }

    public int position() {
        return position;
    }

    public int take1() {
        return bytes[position++] & 0xff;
    }

    public int take4() {
        int value = (int) Layout.INT.get(bytes, position);
        position += 4;
        return value;
    }

    public long take8() {
        long value = (long) Layout.LONG.get(bytes, position);
        position += 8;
        return value;
    }

    public int takeVarint() {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            int next = take1();
            value |= (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalStateException("a varint has at most five bytes");
    }

    public byte[] take(int count) {
        byte[] taken = Arrays.copyOfRange(bytes, position, position + count);
        position += count;
        return taken;
    }

    public byte[] takeRest() {
        return take(bytes.length - position);
    }
}
