package dev.mayfly.app.console.transfer;

import dev.mayfly.app.console.text.Times;
import dev.mayfly.base.document.Lifetime;
import java.time.Duration;
import java.time.Instant;

/** Lifetimes in words: {@code inherit}, {@code forever}, {@code 90s}, {@code until 2026-01-01T00:00:00Z}. */
final class LifetimeWords {
    private static final String UNTIL = "until ";

    private LifetimeWords() {}

    static String of(Lifetime lifetime) {
        return switch (lifetime) {
            case Lifetime.Inherit _ -> "inherit";
            case Lifetime.Forever _ -> "forever";
            case Lifetime.For span -> span.seconds() + "s";
            case Lifetime.Until end -> UNTIL + Instant.ofEpochMilli(end.epochMillis());
        };
    }

    /** Refuses what is no lifetime with {@link java.time.DateTimeException} or {@link IllegalArgumentException}. */
    static Lifetime read(String words) {
        if (words.equals("inherit")) {
            return Lifetime.INHERIT;
        }
        if (words.equals("forever")) {
            return Lifetime.FOREVER;
        }
        if (words.startsWith(UNTIL)) {
            return new Lifetime.Until(
                    Times.instant(words.substring(UNTIL.length())).toEpochMilli());
        }
        Duration span = Times.duration(words);
        return new Lifetime.For(span.toSeconds());
    }
}
