package dev.mayfly.base.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until it is told to advance.
 *
 * <p>Advancing runs every timer that falls due, in the order of their instants and then of their scheduling, on the
 * calling thread, with the clock standing at each timer's instant; timers scheduled meanwhile run too if they fall due.
 * One thread advances at a time. Wall and tick start from unrelated values, so that mixing them fails at once.
 */
public final class VirtualClock implements Clock, Timers {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long FIRST_TICK = -7_000_000_000_000L;

    private final ReentrantLock advancing = new ReentrantLock();
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::dueNanos).thenComparingLong(Task::sequence));
    private final AtomicLong sequence = new AtomicLong();
    private final long firstWall;
    private volatile long elapsedNanos;
    /** The time to which the clock is being advanced; used by the thread that advances it. */
    private long targetNanos;

    private final AtomicLong wallStepMillis = new AtomicLong();

    /** @param wallMillis what the wall shows at first, since the epoch */
    public VirtualClock(long wallMillis) {
        firstWall = wallMillis;
    }

    public VirtualClock(Instant wall) {
        this(wall.toEpochMilli());
    }

    @Override
    public long wallMillis() {
        return firstWall + wallStepMillis.get() + elapsedNanos / NANOS_PER_MILLI;
    }

    @Override
    public long tickNanos() {
        return FIRST_TICK + elapsedNanos;
    }

    @Override
    public Timer schedule(Duration delay, Runnable task) {
        Task entry = new Task(elapsedNanos + Math.max(0, delay.toNanos()), sequence.incrementAndGet(), task);
        synchronized (tasks) {
            tasks.add(entry);
        }
        return () -> {
            synchronized (tasks) {
                return tasks.remove(entry);
            }
        };
    }

    /** Moves both readings forward and runs what falls due before it returns. */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a virtual clock only advances; stepWall moves the wall alone");
        }
        advancing.lock();
        long outerTarget = targetNanos;
        try {
            long target = elapsedNanos + duration.toNanos();
            targetNanos = target;
            for (Task task = nextDue(target); task != null; task = nextDue(target)) {
                elapsedNanos = Math.max(elapsedNanos, task.dueNanos);
                task.action.run();
            }
            // A task may have advanced further itself.
            elapsedNanos = Math.max(elapsedNanos, target);
        } finally {
            targetNanos = outerTarget;
            advancing.unlock();
        }
    }

    /**
     * Returns the time to the next task, or to the end of the advance that runs the caller; zero for every other
     * thread.
     */
    @Override
    public Duration quiet() {
        if (!advancing.isHeldByCurrentThread()) {
            return Duration.ZERO;
        }
        synchronized (tasks) {
            Task next = tasks.peek();
            long until = next == null ? targetNanos : Math.min(targetNanos, next.dueNanos);
            return Duration.ofNanos(Math.max(0, until - elapsedNanos));
        }
    }

    /** Moves the wall alone, as an operator or a time service would; the tick and the timers do not notice. */
    public void stepWall(Duration step) {
        advancing.lock();
        try {
            wallStepMillis.addAndGet(step.toMillis());
        } finally {
            advancing.unlock();
        }
    }

    private @Nullable Task nextDue(long target) {
        synchronized (tasks) {
            Task head = tasks.peek();
            return head != null && head.dueNanos <= target ? tasks.poll() : null;
        }
    }

    private record Task(long dueNanos, long sequence, Runnable action) {}
}
