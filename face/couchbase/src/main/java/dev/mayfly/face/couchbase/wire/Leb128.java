package dev.mayfly.face.couchbase.wire;

/** Unsigned numbers of 32 bits in groups of seven bits, the lowest first, as collections are named in front of keys. */
public final class Leb128 {
    private static final int BYTES_MAX = 5;
    private static final int GROUP = 7;
    private static final int MORE = 0x80;
    private static final int LOW = 0x7f;

    private Leb128() {}

    /** Returns the length of the number at this place, or 0 if none ends there or it could be written shorter. */
    public static int length(byte[] bytes, int from, int until) {
        int end = Math.min(until, from + BYTES_MAX);
        for (int i = from; i < end; i++) {
            int group = bytes[i] & 0xff;
            if ((group & MORE) == 0) {
                boolean isShortest = group != 0 || i == from;
                boolean fits = i < from + BYTES_MAX - 1 || group <= 0xf;
                return isShortest && fits ? i - from + 1 : 0;
            }
        }
        return 0;
    }

    /** The number of this many bytes, unsigned. */
    public static int value(byte[] bytes, int from, int length) {
        int value = 0;
        for (int i = 0; i < length; i++) {
            value |= (bytes[from + i] & LOW) << (GROUP * i);
        }
        return value;
    }

    /** Encodes a number in as few bytes as possible. */
    public static byte[] encoded(int number) {
        byte[] bytes = new byte[Math.max(1, (Integer.SIZE - Integer.numberOfLeadingZeros(number) + GROUP - 1) / GROUP)];
        int rest = number;
        for (int i = 0; i < bytes.length; i++) {
            int more = i == bytes.length - 1 ? 0 : MORE;
            bytes[i] = (byte) (rest & LOW | more);
            rest >>>= GROUP;
        }
        return bytes;
    }
}
