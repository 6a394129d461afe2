package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Seeds;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A server that destroys what is dead, and one that never does, answer every request alike. */
final class SweepingIsUnseenProperties {
    private static final int STEPS = 200;

    @Test
    void sweptAndUnsweptServersAnswerAlike() {
        AtomicInteger different = new AtomicInteger();
        try (Twin sweeping = new Twin(true);
                Twin hoarding = new Twin(false)) {
            Seeds.run(
                    8, (seed, random) -> different.addAndGet(new TwinRun(sweeping, hoarding, seed, random).run(STEPS)));
        }
        assertTrue(different.get() > STEPS, () -> "the servers held different documents after " + different + " steps");
    }
}
