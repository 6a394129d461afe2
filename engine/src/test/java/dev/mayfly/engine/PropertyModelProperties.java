package dev.mayfly.engine;

import dev.mayfly.test.harness.Seeds;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random histories of properties with lifetimes of their own, in an engine that is swept and in a map that never is. */
class PropertyModelProperties {
    private static final int STEPS = 60;

    @Test
    void theEngineShowsWhatAMapShowsThatIsNeverSwept() {
        Seeds.run(100, (_, random) -> prove(random, ModelStores.inMemory(), 1));
        Seeds.run(50, (_, random) -> prove(random, ModelStores.inMemory(), 4));
    }

    @Test
    @Tag("slow")
    void theEngineShowsItSoOverManySteps() {
        Seeds.run(5_000, (seed, random) -> prove(random, ModelStores.inMemory(), seed % 2 == 0 ? 1 : 4));
    }

    @Test
    void theEngineShowsItSoOverRocks(@TempDir Path folder) {
        ModelStores stores = ModelStores.onDisk(folder);
        Seeds.run(4, (seed, random) -> prove(random, stores, seed % 2 == 0 ? 1 : 4));
    }

    private static void prove(RandomGenerator random, ModelStores stores, int shards) {
        try (PropertyRun run = new PropertyRun(stores, random, shards)) {
            try {
                for (int step = 0; step < STEPS; step++) {
                    run.take();
                    run.compare();
                }
                run.sweep();
                run.compare();
                run.check();
            } catch (RuntimeException | AssertionError failure) {
                throw new AssertionError(failure + "\n" + run.story(), failure);
            }
        }
    }
}
