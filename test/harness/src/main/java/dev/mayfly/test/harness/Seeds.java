package dev.mayfly.test.harness;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Runs a test once for each of a row of seeds, and names the seed that failed.
 *
 * <p>The seeds are 1, 2, 3 and so on, so that every run is the same. {@code -Dcases=N} runs more or fewer of them,
 * {@code -Dseed=N} that one alone.
 */
public final class Seeds {
    private Seeds() {}

    /** One run of a test; all its chance comes from {@code random}. */
    @FunctionalInterface
    public interface Case {
        void run(long seed, RandomGenerator random) throws Exception;
    }

    /** Runs the case for as many seeds as were asked for, {@code cases} of them by default. */
    public static void run(int cases, Case test) {
        Long only = Long.getLong("seed");
        if (only != null) {
            runOne(only, test);
            return;
        }
        long last = Long.getLong("cases", cases);
        for (long seed = 1; seed <= last; seed++) {
            runOne(seed, test);
        }
    }

    @SuppressWarnings("CatchingUnchecked") // Whatever a case throws, its seed must be told.
    private static void runOne(long seed, Case test) {
        try {
            test.run(seed, new SplittableRandom(seed));
        } catch (Exception | AssertionError failure) {
            throw new AssertionError(
                    "seed " + seed + " failed, replay it with -Dseed=" + seed + ": " + failure, failure);
        }
    }
}
