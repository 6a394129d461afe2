package dev.mayfly.base.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Holds intervals against sets of the 256 encodings of one byte. */
class KeyIntervalProperties {
    private static final int ROUNDS = 5_000;

    private final long seed = 65;
    private final Random random = new Random(seed);

    private static byte[] key(int value) {
        return new byte[] {(byte) value};
    }

    private static byte @Nullable [] end(int value) {
        return value == 256 ? null : key(value);
    }

    private KeyInterval interval() {
        int from = random.nextInt(256);
        return random.nextInt(3) == 0
                ? KeyInterval.point(key(from))
                : KeyInterval.between(key(from), end(Math.max(0, from + random.nextInt(257 - from))));
    }

    private List<KeyInterval> intervals() {
        List<KeyInterval> intervals = new ArrayList<>();
        for (int left = random.nextInt(6); left > 0; left--) {
            intervals.add(interval());
        }
        return intervals;
    }

    private static boolean contain(List<KeyInterval> intervals, int value) {
        return intervals.stream().anyMatch(each -> each.contains(key(value)));
    }

    private void assertApart(List<KeyInterval> merged) {
        for (int i = 0; i < merged.size(); i++) {
            assertTrue(!merged.get(i).isEmpty());
            byte[] until = merged.get(i).until();
            assertTrue(
                    i == merged.size() - 1 || (until != null && compare(until, merged.get(i + 1)) <= 0),
                    "seed " + seed);
        }
    }

    private static int compare(byte[] until, KeyInterval next) {
        return Arrays.compareUnsigned(until, next.from());
    }

    @Test
    void mergedIntervalsCoverTheSameAndAreApart() {
        for (int round = 0; round < ROUNDS; round++) {
            List<KeyInterval> some = intervals();
            List<KeyInterval> merged = KeyInterval.merged(some);
            assertApart(merged);
            for (int value = 0; value < 256; value++) {
                assertEquals(contain(some, value), contain(merged, value), "seed " + seed);
            }
        }
    }

    @Test
    void intersectionsCoverWhatBothCover() {
        for (int round = 0; round < ROUNDS; round++) {
            List<KeyInterval> a = KeyInterval.merged(intervals());
            List<KeyInterval> b = KeyInterval.merged(intervals());
            List<KeyInterval> both = KeyInterval.intersection(a, b);
            assertApart(both);
            for (int value = 0; value < 256; value++) {
                assertEquals(contain(a, value) && contain(b, value), contain(both, value), "seed " + seed);
            }
        }
    }

    @Test
    void descendingIntervalsCoverTheComplements() {
        for (int round = 0; round < ROUNDS; round++) {
            KeyInterval interval = interval();
            KeyInterval descending = interval.descending();
            for (int value = 0; value < 256; value++) {
                assertEquals(interval.contains(key(value)), descending.contains(key(255 - value)), "seed " + seed);
            }
        }
    }

    @Test
    void keysBehindAPrefixBeginWithItAndGoOnWithAValue() {
        KeyInterval from = KeyInterval.between(key(7), null).behind(new byte[] {1, (byte) 0xFF});
        assertTrue(from.contains(new byte[] {1, (byte) 0xFF, 7}));
        assertTrue(from.contains(new byte[] {1, (byte) 0xFF, (byte) 0xFF, 9}));
        assertTrue(!from.contains(new byte[] {1, (byte) 0xFF, 6, 9}));
        assertTrue(!from.contains(new byte[] {2}));
    }

    @Test
    void pointsThatTouchStayTwo() {
        List<KeyInterval> points = List.of(KeyInterval.point(key(3)), KeyInterval.point(key(4)));
        assertEquals(points, KeyInterval.merged(points.reversed()));
    }

    @Test
    void boundPartsMultiplyAndAscend() {
        KeyPrefixes prefixes = new KeyPrefixes();
        List<KeyInterval> points = List.of(KeyInterval.point(key(3)), KeyInterval.point(key(5)));
        assertEquals(2, prefixes.sizeWith(points));
        prefixes.bind(points, false);
        prefixes.bind(points, true);
        assertEquals(4, prefixes.size());
        byte low = (byte) ~5;
        byte high = (byte) ~3;
        assertEquals(
                List.of(
                        IndexRange.prefix(new byte[] {3, low}),
                        IndexRange.prefix(new byte[] {3, high}),
                        IndexRange.prefix(new byte[] {5, low}),
                        IndexRange.prefix(new byte[] {5, high})),
                prefixes.ranges());
        List<IndexRange> open = prefixes.ranges(List.of(KeyInterval.between(key(8), null)), false);
        assertTrue(open.getFirst().contains(new byte[] {3, low, 8}));
        assertTrue(!open.getFirst().contains(new byte[] {3, low, 7}));
    }
}
