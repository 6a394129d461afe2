package dev.mayfly.test.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The virtual clock of a server, as a {@link ServerProvider} winds it. */
public interface ServerClock {
    Instant now();

    /** Throws {@link IllegalArgumentException} if the duration is negative. */
    void advance(Duration duration);

    /** Throws {@link IllegalArgumentException} if the instant has passed. */
    void advanceTo(Instant instant);

    /** Moves time to the next instant at which a document expires; empty if none ever does. */
    Optional<Instant> advanceToNextExpiry();
}
