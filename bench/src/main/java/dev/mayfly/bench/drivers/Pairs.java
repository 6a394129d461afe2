package dev.mayfly.bench.drivers;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** The keys and the value that stores of keys and values are measured with. */
final class Pairs {
    /** The number of keys that are read and written. */
    static final int KEYS = 100_000;

    static final int KEY_BYTES = 12;

    static final long EXPIRY_SECONDS = 3_600;

    private static final byte[] VALUE = ("{\"text\":\"" + "x".repeat(189) + "\"}").getBytes(US_ASCII);

    private Pairs() {}

    /** A document of 200 bytes. */
    static byte[] value() {
        return VALUE.clone();
    }

    /** Writes the key of a number, such as {@code key-00000042}. */
    static void key(int number, byte[] into) {
        into[0] = 'k';
        into[1] = 'e';
        into[2] = 'y';
        into[3] = '-';
        int left = number;
        for (int at = KEY_BYTES - 1; at > 3; at--) {
            into[at] = (byte) ('0' + left % 10);
            left /= 10;
        }
    }
}
