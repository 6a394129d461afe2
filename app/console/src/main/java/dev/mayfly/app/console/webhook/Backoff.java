package dev.mayfly.app.console.webhook;

import java.time.Duration;
import java.util.SplittableRandom;

/** The delay before a retry: it doubles each time up to a bound, and the upper half of it is random. */
final class Backoff {
    static final Duration FIRST = Duration.ofSeconds(1);
    static final Duration LONGEST = Duration.ofMinutes(10);

    private static final int SHIFT_MAX = 20;

    private final SplittableRandom random;

    Backoff(long seed) {
        this.random = new SplittableRandom(seed);
    }

    /** @param failures the number of failures in a row, at least one */
    Duration after(int failures) {
        long doubled = FIRST.toMillis() << Math.min(failures - 1, SHIFT_MAX);
        long whole = Math.min(doubled, LONGEST.toMillis());
        return Duration.ofMillis(whole / 2 + random.nextLong(whole / 2 + 1));
    }
}
