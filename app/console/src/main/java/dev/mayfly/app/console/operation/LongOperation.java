package dev.mayfly.app.console.operation;

import dev.mayfly.base.clock.Clock;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One long piece of work with its progress and its result. Safe for concurrent use. */
public final class LongOperation {
    /*
     * running -> done        the work returned running -> failed      it threw running -> cancelled   it was told to
     * end, and did at its next report, or while it waited for a part
     *
     * Work may come in parts, one at a time, each in a call of its own. Between them no thread is held for it.
     */
    private static final Logger LOG = LoggerFactory.getLogger(LongOperation.class);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String MISTAKE = "internal error; the server's log says more";

    /** The state of an operation. */
    public enum State {
        RUNNING,
        DONE,
        FAILED,
        CANCELLED
    }

    private final long id;
    private final String kind;
    private final String subject;
    private final String unit;
    private final Clock machine;
    private final long startedAt;
    private final long startTick;
    private final boolean comesInParts;
    private volatile long done;
    private volatile long total;
    private volatile boolean cancelled;
    private volatile Ending ending;
    private final ReentrantLock coming = new ReentrantLock();
    /** Guarded by the lock. */
    private long lastPartTick;

    /** One part of work that arrives in parts. */
    @FunctionalInterface
    public interface Part {
        /**
         * Does it.
         *
         * @param soFar what came of the parts before, or null of the first
         * @return what has come of all of them now
         * @throws WorkFailed with words for a person; whatever is thrown ends all of it
         */
        Object run(OperationProgress progress, @Nullable Object soFar);
    }

    /** The end of the operation, or its absence. */
    private record Ending(
            State state,
            long tick,
            @Nullable Object result,
            @Nullable String error) {}

    /** @param comesInParts whether each of its parts is a call of its own */
    LongOperation(long id, String kind, String subject, String unit, boolean comesInParts, Clock machine) {
        this.id = id;
        this.kind = kind;
        this.subject = subject;
        this.unit = unit;
        this.comesInParts = comesInParts;
        this.machine = machine;
        this.startedAt = machine.wallMillis();
        this.startTick = machine.tickNanos();
        this.ending = new Ending(State.RUNNING, 0, null, null);
        this.lastPartTick = startTick;
    }

    void run(Work work) {
        try {
            advance(0, total);
            end(State.DONE, work.run(this::advance), null);
        } catch (CancellationException _) {
            end(State.CANCELLED, null, null);
        } catch (WorkFailed failure) {
            LOG.warn("{} of {} failed: {}", kind, subject, failure.words());
            end(State.FAILED, null, failure.words());
        } catch (RuntimeException failure) {
            LOG.error("{} of {} failed", kind, subject, failure);
            end(State.FAILED, null, MISTAKE);
        }
    }

    /**
     * Does the next part on the calling thread, which sees what it throws.
     *
     * @param isLast whether the work is done with it
     * @throws CancellationException when the operation is over, or ends now because it was told to
     */
    public void part(Part work, boolean isLast) {
        coming.lock();
        try {
            if (state() != State.RUNNING) {
                throw new CancellationException(kind + " of " + subject + " is over");
            }
            advance(done, total);
            Object soFar = work.run(this::advance, result());
            lastPartTick = machine.tickNanos();
            end(isLast ? State.DONE : State.RUNNING, soFar, null);
        } catch (CancellationException end) {
            endIfRunning(State.CANCELLED, null);
            throw end;
        } catch (WorkFailed failure) {
            LOG.warn("{} of {} failed: {}", kind, subject, failure.words());
            endIfRunning(State.FAILED, failure.words());
            throw failure;
        } catch (RuntimeException failure) {
            LOG.error("{} of {} failed", kind, subject, failure);
            endIfRunning(State.FAILED, MISTAKE);
            throw failure;
        } finally {
            coming.unlock();
        }
    }

    /** Ends it if it has waited for its next part for so long. */
    void abandonAfter(Duration silenceMax) {
        if (comesInParts && coming.tryLock()) {
            try {
                if (machine.tickNanos() - lastPartTick >= silenceMax.toNanos()) {
                    endIfRunning(State.FAILED, "nothing more came of it for " + silenceMax.toMinutes() + " minutes");
                }
            } finally {
                coming.unlock();
            }
        }
    }

    /** Returns true if it waits for a part or runs one. */
    boolean isOpen() {
        return comesInParts && state() == State.RUNNING;
    }

    private void endIfRunning(State state, @Nullable String error) {
        if (state() == State.RUNNING) {
            end(state, result(), error);
        }
    }

    private void advance(long nowDone, long nowTotal) {
        done = nowDone;
        total = nowTotal;
        if (cancelled) {
            throw new CancellationException("cancelled");
        }
    }

    private void end(State state, @Nullable Object result, @Nullable String error) {
        ending = new Ending(state, machine.tickNanos(), result, error);
    }

    /** Requests its end; the caller checks the state afterwards. */
    public void cancel() {
        cancelled = true;
        if (comesInParts && coming.tryLock()) {
            try {
                endIfRunning(State.CANCELLED, null);
            } finally {
                coming.unlock();
            }
        }
    }

    public long id() {
        return id;
    }

    /** Returns the kind of work, such as {@code backup}. */
    public String kind() {
        return kind;
    }

    /** To or of what, as a person reads it. */
    public String subject() {
        return subject;
    }

    /** Returns the unit of {@link #done}: {@code bytes} or {@code documents}. */
    public String unit() {
        return unit;
    }

    public State state() {
        return ending.state;
    }

    public long done() {
        return done;
    }

    /** Returns the amount of work, as far as known; 0 while unknown. */
    public long total() {
        return total;
    }

    /** Returns its start by the machine's clock, in milliseconds since the epoch. */
    public long startedAt() {
        return startedAt;
    }

    public long elapsedMillis() {
        Ending seen = ending;
        long until = seen.state == State.RUNNING ? machine.tickNanos() : seen.tick;
        return (until - startTick) / 1_000_000;
    }

    /** Returns the mean amount of work per second. */
    public double ratePerSecond() {
        Ending seen = ending;
        long until = seen.state == State.RUNNING ? machine.tickNanos() : seen.tick;
        return done * NANOS_PER_SECOND / Math.max(1, until - startTick);
    }

    /** Returns the result, for work in parts also an intermediate one; or null while there is none. */
    public @Nullable Object result() {
        return ending.result;
    }

    /** Returns the reason of its failure, or null if it has not failed. */
    public @Nullable String error() {
        return ending.error;
    }
}
