package dev.mayfly.face.transport.http;

import dev.mayfly.face.transport.connection.ConnectionClosedException;

/** The body of a response. */
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

    /** The receiver of the parts. Used on the request's own thread. */
    interface Stream {
        /**
         * Sends this part at once, and waits while the peer takes none.
         *
         * @throws ConnectionClosedException if the connection is closed
         */
        void send(byte[] part);

        boolean isOpen();
    }
}
