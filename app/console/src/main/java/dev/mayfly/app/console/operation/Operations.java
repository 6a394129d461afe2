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
public final class Operations implements AutoCloseable {
    /** How many may run at once; they share the disk with everybody else. */
    public static final int RUNNING_MAX = 4;

    /** How many may wait for their next part at once. */
    public static final int COMING_MAX = 16;

    /** For how long an operation waits for its next part. */
    public static final Duration PATIENCE = Duration.ofMinutes(10);

    /** How many are remembered, running ones included. */
    public static final int REMEMBERED_MAX = 100;

    private final Clock machine;
    private final Map<Long, Operation> known = new LinkedHashMap<>();
    private final Map<Operation, Thread> threads = new LinkedHashMap<>();
    private long last;
    private boolean closed;

    /** @param machine by which they are timed */
    public Operations(Clock machine) {
        this.machine = machine;
    }

    /**
     * Begins some work on a thread of its own.
     *
     * @param unit what its progress counts: {@code bytes} or {@code documents}
     * @return the operation; empty when as many run as may
     */
    public synchronized Optional<Operation> begin(String kind, String subject, String unit, Work work) {
        if (closed || threads.size() >= RUNNING_MAX) {
            return Optional.empty();
        }
        Operation operation = new Operation(++last, kind, subject, unit, false, machine);
        remember(operation);
        Thread thread = Thread.ofPlatform()
                .daemon()
                .name("mayfly-" + kind + "-" + operation.id())
                .unstarted(() -> run(operation, work));
        threads.put(operation, thread);
        thread.start();
        return Optional.of(operation);
    }

    /** Does some work right here, for a caller that waits for it; what it throws is seen in the operation alone. */
    public Operation here(String kind, String subject, String unit, Work work) {
        Operation operation;
        synchronized (this) {
            operation = new Operation(++last, kind, subject, unit, false, machine);
            remember(operation);
        }
        operation.run(work);
        return operation;
    }

    /**
     * Begins some work that comes in parts, each by a call of {@link Operation#part}.
     *
     * @return the operation; empty when as many are open as may be
     */
    public synchronized Optional<Operation> open(String kind, String subject, String unit) {
        abandon();
        long open = known.values().stream().filter(Operation::isOpen).count();
        if (closed || open >= COMING_MAX) {
            return Optional.empty();
        }
        Operation operation = new Operation(++last, kind, subject, unit, true, machine);
        remember(operation);
        return Optional.of(operation);
    }

    /** Those whose callers have gone. */
    private void abandon() {
        known.values().forEach(operation -> operation.abandonAfter(PATIENCE));
    }

    /** The oldest that has ended makes room. */
    private void remember(Operation operation) {
        known.put(operation.id(), operation);
        Iterator<Operation> oldest = known.values().iterator();
        while (known.size() > REMEMBERED_MAX && oldest.hasNext()) {
            if (oldest.next().state() != Operation.State.RUNNING) {
                oldest.remove();
            }
        }
    }

    private void run(Operation operation, Work work) {
        try {
            operation.run(work);
        } finally {
            synchronized (this) {
                threads.remove(operation);
            }
        }
    }

    /** What is remembered, the latest first. */
    public synchronized List<Operation> all() {
        abandon();
        return new ArrayList<>(known.values()).reversed();
    }

    /** The operation of this id, in digits; null if there is none, or it ended long ago. */
    public synchronized @Nullable Operation find(String id) {
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
            known.values().forEach(Operation::cancel);
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
