package dev.mayfly.base.document;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of a key under way. Hot. Not safe for concurrent use.
 *
 * <p>A key may be far larger than the value that it is made of, which can hold one text many times: before a large one grows,
 * the request that makes it is asked for the room.
 */
public final class KeyBuffer {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** The size from which on a request is asked. */
    private static final int LARGE_BYTES = 64 << 10;

    private byte[] bytes = new byte[64];
    private int size;

    public int size() {
        return size;
    }

    /** Takes back what was written behind this size. */
    public void cut(int shorter) {
        size = shorter;
    }

    void clear() {
        size = 0;
    }

    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    public void putByte(int value) {
        room(1);
        bytes[size++] = (byte) value;
    }

    public void putShort(int value) {
        putByte(value >>> Byte.SIZE);
        putByte(value);
    }

    public void putInt(int value) {
        room(4);
        INTS.set(bytes, size, value);
        size += 4;
    }

    public void putLong(long value) {
        room(8);
        LONGS.set(bytes, size, value);
        size += 8;
    }

    public void put(byte[] source, int from, int until) {
        room(until - from);
        System.arraycopy(source, from, bytes, size, until - from);
        size += until - from;
    }

    /** Text that may hold any byte: 0 and 1 become 1 1 and 1 2, and a 0 ends it, so that a prefix sorts first. */
    void putText(byte[] source, int from, int until) {
        room((until - from) * 2L + 1);
        int to = size;
        for (int at = from; at < until; at++) {
            byte b = source[at];
            if (b == 0 || b == 1) {
                bytes[to++] = 1;
                b++;
            }
            bytes[to++] = b;
        }
        bytes[to++] = 0;
        size = to;
    }

    public void putText(byte[] source) {
        putText(source, 0, source.length);
    }

    /** Turns the order of what was written since this position round. */
    public void complement(int from) {
        for (int at = from; at < size; at++) {
            bytes[at] = (byte) ~bytes[at];
        }
    }

    private void room(long count) {
        if (size + count > bytes.length) {
            grow(Math.max(size + count, bytes.length * 2L));
        }
    }

    private void grow(long capacity) {
        if (capacity >= LARGE_BYTES) {
            // The old bytes, the new ones, and the key that is made of them.
            MemoryAccount.current().require(bytes.length + 2 * capacity);
        }
        bytes = Arrays.copyOf(bytes, Math.toIntExact(capacity));
    }
}
