package dev.mayfly.engine;

import dev.mayfly.test.harness.Seeds;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random histories in the engine and in a map that never sweeps: every question must get the same answer. */
final class EngineModelProperties {
    static final int STEPS = 200;

    @Test
    void theEngineAnswersAsAMapThatIsNeverSwept() {
        Seeds.run(
                250, (seed, random) -> prove(ModelStep.history(random, STEPS), styleOf(seed), ModelStores.inMemory()));
    }

    @Test
    @Tag("slow")
    void theEngineAnswersSoOverAMillionSteps() {
        Seeds.run(
                5_000,
                (seed, random) -> prove(ModelStep.history(random, STEPS), styleOf(seed), ModelStores.inMemory()));
    }

    @Test
    @Tag("unsharded")
    void severalEnginesOverOneStoreAnswerAsOne() {
        Seeds.run(100, (seed, random) -> prove(ModelStep.history(random, STEPS), styleOf(seed), ModelStores.shared()));
    }

    @Test
    @Tag("slow")
    @Tag("unsharded")
    void severalEnginesOverOneStoreAnswerAsOneOverAMillionSteps() {
        Seeds.run(
                5_000, (seed, random) -> prove(ModelStep.history(random, STEPS), styleOf(seed), ModelStores.shared()));
    }

    @Test
    void theEngineAnswersSoOverRocks(@TempDir Path folder) {
        proveOverRocks(5, folder);
    }

    @Test
    @Tag("slow")
    void theEngineAnswersSoOverRocksInAHundredThousandSteps(@TempDir Path folder) {
        proveOverRocks(500, folder);
    }

    /** Every restart closes the store and opens its folder again. */
    private static void proveOverRocks(int cases, Path folder) {
        ModelStores stores = ModelStores.onDisk(folder);
        Seeds.run(cases, (seed, random) -> prove(ModelStep.history(random, STEPS), styleOf(seed), stores));
    }

    static ModelRun.Style styleOf(long seed) {
        ModelRun.Style[] styles = ModelRun.Style.values();
        return styles[(int) (seed % styles.length)];
    }

    /** Fails with the shortest history that was found to fail. */
    private static void prove(List<ModelStep> history, ModelRun.Style style, ModelStores stores) {
        Failure failure = failureOf(history, style, stores);
        if (failure != null) {
            Failure least = shrunk(failure, style, stores);
            throw new AssertionError(
                    least.cause + "\nafter " + least.history.size() + " steps:\n" + least.story, least.cause);
        }
    }

    record Failure(List<ModelStep> history, Throwable cause, String story) {}

    @SuppressWarnings("CatchingUnchecked") // Whatever goes wrong, the history is to be told.
    static @Nullable Failure failureOf(List<ModelStep> history, ModelRun.Style style, ModelStores stores) {
        int taken = 0;
        try (ModelRun run = new ModelRun(stores, style)) {
            try {
                for (ModelStep step : history) {
                    taken++;
                    run.take(step);
                    new ModelComparison(run).all();
                    if (taken % 16 == 0) {
                        new ModelComparison(run).fits();
                    }
                }
                run.settle();
                new ModelComparison(run).all();
                new ModelComparison(run).settled();
                return null;
            } catch (Exception | AssertionError cause) {
                return new Failure(List.copyOf(history.subList(0, taken)), cause, run.story());
            }
        }
    }

    /** Leaves out ever smaller pieces of the history for as long as it still fails. */
    static Failure shrunk(Failure failure, ModelRun.Style style, ModelStores stores) {
        Failure least = failure;
        for (int piece = least.history.size() / 2; piece > 0; piece /= 2) {
            for (int from = least.history.size() - piece; from >= 0; from -= piece) {
                List<ModelStep> shorter = new ArrayList<>(least.history);
                shorter.subList(from, Math.min(from + piece, shorter.size())).clear();
                Failure again = failureOf(shorter, style, stores);
                least = again == null ? least : again;
                from = Math.min(from, least.history.size());
            }
        }
        return least;
    }
}
