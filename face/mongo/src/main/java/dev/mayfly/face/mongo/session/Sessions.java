package dev.mayfly.face.mongo.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;

/** The logical sessions and the cursors of one server; a session that ends takes its cursors with it. */
public final class Sessions implements AutoCloseable {
    private final MongoCursors cursors;
    private final LogicalSessions logical;

    /** Measures by the machine's clock, never by the one of deadlines. */
    public Sessions(Clock clock, Timers timers) {
        cursors = new MongoCursors(clock, timers);
        logical = new LogicalSessions(clock, timers, cursors::killAllOf);
    }

    public MongoCursors cursors() {
        return cursors;
    }

    public LogicalSessions logical() {
        return logical;
    }

    /** Closes every cursor and forgets every session. */
    @Override
    public void close() {
        logical.close();
        cursors.close();
    }
}
