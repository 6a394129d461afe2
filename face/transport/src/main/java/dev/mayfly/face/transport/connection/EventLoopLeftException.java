package dev.mayfly.face.transport.connection;

/**
 * A request has turned out to be too large for an event loop, or to wait for something; nothing of it was done. Whoever
 * catches everything passes it on.
 */
public final class EventLoopLeftException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EventLoopLeftException() {
        super("the request is begun again on a thread of its own", null, false, false);
    }
}
