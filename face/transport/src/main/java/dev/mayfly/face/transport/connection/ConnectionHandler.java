package dev.mayfly.face.transport.connection;

/**
 * The handler of one connection's protocol. Its methods are called on the connection's event loop and must not wait.
 */
public interface ConnectionHandler {
    /**
     * Makes a request of one whole frame. The handler owns the array. Must be cheap: expensive decoding is left to the
     * request itself.
     *
     * @throws FrameRefusedException to close the connection
     */
    Request onFrame(byte[] frame);

    /** Called once, when the connection is closed for whatever reason; a request may still be running. */
    default void onClosed() {}
}
