package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Transaction;
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
 * @param numbered the retryable write that it is, or null
 * @param transaction the transaction that it is a statement of, or null
 */
public record CommandContext(
        MongoServices services,
        ConnectionState state,
        long now,
        Optional<SessionId> session,
        @Nullable NumberedCommand numbered,
        @Nullable Statement transaction) {
    /** One in a transaction of its session. */
    record Statement(Transaction transaction, long number) {}

    CommandContext numbered(NumberedCommand number) {
        return new CommandContext(services, state, now, session, number, null);
    }

    CommandContext in(Statement statement) {
        return new CommandContext(services, state, now, session, null, statement);
    }

    /** Whose a cursor is that this command opens or continues. */
    public CursorOwner cursorOwner() {
        long number = transaction == null ? CursorOwner.NO_TRANSACTION : transaction.number;
        return new CursorOwner(state.userText(), session, state.connection().id(), number);
    }

    public MongoCollections collections() {
        MongoCollections all = services.collections();
        return transaction == null ? all : all.in(transaction.transaction);
    }

    /** What is kept of a write to this collection. */
    StatementLog log(Optional<Collection> collection) {
        return numbered == null ? StatementLog.NONE : numbered.log(collection.orElse(null));
    }
}
