package dev.mayfly.engine;

import dev.mayfly.test.harness.Seeds;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random histories in a collection that keeps tombstones, and in a map that never sweeps nor purges. */
class TombstoneProperties {
    private static final int STEPS = 150;

    @Test
    void theEngineShowsWhatRemainsAsAMapThatIsNeverSweptNorPurged() {
        Seeds.run(200, (_, random) -> prove(random, ModelStores.inMemory()));
    }

    @Test
    @Tag("slow")
    void theEngineShowsItSoOverAMillionSteps() {
        Seeds.run(7_000, (_, random) -> prove(random, ModelStores.inMemory()));
    }

    @Test
    void theEngineShowsItSoOverRocks(@TempDir Path folder) {
        ModelStores stores = ModelStores.onDisk(folder);
        Seeds.run(5, (_, random) -> prove(random, stores));
    }

    private static void prove(RandomGenerator random, ModelStores stores) {
        try (TombstoneRun run = new TombstoneRun(stores, random)) {
            try {
                for (int step = 0; step < STEPS; step++) {
                    run.take();
                    run.compare();
                }
                run.settle();
                run.compare();
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError(failure + "\n" + run.story(), failure);
            }
        }
    }
}
