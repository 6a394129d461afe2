package dev.mayfly.face.mongo.replica;

import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.Engine;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The role of the only member of a replica set. It is always the primary, except for the time it was told to step down
 * for; then it refuses writes, and destroys and announces nothing. Safe for concurrent use.
 */
public final class Membership implements AutoCloseable {
    private final Engine engine;
    private final Timers timers;
    private Timers.@Nullable Timer timer;
    private long secondaryUntil;
    private volatile boolean isPrimary = true;

    /** @param timers by the clock of the engine */
    public Membership(Engine engine, Timers timers) {
        this.engine = engine;
        this.timers = timers;
    }

    public boolean isPrimary() {
        return isPrimary;
    }

    /** Becomes secondary for the given time; returns false if it is secondary already. */
    public synchronized boolean stepDown(long seconds) {
        if (!isPrimary) {
            return false;
        }
        isPrimary = false;
        engine.sweeper().setStandby(true);
        stayUntil(now() + TimeUnit.SECONDS.toMillis(seconds));
        return true;
    }

    /** Stays secondary for at least the given time; 0 cancels every such request. Returns false while it is primary. */
    public synchronized boolean freeze(long seconds) {
        if (isPrimary) {
            return false;
        }
        long until = now() + TimeUnit.SECONDS.toMillis(seconds);
        stayUntil(seconds == 0 ? until : Math.max(until, secondaryUntil));
        return true;
    }

    private long now() {
        return engine.clock().wallMillis();
    }

    private void stayUntil(long instant) {
        cancel();
        secondaryUntil = instant;
        long wait = instant - now();
        if (wait <= 0) {
            stepUp();
        } else {
            timer = timers.schedule(Duration.ofMillis(wait), this::stepUpInTime);
        }
    }

    private synchronized void stepUpInTime() {
        if (!isPrimary && now() >= secondaryUntil) {
            stepUp();
        }
    }

    private void stepUp() {
        isPrimary = true;
        engine.sweeper().setStandby(false);
    }

    private void cancel() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    @Override
    public synchronized void close() {
        cancel();
    }
}
