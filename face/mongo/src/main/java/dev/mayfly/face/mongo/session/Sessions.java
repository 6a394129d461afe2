package dev.mayfly.face.mongo.session;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;

/** The logical sessions and the cursors of one server; a session that ends takes its cursors and its numbers along. */
public final class Sessions implements AutoCloseable {
    private final MongoCursors cursors;
    private final LogicalSessions logical;
    private final NumberedSessions numbered;

    /** Measures by the machine's clock, never by the one of deadlines. */
    public Sessions(Clock clock, Timers timers) {
        cursors = new MongoCursors(clock, timers);
        numbered = new NumberedSessions(clock, timers, cursors);
        logical = new LogicalSessions(clock, timers, this::ended);
    }

    private void ended(SessionId session) {
        cursors.killAllOf(session);
        numbered.end(session);
    }

    public NumberedSessions numbered() {
        return numbered;
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
        numbered.close();
        cursors.close();
    }
}
