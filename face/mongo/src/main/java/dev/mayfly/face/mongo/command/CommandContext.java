package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.CursorOwner;
import dev.mayfly.face.mongo.session.SessionId;
import dev.mayfly.face.mongo.write.StatementLog;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where and when a command runs.
 *
 * @param now the instant of the request, by the clock that deadlines are compared with
 * @param session the logical session it belongs to
 * @param numbered the number that it has in its session, or null
 */
public record CommandContext(
        MongoServices services,
        ConnectionState state,
        long now,
        Optional<SessionId> session,
        @Nullable NumberedCommand numbered) {
    CommandContext numbered(NumberedCommand number) {
        return new CommandContext(services, state, now, session, number);
    }

    /** Whose a cursor is that this command opens or continues. */
    public CursorOwner cursorOwner() {
        return new CursorOwner(state.userText(), session, state.connection().id());
    }

    public MongoCollections collections() {
        return services.collections();
    }

    /** What is kept of a write to this collection. */
    StatementLog log(Optional<Collection> collection) {
        return numbered == null ? StatementLog.NONE : numbered.log(collection.orElse(null));
    }
}
