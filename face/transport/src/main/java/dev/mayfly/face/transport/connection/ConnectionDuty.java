package dev.mayfly.face.transport.connection;

import java.time.Duration;

/** The next thing a connection has to do in time. */
public enum ConnectionDuty {
    FIRST_BYTE,
    HEADER,
    FRAME,
    NEXT_FRAME,
    NEXT_HTTP_REQUEST,
    /** It is the server's turn, or the peer may take as long as it likes. */
    NOTHING;

    private static final long FOREVER = Long.MAX_VALUE;

    long limitNanos(TransportLimits.Timeouts limits, boolean isLoggedIn) {
        return switch (this) {
            case FIRST_BYTE -> nanos(limits.firstByte());
            case HEADER -> nanos(limits.wholeHeader());
            case FRAME -> nanos(limits.wholeFrame());
            case NEXT_FRAME -> isLoggedIn ? FOREVER : nanos(limits.idleBeforeLogin());
            case NEXT_HTTP_REQUEST -> nanos(isLoggedIn ? limits.idleHttp() : limits.idleBeforeLogin());
            case NOTHING -> FOREVER;
        };
    }

    private static long nanos(Duration duration) {
        return duration.toNanos();
    }
}
