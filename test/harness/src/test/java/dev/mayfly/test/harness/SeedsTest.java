package dev.mayfly.test.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SeedsTest {
    @BeforeEach
    @AfterEach
    void forgetProperties() {
        System.clearProperty("seed");
        System.clearProperty("cases");
    }

    @Test
    void everyRunHasTheSameSeeds() {
        assertEquals(List.of(1L, 2L, 3L), seedsOf(3));
    }

    @Test
    void theNumberOfCasesCanBeChosen() {
        System.setProperty("cases", "2");
        assertEquals(List.of(1L, 2L), seedsOf(30));
    }

    @Test
    void oneSeedCanBeReplayed() {
        System.setProperty("seed", "77");
        assertEquals(List.of(77L), seedsOf(30));
    }

    @Test
    void aFailureTellsItsSeed() {
        AssertionError failure = assertThrows(
                AssertionError.class,
                () -> Seeds.run(9, (seed, random) -> {
                    if (seed == 4) {
                        throw new IllegalStateException("broken");
                    }
                }));
        assertTrue(failure.toString().contains("-Dseed=4"), failure.toString());
    }

    @Test
    void theSameSeedGivesTheSameChance() {
        List<Integer> drawn = new ArrayList<>();
        System.setProperty("seed", "5");
        Seeds.run(1, (seed, random) -> drawn.add(random.nextInt()));
        Seeds.run(1, (seed, random) -> drawn.add(random.nextInt()));
        assertEquals(drawn.get(0), drawn.get(1));
    }

    private static List<Long> seedsOf(int cases) {
        List<Long> seeds = new ArrayList<>();
        Seeds.run(cases, (seed, random) -> seeds.add(seed));
        return seeds;
    }
}
