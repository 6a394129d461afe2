package dev.mayfly.app.console.page;

import dev.mayfly.app.console.auth.ConsoleSessions;
import dev.mayfly.base.clock.ClockGuard;
import org.jspecify.annotations.Nullable;

/**
 * The frame around every page.
 *
 * @param section the entry of the navigation that it belongs to
 * @param clock as the API reports it
 * @param user that has logged in, or null
 */
record Frame(
        String title,
        String section,
        String theme,
        String token,
        @Nullable String user,
        Facts clock,
        Assets assets) {
    private static final String THEME_COOKIE = "mayfly-theme";

    static Frame of(Visit visit, String title, String section) {
        return new Frame(
                title,
                section,
                theme(ConsoleSessions.cookie(visit.request(), THEME_COOKIE)),
                visit.session().token(),
                visit.session().name(),
                visit.api().get("/api/v1/clock").orNothing(),
                visit.assets());
    }

    private static String theme(@Nullable String chosen) {
        return chosen != null && (chosen.equals("light") || chosen.equals("dark")) ? chosen : "auto";
    }

    boolean isVirtual() {
        return clock.text("kind").equals("virtual");
    }

    boolean isFrozen() {
        return clock.is("frozen");
    }

    long now() {
        return Math.max(0, clock.instant("now"));
    }

    /** Returns the complaint of the clock's guard, or empty. */
    String complaint() {
        return switch (clock.text("state")) {
            case "suspect" ->
                isOff()
                        ? "The clock is " + Show.duration(Math.abs(clock.number("offsetMillis")))
                                + " from that of the cluster. Nothing is destroyed here until it is right."
                        : "The machine's clock stepped. Reads follow it, but nothing is destroyed until it is"
                                + " confirmed.";
            case "held_back" -> "The machine's clock stepped back. Time goes on from the last instant seen.";
            default -> "";
        };
    }

    /** Returns true if the clock is wrong by a measurement, which nobody can overrule. */
    boolean isOff() {
        return clock.has("offsetMillis") && Math.abs(clock.number("offsetMillis")) > ClockGuard.OFFSET_MILLIS_MAX;
    }

    @Nullable
    String current(String entry) {
        return entry.equals(section) ? "page" : null;
    }
}
