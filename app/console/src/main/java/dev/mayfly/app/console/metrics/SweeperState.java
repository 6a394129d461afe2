package dev.mayfly.app.console.metrics;

import dev.mayfly.app.console.view.HiddenCountCache;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.hidden.HiddenCensus;
import dev.mayfly.engine.sweep.Sweeper;
import org.jspecify.annotations.Nullable;

/** Tells whether sweeping keeps up. */
public final class SweeperState {
    /** A dead document that stands for longer than this means that sweeping does not keep up. */
    private static final long OVERDUE_MILLIS_MAX = 60_000;

    public static final String OK = "ok";

    private final Engine engine;
    private final HiddenCountCache hiddenCounts;

    public SweeperState(Engine engine, HiddenCountCache hiddenCounts) {
        this.engine = engine;
        this.hiddenCounts = hiddenCounts;
    }

    /**
     * The state of sweeping.
     *
     * @param state {@code ok}, or {@code paused}, {@code suspect} (the clock is), {@code clock_behind} (the
     *     machine's wall stepped back), {@code behind}
     * @param backlog dead documents that are still stored
     * @param oldestOverdueSeconds the time for which the oldest of them has been dead
     * @param failures collections that could not be swept in a round, since the start
     */
    public record SweeperView(
            String state,
            long backlog,
            long backlogBytes,
            double oldestOverdueSeconds,
            long rounds,
            long destroyed,
            long failures,
            @Nullable InstantView lastRound,
            @Nullable InstantView nextDue) {}

    public SweeperView view() {
        HiddenCensus hidden = hiddenCounts.count().hidden();
        Sweeper.Status status = engine.sweeper().status();
        return new SweeperView(
                state(hidden),
                hidden.deadDocuments(),
                hidden.deadBytes(),
                overdueMillis(hidden) / 1000.0,
                status.rounds(),
                status.destroyed(),
                status.failures(),
                status.rounds() == 0 ? null : InstantView.of(status.lastRoundAt()),
                InstantView.of(status.nextDue()));
    }

    /** Returns the state of sweeping as a whole, or ok. */
    public String stateOfAll() {
        if (engine.sweeper().isPaused()) {
            return "paused";
        }
        if (engine.clock().isSuspect()) {
            return "suspect";
        }
        if (engine.clock().behindMillis() > ClockGuard.STEP_MILLIS_MAX) {
            return "clock_behind";
        }
        return OK;
    }

    public boolean isBehind(HiddenCensus hidden) {
        return overdueMillis(hidden) > OVERDUE_MILLIS_MAX;
    }

    private String state(HiddenCensus hidden) {
        String whole = stateOfAll();
        if (!whole.equals(OK)) {
            return whole;
        }
        if (isBehind(hidden)) {
            return "behind";
        }
        boolean unreadable = engine.catalog().all().stream()
                .anyMatch(collection -> collection.record().policy().current().isUnreadable());
        return unreadable ? "unreadable_rule" : OK;
    }

    public long overdueMillis(HiddenCensus hidden) {
        return hidden.deadDocuments() == 0 ? 0 : Math.max(0, engine.clock().wallMillis() - hidden.oldestDead());
    }
}
