package dev.mayfly.face.transport.connection;

/** A request has turned out to be too large for an event loop; nothing of it was done. */
final class EventLoopLeftException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EventLoopLeftException() {
        super("the request is begun again on a thread of its own", null, false, false);
    }
}
