package dev.mayfly.app.console.operation;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.VirtualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

final class LongOperationsTest {
    private final VirtualClock machine = new VirtualClock(1_000_000);
    private final LongOperations operations = new LongOperations(machine);

    @Test
    void progressAndRateAreTold() {
        LongOperation operation = operations.here("export", "a.b", "documents", progress -> {
            machine.advance(Duration.ofSeconds(2));
            progress.advance(50, 50);
            return "fine";
        });
        assertEquals(LongOperation.State.DONE, operation.state());
        assertEquals(50, operation.done());
        assertEquals(25.0, operation.ratePerSecond(), 0.001);
        assertEquals(2_000, operation.elapsedMillis());
        assertEquals("fine", operation.result());
        assertEquals(1_000_000, operation.startedAt());
    }

    @Test
    void whatFailsSaysWhy() {
        LongOperation failed = operations.here("backup", "x", "bytes", _ -> {
            throw new WorkFailed("no space", null);
        });
        assertEquals(LongOperation.State.FAILED, failed.state());
        assertEquals("no space", failed.error());
        LongOperation broken = operations.here("backup", "x", "bytes", _ -> {
            throw new IllegalStateException("a secret of ours");
        });
        assertEquals(LongOperation.State.FAILED, broken.state());
        assertTrue(requireNonNull(broken.error()).startsWith("internal error"), broken.error());
    }

    @Test
    void aCancelledOperationEndsAtItsNextReport() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        LongOperation operation = operations
                .begin("backup", "x", "bytes", progress -> {
                    begun.countDown();
                    await(cancelled);
                    progress.advance(1, 2);
                    return "never";
                })
                .orElseThrow();
        begun.await();
        operation.cancel();
        cancelled.countDown();
        operations.close();
        assertEquals(LongOperation.State.CANCELLED, operation.state());
        assertNull(operation.result());
    }

    @Test
    void onlySoManyRunAtOnce() throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        for (int number = 0; number < LongOperations.RUNNING_MAX; number++) {
            assertTrue(operations.begin("a", "x", "bytes", _ -> await(end)).isPresent());
        }
        assertTrue(operations.begin("a", "x", "bytes", _ -> "more").isEmpty());
        end.countDown();
        operations.close();
        assertTrue(operations.begin("a", "x", "bytes", _ -> "late").isEmpty());
    }

    @Test
    void onlySoManyAreRemembered() {
        List<LongOperation> all = new ArrayList<>();
        for (int number = 0; number < LongOperations.REMEMBERED_MAX + 5; number++) {
            all.add(operations.here("a", "x", "bytes", _ -> "done"));
        }
        assertEquals(LongOperations.REMEMBERED_MAX, operations.all().size());
        assertNull(operations.find(String.valueOf(all.getFirst().id())));
        assertNotNull(operations.find(String.valueOf(all.getLast().id())));
    }

    @Test
    void workMayComeInParts() {
        LongOperation operation = operations.open("import", "a.b", "bytes").orElseThrow();
        operation.part(
                (progress, soFar) -> {
                    progress.advance(10, 30);
                    return soFar == null ? 1 : 0;
                },
                false);
        assertEquals(LongOperation.State.RUNNING, operation.state());
        assertEquals(10, operation.done());
        assertEquals(1, operation.result());
        operation.part(
                (progress, soFar) -> {
                    progress.advance(30, 30);
                    return requireNonNull(soFar).equals(1) ? 2 : 0;
                },
                true);
        assertEquals(LongOperation.State.DONE, operation.state());
        assertEquals(2, operation.result());
        assertThrows(CancellationException.class, () -> operation.part((_, _) -> 3, true));
        assertEquals(LongOperation.State.DONE, operation.state());
    }

    @Test
    void aPartThatFailsEndsAllOfIt() {
        LongOperation operation = operations.open("import", "a.b", "bytes").orElseThrow();
        WorkFailed failure = new WorkFailed("it is no BSON", null);
        operation.part((_, _) -> "so far", false);
        assertThrows(
                WorkFailed.class,
                () -> operation.part(
                        (_, _) -> {
                            throw failure;
                        },
                        false));
        assertEquals(LongOperation.State.FAILED, operation.state());
        assertEquals("it is no BSON", operation.error());
        assertEquals("so far", operation.result());
    }

    @Test
    void whatWaitsForAPartIsCancelledAtOnce() {
        LongOperation operation = operations.open("import", "a.b", "bytes").orElseThrow();
        operation.part((_, _) -> "so far", false);
        operation.cancel();
        assertEquals(LongOperation.State.CANCELLED, operation.state());
        assertEquals("so far", operation.result());
    }

    @Test
    void whatNobodyGoesOnWithHasFailedAfterAWhile() {
        LongOperation operation = operations.open("import", "a.b", "bytes").orElseThrow();
        operation.part((_, _) -> "so far", false);
        machine.advance(LongOperations.SILENCE_MAX.minusMillis(1));
        operations.all();
        assertEquals(LongOperation.State.RUNNING, operation.state());
        machine.advance(Duration.ofMillis(1));
        operations.all();
        assertEquals(LongOperation.State.FAILED, operation.state());
        assertEquals("nothing more came of it for 10 minutes", operation.error());
    }

    @Test
    void onlySoManyAreOpenAtOnce() {
        for (int open = 0; open < LongOperations.COMING_MAX; open++) {
            operations.open("import", "a.b", "bytes").orElseThrow().part((_, _) -> "so far", false);
        }
        assertTrue(operations.open("import", "a.b", "bytes").isEmpty());
        machine.advance(LongOperations.SILENCE_MAX);
        assertTrue(operations.open("import", "a.b", "bytes").isPresent());
    }

    private static Object await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        return "done";
    }
}
