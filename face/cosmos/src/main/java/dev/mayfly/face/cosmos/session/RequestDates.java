package dev.mayfly.face.cosmos.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.cosmos.error.CosmosException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Judges the dates of signed requests by the machine's clock. Safe for concurrent use. */
final class RequestDates {
    private static final long WINDOW_MILLIS = Duration.ofMinutes(15).toMillis();
    private static final DateTimeFormatter SHOWN = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private final Clock machine;
    /** Many requests in a row carry the same second. */
    private volatile @Nullable Parsed last;

    private record Parsed(String text, long millis) {}

    RequestDates(Clock machine) {
        this.machine = machine;
    }

    /** @throws CosmosException when it is too far from now, or no date */
    void requireNear(String date) {
        long then = millis(date);
        requireWithin(then - WINDOW_MILLIS, then + WINDOW_MILLIS);
    }

    /** @throws CosmosException when something that was given from and until these instants is not good now */
    void requireWithin(long from, long until) {
        long now = machine.wallMillis();
        if (now < from || now > until) {
            throw new CosmosException(
                    403,
                    0,
                    "Forbidden",
                    "The authorization token is not valid at the current time. Please create another token and retry"
                            + " (token start time: " + shown(from) + ", token expiry time: " + shown(until)
                            + ", current server time: " + shown(now) + ").");
        }
    }

    long now() {
        return machine.wallMillis();
    }

    private static String shown(long millis) {
        return SHOWN.format(Instant.ofEpochMilli(millis));
    }

    private long millis(String text) {
        Parsed known = last;
        if (known != null && known.text.equals(text)) {
            return known.millis;
        }
        try {
            long millis = ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli();
            last = new Parsed(text, millis);
            return millis;
        } catch (DateTimeException _) {
            throw CosmosException.badRequest(
                    "The date of the request is not one as HTTP writes it, such as Tue, 01 Nov 1994 08:12:31 GMT.");
        }
    }
}
