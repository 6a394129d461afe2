package dev.mayfly.face.transport;

/** One connection's side of a protocol. Its methods are called on the connection's event loop and must not wait. */
public interface ConnectionHandler {
    /**
     * Makes a request of one whole frame. The array is the handler's to keep. Cheap: what is expensive to decode is
     * decoded by the request itself.
     *
     * @throws FrameRefusedException to close the connection
     */
    Request onFrame(byte[] frame);

    /** Called once, when the connection is closed for whatever reason; a request may still be running. */
    default void onClosed() {}
}
