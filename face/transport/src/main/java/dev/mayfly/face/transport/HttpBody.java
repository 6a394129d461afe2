package dev.mayfly.face.transport;

/** What follows the header of a response. */
public sealed interface HttpBody {
    /** Known in whole; the array must not change afterwards. */
    record Bytes(byte[] bytes) implements HttpBody {}

    /** Written over time. */
    record Streamed(Writer writer) implements HttpBody {}

    /** Writes a body in parts, on the request's virtual thread; the body ends when it returns. */
    @FunctionalInterface
    interface Writer {
        void writeTo(Stream stream);
    }

    /** Where the parts go. For the request's own thread. */
    interface Stream {
        /**
         * Sends this part at once, and waits while the peer takes none.
         *
         * @throws ConnectionClosedException if nobody will read it
         */
        void send(byte[] part);

        boolean isOpen();
    }
}
