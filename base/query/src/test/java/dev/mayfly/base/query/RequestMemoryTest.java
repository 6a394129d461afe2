package dev.mayfly.base.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class RequestMemoryTest {
    private static final int CHUNK = RequestMemory.CHUNK_BYTES;

    private final RequestMemoryPool pool = new RequestMemoryPool(8L * CHUNK, 4L * CHUNK);
    private final RequestMemory memory = pool.open();

    private static MemoryLimitExceeded refused(RequestMemory memory, long bytes) {
        return assertThrows(MemoryLimitExceeded.class, () -> memory.charge(bytes));
    }

    @Test
    void smallRequestTakesNothingOfThePool() {
        memory.charge(RequestMemory.UNCOUNTED_BYTES);
        assertEquals(0, pool.usedBytes());
        memory.charge(1);
        assertEquals(CHUNK, pool.usedBytes());
    }

    @Test
    void requestIsRefusedBeyondItsShare() {
        memory.charge(4L * CHUNK);
        MemoryLimitExceeded refusal = refused(memory, CHUNK);
        assertEquals(MemoryLimitExceeded.Bound.REQUEST, refusal.bound());
        assertEquals(4L * CHUNK, refusal.limitBytes());
        assertEquals(4L * CHUNK, memory.mark());
        assertEquals(1, pool.refusals());
    }

    @Test
    void requestThatFindsNoneLeftWaitsForOthers() throws InterruptedException {
        memory.charge(4L * CHUNK);
        pool.open().charge(3L * CHUNK);
        RequestMemory third = pool.open();
        CountDownLatch looked = new CountDownLatch(1);
        third.usedBy(looked::countDown);
        Thread waiting = Thread.ofVirtual().start(() -> third.charge(2L * CHUNK));
        looked.await();
        assertEquals(0, third.mark());
        memory.close();
        waiting.join();
        assertEquals(2L * CHUNK, third.mark());
        assertEquals(5L * CHUNK, pool.usedBytes());
    }

    @Test
    void requestThatMustEndDoesNotWait() {
        memory.charge(4L * CHUNK);
        pool.open().charge(4L * CHUNK);
        RequestMemory third = pool.open();
        third.usedBy(() -> {
            throw new IllegalStateException("out of time");
        });
        assertThrows(IllegalStateException.class, () -> third.charge(CHUNK));
        assertEquals(8L * CHUNK, pool.usedBytes());
    }

    /** A little fits at once, and whoever holds something goes first: others may wait for it. */
    @Test
    void thoseWhoHoldNothingHaveTheirTurnInOrder() throws InterruptedException {
        RequestMemoryPool large = new RequestMemoryPool(40L * CHUNK, 40L * CHUNK);
        RequestMemory holder = large.open();
        holder.charge(24L * CHUNK);
        RequestMemory first = large.open();
        CountDownLatch firstLooked = new CountDownLatch(1);
        first.usedBy(firstLooked::countDown);
        Thread waitsLongest = Thread.ofVirtual().start(() -> first.charge(30L * CHUNK));
        firstLooked.await();

        RequestMemory second = large.open();
        CountDownLatch secondLooked = new CountDownLatch(1);
        second.usedBy(secondLooked::countDown);
        Thread waits = Thread.ofVirtual().start(() -> second.charge(10L * CHUNK));
        secondLooked.await();
        assertEquals(0, second.mark(), "there is room for it, but it is not its turn");

        RequestMemory little = large.open();
        little.charge(CHUNK);
        holder.charge(8L * CHUNK);
        assertEquals(33L * CHUNK, large.usedBytes());

        holder.close();
        waitsLongest.join();
        assertEquals(30L * CHUNK, first.mark());
        little.close();
        waits.join();
        assertEquals(40L * CHUNK, large.usedBytes());
    }

    @Test
    void requestThatHoldsSomeIsRefusedSoon() {
        memory.charge(3L * CHUNK);
        pool.open().charge(4L * CHUNK);
        RequestMemory third = pool.open();
        third.charge(CHUNK);
        MemoryLimitExceeded refusal = refused(third, CHUNK);
        assertEquals(MemoryLimitExceeded.Bound.ALL_REQUESTS, refusal.bound());
        assertEquals(8L * CHUNK, pool.usedBytes());
        assertEquals(1, pool.refusals());
    }

    @Test
    void onlyTheLargestOfTheValuesThatAreReadCounts() {
        memory.admit(2L * CHUNK);
        memory.admit(CHUNK);
        memory.charge(CHUNK);
        assertEquals(3L * CHUNK, pool.usedBytes());
        memory.settle(0, 0);
        memory.admit(3L * CHUNK);
        assertEquals(3L * CHUNK, pool.usedBytes());
        refused(memory, 2L * CHUNK);
        memory.shrink(0);
        assertEquals(CHUNK, pool.usedBytes());
        memory.close();
        assertEquals(0, pool.usedBytes());
    }

    @Test
    void overflowingChargeIsRefused() {
        memory.charge(CHUNK);
        assertEquals(
                MemoryLimitExceeded.Bound.REQUEST,
                refused(memory, Long.MAX_VALUE).bound());
    }

    @Test
    void whatIsReleasedGoesBackButForOneChunk() {
        memory.charge(4L * CHUNK);
        memory.release(4L * CHUNK);
        assertEquals(CHUNK, pool.usedBytes());
        memory.charge(CHUNK);
        assertEquals(CHUNK, pool.usedBytes());
        memory.close();
        memory.close();
        assertEquals(0, pool.usedBytes());
    }

    @Test
    void onlyTheResultIsLeftOfWhatWasCharged() {
        memory.charge(100);
        long mark = memory.mark();
        for (int i = 0; i < 10_000; i++) {
            long step = memory.mark();
            memory.charge(CHUNK);
            memory.settle(step, 10);
        }
        assertEquals(100 + 100_000, memory.mark());
        memory.settle(mark, 7);
        assertEquals(107, memory.mark());
        memory.settle(memory.mark(), 3);
        assertEquals(110, memory.mark());
    }

    @Test
    void whatIsHeldOutlastsTheExpressionsUnderWay() {
        long mark = memory.mark();
        memory.charge(CHUNK);
        memory.hold(CHUNK);
        assertEquals(mark + CHUNK, memory.mark());
        memory.settle(mark, 0);
        assertEquals(mark, memory.mark());
        assertEquals(CHUNK, memory.held());
        refused(memory, 3L * CHUNK + 1);
        memory.letGo(CHUNK);
        assertEquals(0, memory.held());
        memory.charge(4L * CHUNK);
    }

    @Test
    void requestMayAskForLessThanItsShare() {
        RequestMemory modest = pool.open(CHUNK);
        modest.charge(CHUNK);
        assertEquals(CHUNK, refused(modest, CHUNK).limitBytes());
        RequestMemory greedy = pool.open(100L * CHUNK);
        assertEquals(4L * CHUNK, refused(greedy, 5L * CHUNK).limitBytes());
    }
}
