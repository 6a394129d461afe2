package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.read.IndexWalk;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.memory.MemoryStore;
import java.util.List;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Numbers of index entries by a store that tells them by another measure, wrongly, or not at all. */
class EntryEstimateTest {
    private static final int DOCUMENTS = 2_000;

    private final TellingStore store = new TellingStore();
    private final EngineFixture fixture = new EngineFixture(store, EngineSettings.DEFAULTS);

    /** Tells each true number times a factor. */
    private static final class TellingStore extends ForwardingStore {
        private double factor = Double.NaN;
        private int asked;

        TellingStore() {
            super(new MemoryStore());
        }

        @Override
        public double entriesEstimate(Partition partition, Space space, KeyRange range) {
            asked++;
            try (Cursor cursor = scan(partition, space, range, Direction.FORWARD, Reader.UNLIMITED)) {
                int entries = 0;
                while (cursor.next()) {
                    entries++;
                }
                return factor * entries;
            }
        }
    }

    @BeforeEach
    void load() {
        fixture.create();
        fixture.index("n", "n");
        for (int number = 0; number < DOCUMENTS; number++) {
            fixture.put(number, "{\"n\": " + number + "}");
        }
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static KeyRange range(int from, int until) {
        return new KeyRange(
                KeyWriter.encode(TreeView.of(new BsonInt32(from))),
                KeyWriter.encode(TreeView.of(new BsonInt32(until))));
    }

    private int estimate(int most, KeyRange... ranges) {
        return fixture.collection()
                .estimate(
                        new IndexWalk(
                                fixture.collection()
                                        .reading()
                                        .record()
                                        .index("n")
                                        .orElseThrow(),
                                List.of(ranges),
                                Direction.FORWARD),
                        most);
    }

    @Test
    void aStoreThatCannotTellHasThemCounted() {
        assertEquals(0, estimate(1_000, range(-5, 0)));
        assertEquals(300, estimate(1_000, range(0, 100), range(200, 400)));
        assertEquals(1_000, estimate(1_000, range(0, DOCUMENTS)));
    }

    /** What is told is compared with what was counted, so that its measure does not matter. */
    @Test
    void aMeasureOfTheStoresOwnIsEnough() {
        for (double factor : new double[] {0.01, 1, 37}) {
            store.factor = factor;
            int told = estimate(DOCUMENTS, range(0, 100), range(300, 1_500));
            assertTrue(Math.abs(told - 1_300) <= 10, () -> factor + ": " + told);
        }
    }

    @Test
    void fewAreCounted() {
        store.factor = 1;
        assertEquals(200, estimate(DOCUMENTS, range(0, 100), range(300, 400)));
        assertEquals(0, store.asked);
    }

    @Test
    void aStoreThatHasSeenNothingYetIsNotBelieved() {
        store.factor = 0;
        assertEquals(1_300, estimate(DOCUMENTS, range(0, 1_300)));
    }
}
