package dev.mayfly.face.cosmos.throughput;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.cosmos.resource.KeyRanges;
import org.junit.jupiter.api.Test;

final class ThroughputBudgetTest {
    private static final long NOW = 1_000_000;

    @Test
    void whatIsOwedCountsAsIfItWereTaken() {
        ThroughputBudget budget = new ThroughputBudget(1, 400, NOW);
        assertEquals(0, budget.waitMillis(0, 399, NOW));
        assertEquals(1, budget.waitMillis(0, 400, NOW));
        assertEquals(0, budget.used());
    }

    @Test
    void aSecondsUnitsAreThereAtOnceAndAreRefilledEvenly() {
        ThroughputBudget budget = new ThroughputBudget(1, 400, NOW);
        budget.take(0, 399, NOW);
        assertEquals(0, budget.waitMillis(0, 0, NOW));
        budget.take(0, 1, NOW);
        assertEquals(1, budget.waitMillis(0, 0, NOW));
        assertEquals(0, budget.waitMillis(0, 0, NOW + 1));
        assertEquals(1, budget.throttled());
        assertEquals(400, budget.used());
    }

    @Test
    void whoeverOverdrawsMakesTheNextWaitUntilTheDebtIsPaid() {
        ThroughputBudget budget = new ThroughputBudget(1, 400, NOW);
        budget.take(0, 1_200, NOW);
        assertEquals(2_001, budget.waitMillis(0, 0, NOW));
        assertEquals(1, budget.waitMillis(0, 0, NOW + 2_000));
        assertEquals(0, budget.waitMillis(0, 0, NOW + 2_001));
    }

    @Test
    void unusedUnitsOfFormerSecondsAreNotKept() {
        ThroughputBudget budget = new ThroughputBudget(1, 400, NOW);
        budget.take(0, 500, NOW + 60_000);
        assertEquals(251, budget.waitMillis(0, 0, NOW + 60_000));
    }

    @Test
    void eachRangeHasItsPartAndWhatNamesNoneTakesOfAll() {
        ThroughputBudget budget = new ThroughputBudget(4, 400, NOW);
        budget.take(2, 100, NOW);
        assertEquals(1, budget.waitMillis(2, 0, NOW));
        assertEquals(0, budget.waitMillis(3, 0, NOW));
        assertEquals(1, budget.waitMillis(KeyRanges.ALL, 0, NOW));
        budget.take(KeyRanges.ALL, 40, NOW);
        assertEquals(101, budget.waitMillis(2, 0, NOW));
        assertEquals(0, budget.waitMillis(3, 0, NOW));
    }

    @Test
    void aLargerOfferCountsAtOnce() {
        ThroughputBudget budget = new ThroughputBudget(1, 400, NOW);
        budget.take(0, 400, NOW);
        budget.provide(1_000, NOW);
        assertEquals(0, budget.waitMillis(0, 0, NOW));
        budget.take(0, 600, NOW);
        assertEquals(0, budget.waitMillis(0, 0, NOW + 1));
        budget.provide(400, NOW + 1);
        assertEquals(400, budget.provided());
    }

    @Test
    void purgesTakeWhatIsAboveHalfOfASecond() {
        ThroughputBudget budget = new ThroughputBudget(1, 400, NOW);
        assertEquals(200, budget.leftOver(0, NOW));
        budget.takeForPurge(0, 150, NOW);
        assertEquals(50, budget.leftOver(0, NOW));
        budget.take(0, 100, NOW);
        assertEquals(0, budget.leftOver(0, NOW));
        assertEquals(150, budget.purged());
        assertEquals(250, budget.used());
    }
}
