package dev.mayfly.store.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Threads that do the same thing at the same time; the first failure is the caller's. */
final class Crew {
    private Crew() {}

    /** One member's work, with its number from zero. */
    @FunctionalInterface
    interface Work<T> {
        T doAs(int member) throws Exception;
    }

    static <T> List<T> work(int members, Work<T> work) {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < members; i++) {
                int member = i;
                Callable<T> task = () -> work.doAs(member);
                futures.add(executor.submit(task));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException failure) {
            throw new AssertionError(failure.getCause());
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new AssertionError(interruption);
        }
    }

    /** Returns when the thread waits for something; the caller must know that it will. */
    static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            if (!thread.isAlive()) {
                throw new AssertionError(thread + " ended without waiting");
            }
            Thread.onSpinWait();
        }
    }
}
