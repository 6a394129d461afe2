package dev.mayfly.app.console;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A server's virtual clock, as its callers wind it. Safe for concurrent use. */
public interface WindableClock {
    Instant now();

    /**
     * Moves time ahead; returns when everything that expired meanwhile has been swept and told. Refuses a negative duration
     * with {@link IllegalArgumentException}.
     */
    void advance(Duration duration);

    /** Moves time ahead to this instant; refuses one that has passed with {@link IllegalArgumentException}. */
    void set(Instant instant);

    /** Moves time ahead to the next instant at which a document expires, and answers it; empty if none ever does. */
    Optional<Instant> advanceToNextExpiry();

    /** Stops time until it is wound; this is the initial state. */
    void freeze();

    /** Lets time run at the machine's pace. */
    void resume();

    boolean isFrozen();
}
