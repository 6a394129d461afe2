package dev.mayfly.face.couchbase.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Ids of collections in front of keys. */
final class Leb128Properties {
    private static final int ROUNDS = 100_000;

    @Test
    void everyNumberIsReadAsItWasWritten() {
        long seed = Long.getLong("seed", 1);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < ROUNDS; i++) {
            int number = random.nextInt() >>> random.nextInt(32);
            byte[] bytes = Arrays.copyOf(Leb128.encoded(number), 8);
            int length = Leb128.encoded(number).length;
            bytes[length] = (byte) random.nextInt();
            assertEquals(length, Leb128.length(bytes, 0, bytes.length), "seed " + seed + ", " + number);
            assertEquals(number, Leb128.value(bytes, 0, length), "seed " + seed + ", " + number);
            assertEquals(0, Leb128.length(bytes, 0, length - 1), "seed " + seed + ", " + number);
        }
    }

    @Test
    void onlyTheShortestFormOfThirtyTwoBitsIsTaken() {
        assertArrayEquals(new byte[] {0}, Leb128.encoded(0));
        assertArrayEquals(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0xf}, Leb128.encoded(-1));
        int[][] wrong = {
            {0x80}, {0x80, 0}, {0xff, 0x80, 0}, {0xff, 0xff, 0xff, 0xff, 0x1f}, {0xff, 0xff, 0xff, 0xff, 0x80, 1}, {}
        };
        for (int[] each : wrong) {
            byte[] bytes = new byte[each.length];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) each[i];
            }
            assertEquals(0, Leb128.length(bytes, 0, bytes.length), Arrays.toString(each));
        }
    }
}
