package dev.mayfly.app.console.text;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.base.document.Lifetime;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Locale;

/** Lifetimes as people write and read them. */
public final class LifetimeText {
    private static final String UNTIL = "until ";

    private LifetimeText() {}

    /**
     * Reads {@code 15m}, {@code until INSTANT} or just an instant with an offset, {@code forever}, {@code inherit}.
     */
    public static Lifetime read(String text) {
        String word = text.strip().toLowerCase(Locale.ROOT);
        if (word.equals("forever")) {
            return Lifetime.FOREVER;
        }
        if (word.equals("inherit") || word.equals("inherited")) {
            return Lifetime.INHERIT;
        }
        try {
            if (word.startsWith(UNTIL)) {
                return new Lifetime.Until(
                        Times.instant(text.strip().substring(UNTIL.length()).strip())
                                .toEpochMilli());
            }
            return word.contains(":")
                    ? new Lifetime.Until(Times.instant(text.strip()).toEpochMilli())
                    : span(Times.duration(text.strip()));
        } catch (DateTimeException | ArithmeticException _) {
            throw AdminException.badRequest(
                    "\"" + text + "\" is no lifetime such as 15m, 7d, until 2026-01-01T00:00:00Z, forever or inherit");
        }
    }

    private static Lifetime span(Duration duration) {
        // A part of a second counts as one: a document never dies before its time.
        long seconds = duration.plusSeconds(1).minusNanos(1).toSeconds();
        if (seconds < 1 || seconds > Integer.MAX_VALUE) {
            throw AdminException.badRequest("a lifetime has 1 to " + Integer.MAX_VALUE + " seconds");
        }
        return new Lifetime.For((int) seconds);
    }

    public static String words(Lifetime lifetime) {
        return switch (lifetime) {
            case Lifetime.Inherit _ -> "inherited";
            case Lifetime.Forever _ -> "forever";
            case Lifetime.For own -> own.seconds() + " s";
            case Lifetime.Until until -> "until " + InstantWords.of(until.epochMillis());
        };
    }
}
