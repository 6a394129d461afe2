package dev.mayfly.app.console.event;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.engine.event.EventProgress;
import java.util.Base64;

/**
 * How far readers of the events have come, as clients keep it: opaque, and good for as long as the events behind it are kept.
 */
final class EventTokens {
    private EventTokens() {}

    static String of(EventProgress progress) {
        return Page.token(progress.toBytes());
    }

    static EventProgress progress(String token) {
        try {
            return EventProgress.ofBytes(Base64.getUrlDecoder().decode(token));
        } catch (IllegalArgumentException _) {
            throw AdminException.badRequest("\"" + token + "\" is no token of an event");
        }
    }
}
