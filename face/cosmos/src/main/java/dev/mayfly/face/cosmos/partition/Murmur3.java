package dev.mayfly.face.cosmos.partition;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** MurmurHash3 by Austin Appleby, seed 0: the 32-bit form for x86 and the 128-bit form for x64. */
final class Murmur3 {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long C1 = 0x87c37b91114253d5L;
    private static final long C2 = 0x4cf5ad432745937fL;

    private Murmur3() {}

    static byte[] littleEndian(long value) {
        byte[] bytes = new byte[8];
        LONG.set(bytes, 0, value);
        return bytes;
    }

    static int hash32(byte[] bytes) {
        int hash = 0;
        int at = 0;
        for (; at + 4 <= bytes.length; at += 4) {
            hash ^= mix((int) INT.get(bytes, at));
            hash = Integer.rotateLeft(hash, 13) * 5 + 0xe6546b64;
        }
        int tail = 0;
        for (int shift = 0; at + shift < bytes.length; shift++) {
            tail |= (bytes[at + shift] & 0xFF) << 8 * shift;
        }
        hash ^= mix(tail);
        hash ^= bytes.length;
        hash = (hash ^ hash >>> 16) * 0x85ebca6b;
        hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
        return hash ^ hash >>> 16;
    }

    private static int mix(int block) {
        return Integer.rotateLeft(block * 0xcc9e2d51, 15) * 0x1b873593;
    }

    /** Both halves, each little endian. */
    static byte[] hash128(byte[] bytes) {
        long h1 = 0;
        long h2 = 0;
        int at = 0;
        for (; at + 16 <= bytes.length; at += 16) {
            h1 ^= mix1((long) LONG.get(bytes, at));
            h1 = (Long.rotateLeft(h1, 27) + h2) * 5 + 0x52dce729;
            h2 ^= mix2((long) LONG.get(bytes, at + 8));
            h2 = (Long.rotateLeft(h2, 31) + h1) * 5 + 0x38495ab5;
        }
        h1 ^= mix1(tail(bytes, at, at + 8));
        h2 ^= mix2(tail(bytes, at + 8, at + 16));
        h1 ^= bytes.length;
        h2 ^= bytes.length;
        h1 += h2;
        h2 += h1;
        h1 = finish(h1);
        h2 = finish(h2);
        h1 += h2;
        h2 += h1;
        byte[] hash = new byte[16];
        LONG.set(hash, 0, h1);
        LONG.set(hash, 8, h2);
        return hash;
    }

    private static long mix1(long block) {
        return Long.rotateLeft(block * C1, 31) * C2;
    }

    private static long mix2(long block) {
        return Long.rotateLeft(block * C2, 33) * C1;
    }

    /** Returns the remaining bytes of this span; missing ones are zero. */
    private static long tail(byte[] bytes, int from, int until) {
        long tail = 0;
        for (int at = from; at < Math.min(until, bytes.length); at++) {
            tail |= (bytes[at] & 0xFFL) << 8 * (at - from);
        }
        return tail;
    }

    private static long finish(long hash) {
        long mixed = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ mixed >>> 33) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ mixed >>> 33;
    }
}
