package dev.mayfly.base.clock;

/** Tells the time in two readings that must never be compared with each other. Safe for concurrent use. */
public interface Clock {
    /** Milliseconds since 1970-01-01T00:00:00Z. May jump in either direction. Deadlines are compared with it. */
    long wallMillis();

    /** Nanoseconds since an arbitrary instant. Only grows. For timeouts and pacing. */
    long tickNanos();
}
