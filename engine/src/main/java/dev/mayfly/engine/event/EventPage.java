package dev.mayfly.engine.event;

import java.util.List;

/**
 * Some events in their order.
 *
 * @param next how far the reader has come: behind the last of them, and behind what was passed over
 * @param isLast whether there was nothing more at that moment
 */
public record EventPage(List<Event> events, EventProgress next, boolean isLast) {
    public EventPage {
        events = List.copyOf(events);
    }
}
