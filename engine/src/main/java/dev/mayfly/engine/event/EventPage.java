package dev.mayfly.engine.event;

import java.util.List;

/**
 * Some events in their order.
 *
 * @param next where to read on: behind the last of them, and behind what was passed over
 * @param isLast whether there was nothing more at that moment
 */
public record EventPage(List<Event> events, EventPosition next, boolean isLast) {
    public EventPage {
        events = List.copyOf(events);
    }
}
