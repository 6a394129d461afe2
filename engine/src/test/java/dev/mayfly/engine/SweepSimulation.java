package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.test.harness.Seeds;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Sweeper, clock guard, changes of policy and writers, over a store that fails, on one thread and one seed. */
final class SweepSimulation {
    private static final int STEPS = 60;

    @Test
    void nothingLiveIsLostAndNothingHiddenIsShown() {
        Seeds.run(300, (seed, _) -> simulate(seed));
    }

    @Test
    @Tag("slow")
    void norIsItOverTenThousandSeeds() {
        Seeds.run(10_000, (seed, _) -> simulate(seed));
    }

    /** A sweep that could not begin was taken for one that had ended, and its graves were forgotten. */
    @Test
    void norWhereAnEarlierStoryWentWrong() {
        simulate(590);
    }

    @Test
    void theSameSeedTellsTheSameStory() {
        Seeds.run(20, (seed, _) -> assertEquals(simulate(seed), simulate(seed)));
    }

    @SuppressWarnings("CatchingUnchecked") // Whatever goes wrong, the story is to be told.
    static String simulate(long seed) {
        try (SimulationRun run = new SimulationRun(new SplittableRandom(seed))) {
            try {
                for (int step = 0; step < STEPS; step++) {
                    run.step();
                }
                run.settle();
            } catch (Exception | AssertionError failure) {
                throw new AssertionError(failure + "\n" + run.story(), failure);
            }
            return run.story();
        }
    }
}
