package dev.mayfly.store.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Lets concurrent writers share one sync of the disk, on a thread that is none of theirs. */
final class GroupSync {
    /*
     * A writer joins the next sync when its write is in the log. That sync begins when the one under way has ended, so it
     * covers everybody who has joined it. While one sync runs, later writers gather for the next, so the busier the store,
     * the more a sync carries. The thread goes from one sync to the next as long as anybody waits.
     *
     * The first who has joined is told by the thread that syncs, and tells the others: between virtual threads that is much
     * cheaper than from outside, and the next sync begins at once.
     *
     * A sync is milliseconds of native code. On the thread of a writer it would keep an event loop, or the carrier of a
     * virtual thread.
     */
    private final Runnable sync;
    private final Executor thread;
    private final ReentrantLock lock = new ReentrantLock();
    private Round next = new Round();
    private boolean isRunning;

    /** One sync, with its failure for the first who waits for it, and for the others. */
    private static final class Round {
        private final CompletableFuture<@Nullable Throwable> end = new CompletableFuture<>();
        private final CompletableFuture<@Nullable Throwable> told = new CompletableFuture<>();
        private final List<Consumer<@Nullable Throwable>> listeners = new ArrayList<>(0);
        private boolean isAsked;
        private boolean isAwaited;

        /** For the thread that syncs: those who do not wait hear of it there. */
        void tell(@Nullable Throwable failure) {
            end.complete(failure);
            listeners.forEach(listener -> listener.accept(failure));
        }

        @Nullable
        Throwable await(boolean isFirst) {
            if (!isFirst) {
                return told.join();
            }
            Throwable failure = end.join();
            told.complete(failure);
            return failure;
        }
    }

    /**
     * @param sync makes durable what was written before; throws if it cannot
     * @param thread where it runs
     */
    GroupSync(Runnable sync, Executor thread) {
        this.sync = sync;
        this.thread = thread;
    }

    /** Returns when everything the calling thread has written is durable; throws what the sync threw. */
    void await() {
        boolean isFirst;
        Round round;
        lock.lock();
        try {
            round = ask();
            isFirst = !round.isAwaited;
            round.isAwaited = true;
        } finally {
            lock.unlock();
        }
        Throwable failure = round.await(isFirst);
        switch (failure) {
            case null -> {}
            case RuntimeException thrown -> throw thrown;
            case Error thrown -> throw thrown;
            case Throwable other -> throw new IllegalStateException("a sync has failed", other);
        }
    }

    /**
     * Does not wait.
     *
     * @param ended is told on the thread that syncs, which it must not keep, when everything the calling thread has
     *     written is durable, or why it may not be
     */
    void begin(Consumer<@Nullable Throwable> ended) {
        lock.lock();
        try {
            ask().listeners.add(ended);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the sync that covers everything written until now. Call under the lock. */
    private Round ask() {
        next.isAsked = true;
        if (!isRunning) {
            thread.execute(this::run);
            isRunning = true;
        }
        return next;
    }

    private void run() {
        for (Round round = take(); round != null; round = take()) {
            Throwable failure = null;
            try {
                sync.run();
            } catch (RuntimeException | Error thrown) {
                failure = thrown;
            }
            round.tell(failure);
        }
    }

    private @Nullable Round take() {
        lock.lock();
        try {
            if (!next.isAsked) {
                isRunning = false;
                return null;
            }
            Round round = next;
            next = new Round();
            return round;
        } finally {
            lock.unlock();
        }
    }
}
