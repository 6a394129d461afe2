package dev.mayfly.engine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ranges of an index of any width: each document comes once, at hardly more than the cost of the better plan. */
final class AdaptiveScanTest {
    private static final int DOCUMENTS = 8_192;

    /** Odd, so that it meets every number. */
    private static final int STRIDE = 3_001;

    /** A counted entry costs this share of a step of a scan, by measurement. */
    private static final double COUNTED_STEPS = 0.25;

    private static final List<Integer> WIDTHS =
            List.of(1, 8, 16, 17, 82, 500, 1_600, 2_000, 2_047, 2_048, 2_049, 2_500, 4_096, 8_192);

    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void load() {
        fixture.create();
        fixture.index("n", "n");
        for (int id = 0; id < DOCUMENTS; id++) {
            put(id, id * STRIDE % DOCUMENTS);
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void put(int id, int number) {
        fixture.put(id, "{\"n\": " + number + "}");
    }

    private static byte[] encoded(int value) {
        return KeyWriter.encode(TreeView.of(new BsonInt32(value)));
    }

    private IndexWalk walk(int from, int until) {
        return new IndexWalk(
                fixture.collection().reading().record().index("n").orElseThrow(),
                List.of(new KeyRange(encoded(from), encoded(until))),
                Direction.FORWARD);
    }

    private static int number(Document document) {
        return Objects.requireNonNull(document.view().field("n"))
                .toBsonValue()
                .asInt32()
                .getValue();
    }

    /** The numbers that pass the condition on them, in ascending order. */
    private static List<Integer> rest(DocumentCursor cursor, int from, int until) {
        List<Integer> numbers = new ArrayList<>();
        for (Document document = cursor.next(); document != null; document = cursor.next()) {
            int number = number(document);
            if (number >= from && number < until) {
                numbers.add(number);
            }
        }
        numbers.sort(null);
        return numbers;
    }

    @Test
    void everyDocumentComesOnceAtEveryWidth() {
        for (int width : WIDTHS) {
            int from = (DOCUMENTS - width) / 2;
            int until = from + width;
            try (DocumentCursor cursor =
                    fixture.collection().adaptiveScan(fixture.collection().reading(), walk(from, until))) {
                List<Integer> expected = IntStream.range(from, until).boxed().toList();
                assertEquals(expected, rest(cursor, from, until), () -> "width " + width);
            }
        }
    }

    @Test
    void noWidthCostsMuchMoreThanTheBetterPlan() {
        for (int width : WIDTHS) {
            CountedPlans plans = new CountedPlans(walk(0, width));
            try (DocumentCursor cursor = new AdaptiveScan(fixture.collection().reading(), DOCUMENTS, plans)) {
                assertEquals(width, rest(cursor, 0, width).size());
            }
            double better = Math.min((double) width * AdaptiveScan.LOOKUP_STEPS, DOCUMENTS);
            double cost = plans.lookups() * AdaptiveScan.LOOKUP_STEPS + plans.steps() + plans.counted * COUNTED_STEPS;
            assertTrue(cost <= 1.1 * better, () -> "width " + width + ": " + cost + " where " + better + " would do");
        }
    }

    @Test
    void aDocumentThatWasFoundByTheIndexIsNotMetAgainByTheScan() {
        ReadView reading = fixture.collection().reading();
        try (DocumentCursor cursor = fixture.collection().adaptiveScan(reading, walk(0, DOCUMENTS))) {
            List<Integer> numbers = new ArrayList<>();
            for (int count = 0; count < 10; count++) {
                numbers.add(number(Objects.requireNonNull(cursor.next())));
            }
            cursor.suspend();
            // It is found already; further behind in the index it would be found again.
            put(0, DOCUMENTS - 1);
            cursor.resume(fixture.collection().reading());
            numbers.addAll(rest(cursor, 0, DOCUMENTS));

            numbers.sort(null);
            assertEquals(IntStream.range(0, DOCUMENTS).boxed().toList(), numbers);
            assertNull(cursor.next());
        }
    }

    /** The plans of the collection, each with a count of what it has examined. */
    private final class CountedPlans implements AdaptiveScan.Plans {
        private final IndexWalk walk;
        private final List<DocumentCursor> byIndex = new ArrayList<>();
        private final List<DocumentCursor> byScan = new ArrayList<>();
        private long counted;

        CountedPlans(IndexWalk walk) {
            this.walk = walk;
        }

        long lookups() {
            return byIndex.stream().mapToLong(each -> each.effort().documents()).sum();
        }

        long steps() {
            return byScan.stream().mapToLong(each -> each.effort().documents()).sum();
        }

        @Override
        public DocumentCursor byIndex() {
            byIndex.add(fixture.collection().scan(fixture.collection().reading(), walk));
            return byIndex.getLast();
        }

        @Override
        public DocumentCursor byScan(ReadView reading) {
            byScan.add(fixture.collection().scan(reading, List.of(KeyRange.ALL), Direction.FORWARD));
            return byScan.getLast();
        }

        @Override
        public int entries(int most) {
            int entries = fixture.collection().estimate(walk, most);
            counted += entries;
            return entries;
        }
    }
}
