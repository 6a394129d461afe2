package dev.mayfly.face.transport.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetSocketAddress;

/** An accepted connection as its protocol sees it. Safe for concurrent use. */
public interface Connection {
    /** Never used twice in the life of a transport. */
    long id();

    InetSocketAddress peer();

    InetSocketAddress local();

    /** Returns true if the connection is encrypted. */
    boolean isSecure();

    boolean isOpen();

    /**
     * Declares that the peer may stay: wider limits hold from the next frame on. A face calls this after a login or,
     * where no login is needed, after the first valid request.
     */
    void loggedIn();

    /** Returns an empty buffer whose bytes can be sent without another copy. The caller writes or releases it. */
    ByteBuf allocate(int bytes);

    /**
     * Adds to the answer and takes ownership of the buffer. The bytes leave at the latest when the request ends. On a
     * virtual thread this waits while too much is unsent.
     *
     * @throws ConnectionClosedException if the connection is closed
     */
    void write(ByteBuf answer);

    /** Adds to the answer as {@link #write(ByteBuf)} does; the array must not change afterwards. */
    default void write(byte[] answer) {
        write(Unpooled.wrappedBuffer(answer));
    }

    /** Sends what was written now, for answers that come in several parts over time. */
    void flush();

    /** Closes once everything written has left. */
    void close();
}
