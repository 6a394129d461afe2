package dev.mayfly.app.console.text;

import java.time.Instant;

/** Instants in sentences. */
public final class InstantWords {
    private InstantWords() {}

    public static String of(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).toString();
    }
}
