package dev.mayfly.app.console.webhook;

import dev.mayfly.engine.event.Event;

/** The JSON form of an event. Safe for concurrent use. */
@FunctionalInterface
public interface EventJson {
    /**
     * The event as JSON on one line.
     *
     * @param documents whether with its document
     */
    String text(Event event, boolean documents);
}
