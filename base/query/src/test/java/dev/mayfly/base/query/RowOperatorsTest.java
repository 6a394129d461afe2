package dev.mayfly.base.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.TreeView;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

class RowOperatorsTest {
    private static final SortOrder BY_A_THEN_B_DOWN =
            new SortOrder(List.of(KeyPart.ascending("a"), KeyPart.descending("b")));

    private static List<String> sorted(long limit, String... documents) {
        RowSort<String> sort = new RowSort<>(1 << 20, limit);
        for (String document : documents) {
            byte[] key = BY_A_THEN_B_DOWN.keyOf(TreeView.of(BsonDocument.parse(document)));
            sort.add(key, document, document.length());
        }
        return sort.finish();
    }

    @Test
    void rowsAreSortedByEveryPart() {
        assertEquals(
                List.of("{b: 1}", "{a: 1, b: 9}", "{a: 1, b: 2}", "{a: 'x'}"),
                sorted(0, "{a: 'x'}", "{a: 1, b: 2}", "{a: 1, b: 9}", "{b: 1}"));
    }

    @Test
    void anArraySortsByItsLeastElementAndDescendingByItsGreatest() {
        assertEquals(List.of("{a: []}", "{a: [9, 1]}", "{a: 2}"), sorted(0, "{a: 2}", "{a: [9, 1]}", "{a: []}"));
        assertEquals(List.of("{b: [1, 9]}", "{b: 5}"), sorted(0, "{b: 5}", "{b: [1, 9]}"));
    }

    @Test
    void equalRowsKeepTheOrderTheyCameIn() {
        assertEquals(
                List.of("{a: 1, c: 3}", "{a: 1.0, c: 1}", "{a: 1, c: 2}"),
                sorted(0, "{a: 1, c: 3}", "{a: 1.0, c: 1}", "{a: 1, c: 2}"));
    }

    @Test
    void theFirstRowsAreThoseOfTheWholeSort() {
        long seed = Long.getLong("seed", 3L);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 200; round++) {
            int limit = random.nextInt(1, 20);
            RowSort<Integer> whole = new RowSort<>(1 << 20, 0);
            RowSort<Integer> first = new RowSort<>(1 << 20, limit);
            for (int i = 0; i < 100; i++) {
                byte[] key = {(byte) random.nextInt(10)};
                whole.add(key, i, 4);
                first.add(key, i, 4);
            }
            assertEquals(whole.finish().subList(0, limit), first.finish(), "seed " + seed);
        }
    }

    @Test
    void aSortFailsAtItsBoundUnlessItsLimitKeepsItBelow() {
        RowSort<Integer> whole = new RowSort<>(10_000, 0);
        RowSort<Integer> first = new RowSort<>(10_000, 10);
        MemoryLimitExceeded refusal = assertThrows(
                MemoryLimitExceeded.class,
                () -> IntStream.range(0, 1_000).forEach(i -> whole.add(new byte[] {(byte) i}, i, 8)));
        assertEquals(10_000, refusal.limitBytes());
        IntStream.range(0, 1_000).forEach(i -> first.add(new byte[] {(byte) i}, i, 8));
        assertEquals(10, first.finish().size());
    }

    @Test
    void theWindowSkipsAndStops() {
        RowWindow window = new RowWindow(2, 3);
        List<Integer> passed = new ArrayList<>();
        for (int i = 0; i < 10 && !window.isFull(); i++) {
            if (window.admit()) {
                passed.add(i);
            }
        }
        assertEquals(List.of(2, 3, 4), passed);
        assertFalse(window.admit());
        assertTrue(new RowWindow(0, 0).admit());
    }

    @Test
    void equalNumbersAreOneDistinctValue() {
        DistinctValues distinct = new DistinctValues(10_000);
        assertTrue(distinct.add(TreeView.of(new BsonInt32(1))));
        assertFalse(distinct.add(TreeView.of(new BsonDouble(1))));
        assertEquals(1, distinct.size());
        assertThrows(
                MemoryLimitExceeded.class,
                () -> IntStream.range(0, 1_000).forEach(i -> distinct.add(TreeView.of(new BsonInt32(i)))));
    }

    @Test
    void distinctValuesAreChargedToTheirRequest() {
        RequestMemoryPool pool = new RequestMemoryPool(8 << 20, 4 << 20);
        RequestGuard request = new RequestGuard(pool.open()) {
            @Override
            public void check() {
                // It goes on.
            }
        };
        try (request) {
            request.during(() -> {
                DistinctValues distinct = new DistinctValues(16 << 20);
                return assertThrows(
                        MemoryLimitExceeded.class,
                        () -> IntStream.range(0, 100_000).forEach(i -> distinct.add(TreeView.of(new BsonInt32(i)))));
            });
        }
        assertEquals(0, pool.usedBytes());
    }

    @Test
    void aPrefixRangeHoldsWhatBeginsWithIt() {
        IndexRange range = IndexRange.prefix(new byte[] {1, (byte) 0xFF});
        assertTrue(range.contains(new byte[] {1, (byte) 0xFF}));
        assertTrue(range.contains(new byte[] {1, (byte) 0xFF, 7}));
        assertFalse(range.contains(new byte[] {2}));
        assertFalse(range.isEmpty());
        assertTrue(IndexRange.ALL.contains(new byte[0]));
    }
}
