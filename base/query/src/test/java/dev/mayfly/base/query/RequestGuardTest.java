package dev.mayfly.base.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

final class RequestGuardTest {
    private final RequestMemoryPool pool = new RequestMemoryPool(64 << 20, 32 << 20);

    /** Ends at its third look. */
    private static final class Impatient extends RequestGuard {
        private int looks;

        Impatient(RequestMemory memory) {
            super(memory);
        }

        @Override
        public void check() {
            if (++looks == 3) {
                throw new IllegalStateException("out of time");
            }
        }
    }

    private final Impatient guard = new Impatient(pool.open());

    @Test
    void aboutEveryThousandthStepLooks() {
        for (int i = 0; i < 2000; i++) {
            guard.step();
        }
        assertEquals(1, guard.looks);
        guard.steps(40);
        assertEquals(1, guard.looks);
        guard.steps(1L << 40);
        assertEquals(2, guard.looks);
        assertThrows(IllegalStateException.class, () -> guard.steps(Long.MAX_VALUE));
    }

    @Test
    void buildingTakesSteps() {
        guard.charge(1 << 20);
        guard.release(1 << 20);
        assertEquals(1, guard.looks);
        assertEquals(0, guard.mark());
    }

    @Test
    void threadFindsTheGuardOfItsRequest() {
        assertSame(guard, guard.during(RequestGuard::current));
        assertNotSame(guard, RequestGuard.current());
    }

    @Test
    void workOfNoRequestIsNotBounded() {
        RequestGuard none = RequestGuard.current();
        none.charge(1L << 40);
        none.steps(1L << 40);
        none.check();
        assertEquals(0, none.mark());
    }

    @Test
    void cursorKeepsWhatItsRequestHeldUntilItIsClosed() {
        guard.charge(1 << 20);
        RequestMemory left = guard.leaveMemory();
        guard.close();
        long held = pool.usedBytes();
        try (Impatient next = new Impatient(pool.open())) {
            next.takeOver(left);
            assertEquals(1 << 20, next.mark());
            assertEquals(held, pool.usedBytes());
        }
        assertEquals(0, pool.usedBytes());
    }

    @Test
    void workThatMustComeOutTheSameHasNoLimit() {
        guard.looks = 2;
        guard.during(() -> RequestGuard.unlimited(() -> {
            RequestGuard.current().steps(1L << 40);
            return true;
        }));
        assertEquals(2, guard.looks);
    }

    @Test
    void valueCountsForNoMoreThanWasBuilt() {
        long mark = guard.mark();
        guard.charge(100);
        guard.settleAtMost(mark, 1_000);
        assertEquals(mark + 100, guard.mark());
        guard.settleAtMost(mark, 10);
        assertEquals(mark + 10, guard.mark());
    }
}
