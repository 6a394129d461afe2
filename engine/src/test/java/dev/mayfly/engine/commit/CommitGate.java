package dev.mayfly.engine.commit;

import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in memory that holds one commit back, so that writers gather behind it. Writers are started one after the other:
 * each waits before the next begins.
 */
final class CommitGate {
    private static final Fault BLOCK = new Fault.Delay(Duration.ofSeconds(1));

    private final FaultyStore store = new FaultyStore(new MemoryStore(), _ -> block());
    private final List<Writing<?>> writings = new ArrayList<>();
    private CountDownLatch entered = new CountDownLatch(1);
    private CountDownLatch open = new CountDownLatch(0);

    /** A thread that writes, and what came of it. */
    static final class Writing<T> {
        private final Thread thread;
        private @Nullable T result;
        private @Nullable RuntimeException failure;

        private Writing(Supplier<T> write) {
            this.thread = Thread.ofPlatform().start(() -> {
                try {
                    result = write.get();
                } catch (RuntimeException thrown) {
                    failure = thrown;
                }
            });
        }

        T result() {
            if (failure != null) {
                throw new AssertionError("the write has failed", failure);
            }
            if (result == null) {
                throw new AssertionError("the write has not ended");
            }
            return result;
        }

        /** The result, or null if the write was refused. */
        @Nullable
        T outcome() {
            return failure == null ? result() : null;
        }

        EngineError error() {
            if (failure instanceof EngineException refusal) {
                return refusal.error();
            }
            throw new AssertionError("the write has not been refused", failure);
        }

        Thread thread() {
            return thread;
        }
    }

    FaultyStore store() {
        return store;
    }

    /** Starts a writer whose commit is held back; of the commits behind it the plan says what happens, from 2 on. */
    <T> Writing<T> hold(FaultPlan behind, Supplier<T> write) {
        entered = new CountDownLatch(1);
        open = new CountDownLatch(1);
        store.plan((call, nth) -> call == StoreCall.COMMIT && nth == 1 ? BLOCK : behind.faultOf(call, nth));
        Writing<T> first = start(write);
        try {
            entered.await();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
        return first;
    }

    /** Starts a writer, and returns when it waits for the one that is held back, or has ended with nothing to write. */
    <T> Writing<T> gather(Supplier<T> write) {
        Writing<T> writing = start(write);
        while (writing.thread.getState() != Thread.State.WAITING && writing.thread.isAlive()) {
            Thread.onSpinWait();
        }
        return writing;
    }

    private <T> Writing<T> start(Supplier<T> write) {
        Writing<T> writing = new Writing<>(write);
        writings.add(writing);
        return writing;
    }

    /** Lets the commit go on, and returns when all writers have ended. */
    void release() {
        open.countDown();
        for (Writing<?> writing : writings) {
            try {
                writing.thread.join();
            } catch (InterruptedException interruption) {
                throw new IllegalStateException(interruption);
            }
        }
        writings.clear();
    }

    private void block() {
        entered.countDown();
        try {
            open.await();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
    }
}
