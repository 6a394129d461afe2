package dev.mayfly.app.console.event;

import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.engine.event.EventPosition;
import java.nio.ByteBuffer;
import java.util.Base64;

/** Positions in the log of events as clients keep them: opaque, and good for as long as the events behind them are kept. */
final class EventTokens {
    private static final int BYTES = Long.BYTES + Integer.BYTES;

    private EventTokens() {}

    static String of(EventPosition position) {
        byte[] bytes = ByteBuffer.allocate(BYTES)
                .putLong(position.version())
                .putInt(position.number())
                .array();
        return Page.token(bytes);
    }

    static EventPosition position(String token) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(token);
            if (bytes.length == BYTES) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                EventPosition position = new EventPosition(buffer.getLong(), buffer.getInt());
                if (position.version() >= 0 && position.number() >= 0) {
                    return position;
                }
            }
        } catch (IllegalArgumentException _) {
            // Said below.
        }
        throw AdminException.badRequest("\"" + token + "\" is no token of an event");
    }
}
