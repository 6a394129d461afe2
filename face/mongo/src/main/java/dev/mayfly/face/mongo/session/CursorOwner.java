package dev.mayfly.face.mongo.session;

import java.util.Optional;

/**
 * Whose a cursor is.
 *
 * @param user as text, empty without login
 * @param session the logical session it was opened in
 * @param connection the connection it was opened on, which counts where there is no session
 */
public record CursorOwner(String user, Optional<SessionId> session, long connection) {
    /** What its cursors are counted under. */
    Object account() {
        return session.isPresent() ? session.get() : connection;
    }
}
