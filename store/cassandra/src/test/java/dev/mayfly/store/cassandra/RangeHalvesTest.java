package dev.mayfly.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.KeyRange;
import dev.mayfly.test.harness.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class RangeHalvesTest {
    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int at = 0; at < values.length; at++) {
            bytes[at] = (byte) values[at];
        }
        return bytes;
    }

    @Test
    void theMiddleLiesBetweenTheEnds() {
        assertArrayEquals(bytes(0x80), RangeHalves.of(KeyRange.ALL).getFirst().until());
        assertArrayEquals(
                bytes(2, 0),
                RangeHalves.of(new KeyRange(bytes(1), bytes(3))).getFirst().until());
        assertArrayEquals(
                bytes(1, 0x80),
                RangeHalves.of(new KeyRange(bytes(1), bytes(2))).getFirst().until());
        assertArrayEquals(
                bytes(0xff, 0x80),
                RangeHalves.of(new KeyRange(bytes(0xff), null)).getFirst().until());
    }

    @Test
    void halvesAreTheRange() {
        Seeds.run(200, (_, random) -> {
            byte[] one = key(random);
            byte[] other = key(random);
            boolean isOrdered = Arrays.compareUnsigned(one, other) <= 0;
            KeyRange range = new KeyRange(isOrdered ? one : other, isOrdered ? other : one);
            List<KeyRange> halves = RangeHalves.of(range);
            if (halves.isEmpty()) {
                // Nothing lies between a key and the same with zeros behind it but some of these.
                byte[] until = Objects.requireNonNull(range.until());
                assertArrayEquals(Arrays.copyOf(range.from(), until.length), until);
                return;
            }
            byte[] middle = halves.getLast().from();
            assertArrayEquals(middle, halves.getFirst().until());
            assertArrayEquals(range.from(), halves.getFirst().from());
            assertArrayEquals(range.until(), halves.getLast().until());
            assertTrue(Arrays.compareUnsigned(range.from(), middle) < 0);
            assertTrue(Arrays.compareUnsigned(middle, range.until()) < 0);
        });
    }

    private static byte[] key(RandomGenerator random) {
        byte[] key = new byte[random.nextInt(5)];
        random.nextBytes(key);
        return key;
    }
}
