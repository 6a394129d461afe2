package dev.mayfly.app.console;

import java.time.Instant;

/** Instants in sentences. */
final class InstantWords {
    private InstantWords() {}

    static String of(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).toString();
    }
}
