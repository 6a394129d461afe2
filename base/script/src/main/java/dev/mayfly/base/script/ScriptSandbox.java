package dev.mayfly.base.script;

import dev.mayfly.base.clock.Clock;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Runs scripts of clients, a bounded number at a time. Safe for concurrent use. */
public final class ScriptSandbox {
    /** For so long a request waits for another's script to end. */
    private static final long TURN_MILLIS = 10_000;

    /** The most runs at a time. */
    private static final int RUNS_MAX = 32;

    /** Of the heap, this part may be held by scripts. */
    private static final int HEAP_SHARE = 4;

    private final LongSupplier wallMillis;
    private final Clock machine;
    private final ScriptBounds bounds;
    private final Semaphore turns;
    private final LongAdder calls = new LongAdder();
    private final LongAdder ended = new LongAdder();

    /**
     * @param wallMillis the time of day that scripts see, in milliseconds since the epoch
     * @param machine by which the time that scripts take is measured
     */
    public ScriptSandbox(LongSupplier wallMillis, Clock machine, ScriptBounds bounds) {
        this.wallMillis = wallMillis;
        this.machine = machine;
        this.bounds = bounds;
        this.turns = new Semaphore(runsMax(bounds.memoryBytes()), true);
    }

    private static int runsMax(long memoryBytes) {
        long room = Runtime.getRuntime().maxMemory() / HEAP_SHARE / memoryBytes;
        return Math.clamp(room, 1, RUNS_MAX);
    }

    /**
     * Opens a run, which has everything of the program and nothing of other runs.
     *
     * @throws ScriptException if too many are open for too long
     */
    public ScriptRun open(ScriptProgram program, ScriptHost host, ScriptWatch watch) {
        takeTurn();
        boolean isOpen = false;
        try {
            ScriptRun run = new ScriptRun(this, program.image(), host, watch);
            isOpen = true;
            return run;
        } finally {
            if (!isOpen) {
                turns.release();
            }
        }
    }

    private void takeTurn() {
        try {
            if (turns.tryAcquire(TURN_MILLIS, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        throw new ScriptException(ScriptException.Kind.BUSY, "Too many scripts are running.");
    }

    /** Returns how many more runs may be opened now. */
    int turnsLeft() {
        return turns.availablePermits();
    }

    void giveBackTurn() {
        turns.release();
    }

    LongSupplier wallMillis() {
        return wallMillis;
    }

    Clock machine() {
        return machine;
    }

    ScriptBounds bounds() {
        return bounds;
    }

    void called() {
        calls.increment();
    }

    void countEnd() {
        ended.increment();
    }

    /** Returns the number of calls of scripts. */
    public long calls() {
        return calls.sum();
    }

    /** Returns the number of scripts that were ended because they broke a bound. */
    public long endedEarly() {
        return ended.sum();
    }
}
