package dev.mayfly.test.testkit;

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
    private final ServerClock clock;

    MayflyClock(RunningServer server) {
        this.clock = server.clock()
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

    /**
     * Winds the clock; when it returns, reads, sweeps, feeds and {@link MayflyEvents} agree, and each webhook has taken its
     * events, unless it does not answer.
     */
    public void advance(Duration duration) {
        clock.advance(duration);
    }

    /** Winds to an instant, which must not have passed. */
    public void advanceTo(Instant instant) {
        clock.advanceTo(instant);
    }

    /** Winds to the next instant at which a document dies, and answers it; fails when none ever does. */
    public Instant advanceToNextExpiry() {
        return clock.advanceToNextExpiry().orElseThrow(() -> new IllegalStateException("no document will expire"));
    }
}
