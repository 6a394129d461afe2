package dev.mayfly.app.console.webhook;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;

/** The time for which the next event has waited for a reader of the log. */
public final class EventLag {
    private static final double MILLIS = 1_000;

    private EventLag() {}

    /**
     * Returns the lag in seconds; not a number if the events that were not read are no longer kept.
     *
     * @param wall the clock of events
     */
    public static double seconds(EventLog log, EventScope scope, EventProgress progress, Clock wall) {
        try {
            long since = log.waitingSince(scope, progress);
            return since == 0 ? 0 : Math.max(0, wall.wallMillis() - since) / MILLIS;
        } catch (EngineException lost) {
            return Double.NaN;
        }
    }
}
