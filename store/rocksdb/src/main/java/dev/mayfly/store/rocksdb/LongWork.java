package dev.mayfly.store.rocksdb;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.rocksdb.RocksDBException;

/** A thread on which native work runs that takes long; virtual threads that wait for it keep no carrier busy. */
final class LongWork implements AutoCloseable {
    private final ExecutorService thread;

    /** @param name of the thread */
    LongWork(String name) {
        this.thread = Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name(name).factory());
    }

    /** Native work that may fail. */
    @FunctionalInterface
    interface Task {
        void run() throws RocksDBException;
    }

    /** Returns when the work is done; an interruption is kept for later, since the work cannot be. */
    void run(Task task) throws RocksDBException {
        Callable<Boolean> work = () -> {
            task.run();
            return true;
        };
        Future<Boolean> done = thread.submit(work);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    done.get();
                    return;
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RocksDBException cause) {
                throw cause;
            }
            throw new IllegalStateException("native work failed", failure.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Runs it some time later; what it throws is lost. */
    void begin(Runnable task) {
        thread.execute(task);
    }

    /** Lets nothing begin any more; what runs has its own end. */
    @Override
    public void close() {
        thread.shutdown();
    }
}
