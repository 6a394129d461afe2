package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.collection.NewCollections;
import dev.mayfly.face.mongo.session.ApiParameters;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.session.CursorOwner;
import dev.mayfly.face.mongo.session.LocalStatementLog;
import dev.mayfly.face.mongo.session.SessionId;
import dev.mayfly.face.mongo.session.StatementLog;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The context of a command.
 *
 * @param instant as of which the request reads, by the clock that deadlines are compared with
 * @param session the logical session it belongs to
 * @param api the promise of stability it relies on
 * @param numbered the retryable write that it is, or null
 * @param transaction the transaction that it is a statement of, or null
 */
public record CommandContext(
        MongoServices services,
        ConnectionState state,
        ReadInstant instant,
        Optional<SessionId> session,
        ApiParameters api,
        @Nullable NumberedCommand numbered,
        @Nullable Statement transaction) {
    /** One in a transaction of its session. */
    public record Statement(Transaction transaction, long number, NewCollections made) {}

    /** The instant of the request, in milliseconds since the epoch. */
    public long now() {
        return instant.now();
    }

    CommandContext numbered(NumberedCommand number) {
        return new CommandContext(services, state, instant, session, api, number, null);
    }

    public CommandContext in(Statement statement) {
        return new CommandContext(services, state, instant, session, api, null, statement);
    }

    /** Returns the owner of a cursor that this command opens or continues. */
    public CursorOwner cursorOwner() {
        long number = transaction == null ? CursorOwner.NO_TRANSACTION : transaction.number;
        return new CursorOwner(state.userText(), session, state.connection().id(), number, api);
    }

    public MongoCollections collections() {
        MongoCollections all = services.collections();
        return transaction == null ? all : all.in(transaction.transaction, transaction.made);
    }

    /** Returns the log of this command's writes to a collection. */
    public StatementLog log(CollectionName name, Optional<Collection> collection) {
        return numbered == null ? LocalStatementLog.NONE : numbered.log(name, collection.orElse(null));
    }
}
