package dev.mayfly.app.console.api;

import dev.mayfly.app.console.WindableClock;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.text.Times;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.Engine;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The routes that tell the time and wind a virtual clock. */
final class ClockRoutes {
    /** Stands for the instant at which the next document expires. */
    private static final String NEXT_EXPIRY = "next-expiry";

    private final Engine engine;
    private final @Nullable WindableClock virtual;

    ClockRoutes(Engine engine, @Nullable WindableClock virtual) {
        this.engine = engine;
        this.virtual = virtual;
    }

    /**
     * The state of the clock.
     *
     * @param kind {@code system} or {@code virtual}
     * @param state the verdict of its guard
     * @param frozen of a virtual clock: whether it stands still
     * @param behindMillis the lag of the wall clock behind the time shown
     * @param offsetMillis how far it is ahead of the cluster's; null where it is not measured
     */
    record ClockView(
            String kind,
            InstantView now,
            String state,
            @Nullable Boolean frozen,
            long behindMillis,
            @Nullable Long offsetMillis) {}

    ClockView view() {
        ClockGuard guard = engine.clock();
        long now = guard.wallMillis();
        String state = guard.state().name().toLowerCase(Locale.ROOT);
        Boolean frozen = virtual == null ? null : virtual.isFrozen();
        String kind = virtual == null ? "system" : "virtual";
        InstantView shown = new InstantView(Instant.ofEpochMilli(now).toString(), now);
        Long offset = guard.offset().isPresent() ? guard.offset().getAsLong() : null;
        return new ClockView(kind, shown, state, frozen, guard.behindMillis(), offset);
    }

    HttpResponse now() {
        return ApiAnswers.json(200, view());
    }

    HttpResponse advance(HttpRequest request) {
        WindableClock clock = required();
        String by = ApiAnswers.argument(request, "by")
                .orElseThrow(() -> AdminException.badRequest("say how far: ?by=2h or {\"by\": \"2h\"}"));
        try {
            clock.advance(Times.duration(by));
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException wrong) {
            throw AdminException.badRequest(String.valueOf(wrong.getMessage()));
        }
        return now();
    }

    HttpResponse set(HttpRequest request) {
        WindableClock clock = required();
        String to = ApiAnswers.argument(request, "to")
                .orElseThrow(() ->
                        AdminException.badRequest("say when: ?to=INSTANT, ?to=next-expiry or {\"to\": \"INSTANT\"}"));
        try {
            if (!to.equals(NEXT_EXPIRY)) {
                clock.set(Times.instant(to));
            } else if (clock.advanceToNextExpiry().isEmpty()) {
                throw new AdminException(409, "nothing_expires", "no document will expire");
            }
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException wrong) {
            throw AdminException.badRequest(String.valueOf(wrong.getMessage()));
        }
        return now();
    }

    HttpResponse freeze() {
        required().freeze();
        return now();
    }

    HttpResponse resume() {
        required().resume();
        return now();
    }

    HttpResponse confirm() {
        engine.clock().confirm();
        return now();
    }

    private WindableClock required() {
        WindableClock clock = virtual;
        if (clock == null) {
            throw AdminException.clockIsNotVirtual();
        }
        return clock;
    }
}
