package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.CursorOwner;
import dev.mayfly.face.mongo.session.SessionId;
import java.util.Optional;

/**
 * Where and when a command runs.
 *
 * @param now the instant of the request, by the clock that deadlines are compared with
 * @param session the logical session it belongs to
 */
public record CommandContext(MongoServices services, ConnectionState state, long now, Optional<SessionId> session) {
    /** Whose a cursor is that this command opens or continues. */
    public CursorOwner cursorOwner() {
        return new CursorOwner(state.userText(), session, state.connection().id());
    }
}
