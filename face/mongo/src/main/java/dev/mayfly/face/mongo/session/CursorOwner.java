package dev.mayfly.face.mongo.session;

import java.util.Optional;

/**
 * Whose a cursor is.
 *
 * @param user as text, empty without login
 * @param session the logical session it was opened in
 * @param connection the connection it was opened on, which counts where there is no session
 * @param transaction the number of the transaction it was opened in
 * @param api which promise of stability the command that opened it relies on
 */
public record CursorOwner(
        String user, Optional<SessionId> session, long connection, long transaction, ApiParameters api) {
    /** Of a cursor that was opened outside of transactions. */
    public static final long NO_TRANSACTION = -1;

    public CursorOwner(String user, Optional<SessionId> session, long connection) {
        this(user, session, connection, NO_TRANSACTION, ApiParameters.NONE);
    }

    /** What its cursors are counted under. */
    Object account() {
        return session.isPresent() ? session.get() : connection;
    }
}
