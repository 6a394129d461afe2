package dev.mayfly.face.transport.connection;

import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** The connection of a request made to a face within this process; nothing can be written to it. */
public record InnerConnection(InetSocketAddress peer, InetSocketAddress local, boolean isSecure) implements Connection {
    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    /** The connection of the server's own requests to its faces. */
    public static final InnerConnection INSTANCE = new InnerConnection(HERE, HERE, false);

    /** No accepted connection has it. */
    @Override
    public long id() {
        return 0;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void loggedIn() {}

    @Override
    public ByteBuf allocate(int bytes) {
        throw new IllegalStateException("nobody reads what is written here");
    }

    @Override
    public void write(ByteBuf answer) {
        answer.release();
        throw new IllegalStateException("nobody reads what is written here");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
