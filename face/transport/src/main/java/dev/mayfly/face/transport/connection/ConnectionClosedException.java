package dev.mayfly.face.transport.connection;

/** The peer has gone, or has been sent away; whatever was meant for it can be dropped. */
public final class ConnectionClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConnectionClosedException(String message) {
        super(message, null, false, false);
    }
}
