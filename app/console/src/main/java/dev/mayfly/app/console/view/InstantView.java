package dev.mayfly.app.console.view;

import dev.mayfly.engine.expiry.Deadlines;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An instant, for people and for programs.
 *
 * @param iso as ISO-8601
 * @param epochMillis since the epoch
 */
public record InstantView(String iso, long epochMillis) {
    /** Null when there is none. */
    public static @Nullable InstantView of(long epochMillis) {
        boolean none = epochMillis == Deadlines.NO_DEADLINE || epochMillis == Long.MIN_VALUE;
        return none ? null : new InstantView(Instant.ofEpochMilli(epochMillis).toString(), epochMillis);
    }
}
