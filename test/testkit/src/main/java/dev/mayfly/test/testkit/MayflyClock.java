package dev.mayfly.test.testkit;

import dev.mayfly.app.console.WindableClock;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.engine.expiry.Deadlines;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;

/**
 * The clock of a server in a test. When winding returns, reads, sweeps and events agree on the new time. Time never goes
 * back.
 */
public final class MayflyClock {
    private final MayflyServer server;
    private final WindableClock clock;

    MayflyClock(MayflyServer server) {
        this.server = server;
        this.clock = server.virtualClock()
                .orElseThrow(
                        () -> new IllegalStateException("the server runs on the system clock, which nobody winds"));
    }

    public Instant now() {
        return clock.now();
    }

    /** The same clock for applications that take one of the JDK; in UTC. */
    public Clock asClock() {
        InstantSource source = clock::now;
        return source.withZone(ZoneOffset.UTC);
    }

    /** Winds the clock; when it returns, reads, sweeps and {@link MayflyEvents} agree. */
    public void advance(Duration duration) {
        clock.advance(duration);
    }

    public void advanceTo(Instant instant) {
        clock.set(instant);
    }

    /** Winds to the next instant at which a document dies, and answers it; fails when none ever does. */
    public Instant advanceToNextExpiry() {
        server.engine().sweeper().sweepNow();
        long next = server.engine().sweeper().status().nextDue();
        if (next == Deadlines.NO_DEADLINE) {
            throw new IllegalStateException("no document will expire");
        }
        clock.set(Instant.ofEpochMilli(next));
        return clock.now();
    }
}
