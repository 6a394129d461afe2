package dev.mayfly.app.console.operation;

import dev.mayfly.base.clock.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** All work that takes long, running or ended not long ago; a bounded number of both. Safe for concurrent use. */
public final class LongOperations implements AutoCloseable {
    /** The number of operations that may run at once; they share the disk with all other work. */
    public static final int RUNNING_MAX = 4;

    /** The number of operations that may wait for their next part at once. */
    public static final int COMING_MAX = 16;

    /** The time for which an operation waits for its next part. */
    public static final Duration SILENCE_MAX = Duration.ofMinutes(10);

    /** The number of operations remembered, running ones included. */
    public static final int REMEMBERED_MAX = 100;

    private final Clock machine;
    private final Map<Long, LongOperation> known = new LinkedHashMap<>();
    private final Map<LongOperation, Thread> threads = new LinkedHashMap<>();
    private long last;
    private boolean closed;

    /** @param machine by which they are timed */
    public LongOperations(Clock machine) {
        this.machine = machine;
    }

    /**
     * Begins some work on a thread of its own.
     *
     * @param unit what its progress counts: {@code bytes} or {@code documents}
     * @return the operation; empty when as many run as may
     */
    public synchronized Optional<LongOperation> begin(String kind, String subject, String unit, Work work) {
        if (closed || threads.size() >= RUNNING_MAX) {
            return Optional.empty();
        }
        LongOperation operation = new LongOperation(++last, kind, subject, unit, false, machine);
        remember(operation);
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("mayfly-" + kind + "-" + operation.id())
                .unstarted(() -> run(operation, work));
        threads.put(operation, thread);
        thread.start();
        return Optional.of(operation);
    }

    /** Runs work on the caller's thread; an exception is visible in the operation alone. */
    public LongOperation here(String kind, String subject, String unit, Work work) {
        LongOperation operation;
        synchronized (this) {
            operation = new LongOperation(++last, kind, subject, unit, false, machine);
            remember(operation);
        }
        operation.run(work);
        return operation;
    }

    /**
     * Begins some work that comes in parts, each by a call of {@link LongOperation#part}.
     *
     * @return the operation; empty when as many are open as may be
     */
    public synchronized Optional<LongOperation> open(String kind, String subject, String unit) {
        abandon();
        long open = known.values().stream().filter(LongOperation::isOpen).count();
        if (closed || open >= COMING_MAX) {
            return Optional.empty();
        }
        LongOperation operation = new LongOperation(++last, kind, subject, unit, true, machine);
        remember(operation);
        return Optional.of(operation);
    }

    /** Ends the operations whose callers have gone. */
    private void abandon() {
        known.values().forEach(operation -> operation.abandonAfter(SILENCE_MAX));
    }

    /** The oldest that has ended makes room. */
    private void remember(LongOperation operation) {
        known.put(operation.id(), operation);
        Iterator<LongOperation> oldest = known.values().iterator();
        while (known.size() > REMEMBERED_MAX && oldest.hasNext()) {
            if (oldest.next().state() != LongOperation.State.RUNNING) {
                oldest.remove();
            }
        }
    }

    private void run(LongOperation operation, Work work) {
        try {
            operation.run(work);
        } finally {
            synchronized (this) {
                threads.remove(operation);
            }
        }
    }

    /** Returns the remembered operations, latest first. */
    public synchronized List<LongOperation> all() {
        abandon();
        return new ArrayList<>(known.values()).reversed();
    }

    /** The operation of this id, in digits; null if there is none, or it ended long ago. */
    public synchronized @Nullable LongOperation find(String id) {
        abandon();
        try {
            return known.get(Long.valueOf(id));
        } catch (NumberFormatException _) {
            return null;
        }
    }

    /** Cancels what runs, and waits for its end. */
    @Override
    public void close() {
        List<Thread> running;
        synchronized (this) {
            closed = true;
            known.values().forEach(LongOperation::cancel);
            running = List.copyOf(threads.values());
        }
        try {
            for (Thread thread : running) {
                thread.join();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
