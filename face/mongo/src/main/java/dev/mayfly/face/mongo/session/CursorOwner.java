package dev.mayfly.face.mongo.session;

import java.util.Optional;

/**
 * The owner of a cursor.
 *
 * @param user as text, empty without login
 * @param session the logical session it was opened in
 * @param connection the connection it was opened on, which counts where there is no session
 * @param transaction the number of the transaction it was opened in
 * @param api the promise of stability that the opening command relies on
 */
public record CursorOwner(
        String user, Optional<SessionId> session, long connection, long transaction, ApiParameters api) {
    /** The transaction number of a cursor opened outside of transactions. */
    public static final long NO_TRANSACTION = -1;

    public CursorOwner(String user, Optional<SessionId> session, long connection) {
        this(user, session, connection, NO_TRANSACTION, ApiParameters.NONE);
    }

    /** Returns the key under which the owner's cursors are counted. */
    Object account() {
        return session.isPresent() ? session.get() : connection;
    }
}
