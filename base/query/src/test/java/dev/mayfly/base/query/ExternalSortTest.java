package dev.mayfly.base.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExternalSortTest {
    private static final ExternalSort.Codec<String> TEXTS = new ExternalSort.Codec<>() {
        @Override
        public void encode(String row, SpillOutput output) {
            output.write(row.getBytes(UTF_8));
        }

        @Override
        public String decode(byte[] bytes) {
            return new String(bytes, UTF_8);
        }
    };

    @TempDir
    private Path folder = Path.of("");

    private static List<String> rest(ExternalSort<String> sort) {
        List<String> rows = new ArrayList<>();
        sort.finish().forEachRemaining(row -> rows.add(row.content()));
        return rows;
    }

    private static void fill(ExternalSort<String> sort, int rows) {
        SplittableRandom random = new SplittableRandom(1);
        for (int arrival = 0; arrival < rows; arrival++) {
            byte key = (byte) random.nextInt(7);
            sort.add(new byte[] {key}, key + ":" + arrival, 10);
        }
    }

    @Test
    void runsOnTheDiskAreMergedAsIfAllHadFitted() throws Exception {
        SpillSpace space = SpillSpace.at(folder.resolve("spill"), 1 << 20);
        try (ExternalSort<String> spilling = new ExternalSort<>(2_000, 0, TEXTS, space);
                ExternalSort<String> holding = new ExternalSort<>(1 << 20, 0, TEXTS, null)) {
            fill(spilling, 1000);
            fill(holding, 1000);
            assertTrue(spilling.usedDisk());
            assertFalse(holding.usedDisk());
            assertEquals(rest(holding), rest(spilling));
        }
        assertEquals(0, space.bytes());
        assertEquals(List.of(), space.files());
    }

    @Test
    void theFirstRowsAreTheSameWithALimit() {
        SpillSpace space = SpillSpace.at(folder, 1 << 20);
        try (ExternalSort<String> spilling = new ExternalSort<>(2_000, 50, TEXTS, space);
                ExternalSort<String> holding = new ExternalSort<>(1 << 20, 50, TEXTS, null)) {
            fill(spilling, 1000);
            fill(holding, 1000);
            assertEquals(rest(holding), rest(spilling).subList(0, 50));
        }
    }

    @Test
    void withoutSpaceTheBoundHolds() {
        try (ExternalSort<String> sort = new ExternalSort<>(2_000, 0, TEXTS, null)) {
            assertThrows(MemoryLimitExceeded.class, () -> fill(sort, 1000));
        }
    }

    @Test
    void theSpaceIsBounded() {
        SpillSpace space = SpillSpace.at(folder, 5_000);
        try (ExternalSort<String> sort = new ExternalSort<>(2_000, 0, TEXTS, space)) {
            assertThrows(SpillException.class, () -> fill(sort, 1000));
        }
        assertEquals(0, space.bytes());
    }

    @Test
    void manyRunsAreMergedBeforeTheyAreRead() throws Exception {
        SpillSpace space = SpillSpace.at(folder, 64 << 20);
        try (ExternalSort<String> spilling = new ExternalSort<>(200, 0, TEXTS, space);
                ExternalSort<String> holding = new ExternalSort<>(16 << 20, 0, TEXTS, null)) {
            fill(spilling, 5_000);
            fill(holding, 5_000);
            assertTrue(space.files().size() < 3 * 32, () -> "files: " + space.bytes());
            assertEquals(rest(holding), rest(spilling));
        }
        assertEquals(0, space.bytes());
        assertEquals(List.of(), space.files());
    }

    @Test
    void rowsThatAreLargerThanAnyBufferComeBack() {
        SpillSpace space = SpillSpace.at(folder, 64 << 20);
        try (ExternalSort<String> sort = new ExternalSort<>(0, 0, TEXTS, space)) {
            for (int i = 99; i >= 0; i--) {
                sort.add(new byte[] {(byte) i}, i + "x".repeat(i * 1_000), i * 1_000);
            }
            List<String> rows = rest(sort);
            for (int i = 0; i < 100; i++) {
                assertEquals(i + "x".repeat(i * 1_000), rows.get(i));
            }
        }
        assertEquals(0, space.bytes());
    }

    @Test
    void rowsInOrderAreWrittenOneByOne() {
        SpillSpace space = SpillSpace.at(folder, 1 << 20);
        try (ExternalSort<String> sort = new ExternalSort<>(1 << 20, 0, TEXTS, space)) {
            sort.add(new byte[] {1}, "first", 10);
            sort.addRun(List.of(
                            new ExternalSort.Arriving<>(new byte[] {0}, "least", 10),
                            new ExternalSort.Arriving<>(new byte[] {1}, "second", 10))
                    .iterator());
            sort.add(new byte[] {1}, "third", 10);
            assertEquals(List.of("least", "first", "second", "third"), rest(sort));
        }
    }

    @Test
    void aRowThatIsReadAgainIsChargedToItsRequest() {
        RequestMemoryPool pool = new RequestMemoryPool(64 << 20, 32 << 20);
        SpillSpace space = SpillSpace.at(folder, 64 << 20);
        try (GuardedRequest request = new GuardedRequest(pool)) {
            request.during(() -> {
                try (ExternalSort<String> sort = new ExternalSort<>(0, 0, TEXTS, space)) {
                    for (int i = 0; i < 8; i++) {
                        sort.add(new byte[] {(byte) i}, "x".repeat(4 << 20), 4 << 20);
                    }
                    assertTrue(pool.usedBytes() < 2 << 20, () -> "held while written: " + pool.usedBytes());
                    sort.finish().forEachRemaining(_ -> {});
                    assertTrue(pool.usedBytes() >= 8 << 20, () -> "held while read: " + pool.usedBytes());
                    assertTrue(pool.usedBytes() < 10 << 20, () -> "held while read: " + pool.usedBytes());
                }
                return true;
            });
        }
        assertEquals(0, pool.usedBytes());
    }

    private static final class GuardedRequest extends RequestGuard {
        GuardedRequest(RequestMemoryPool pool) {
            super(pool.open());
        }

        @Override
        public void check() {
            // It always goes on.
        }
    }

    @Test
    void whatAProcessLeftBehindIsRemoved() throws Exception {
        Files.write(folder.resolve("rows1.spill"), new byte[100]);
        assertEquals(List.of(), SpillSpace.at(folder, 5_000).files());
    }
}
