package dev.mayfly.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.ModelStores;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import dev.mayfly.test.harness.Seeds;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of several clients, interleaved on one thread and one seed, beside a model of what must come of them. */
final class TransactionSimulation {
    private static final int STEPS = 150;

    @Test
    void moneyNeitherComesNorGoes() {
        int[] ended = new int[2];
        Seeds.run(200, (seed, _) -> run(seed, true, ended));
        if (Long.getLong("seed") == null) {
            assertTrue(ended[0] > 100, "commits: " + ended[0]);
            assertTrue(ended[1] > 100, "conflicts: " + ended[1]);
        }
    }

    @Test
    @Tag("slow")
    void norDoesItOverTenThousandSeeds() {
        Seeds.run(10_000, (seed, _) -> run(seed, true, new int[2]));
    }

    @Test
    void sweepsAreNotFelt() {
        Seeds.run(200, (seed, _) -> assertEquals(run(seed, false, new int[2]), run(seed, true, new int[2])));
    }

    @Test
    void disksHoldToItToo(@TempDir Path folder) {
        ModelStores stores = ModelStores.onDisk(folder);
        Seeds.run(
                5, (seed, _) -> assertEquals(run(seed, true, new int[2]), run(stores.open(), seed, true, new int[2])));
    }

    private static String run(long seed, boolean sweeps, int[] ended) {
        return run(new MemoryStore(), seed, sweeps, ended);
    }

    /** @param store closed by the run */
    @SuppressWarnings("CatchingUnchecked") // Whatever goes wrong, the story is to be told.
    private static String run(Store store, long seed, boolean sweeps, int[] ended) {
        try (BankRun run = new BankRun(store, new SplittableRandom(seed), sweeps)) {
            try {
                for (int step = 0; step < STEPS; step++) {
                    run.step();
                }
                run.settle();
            } catch (Exception | AssertionError failure) {
                throw new AssertionError(failure + "\n" + run.story(), failure);
            }
            ended[0] += run.commits;
            ended[1] += run.conflicts;
            return run.story();
        }
    }
}
