package dev.mayfly.face.couchbase;

import dev.mayfly.face.transport.Connection;
import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * A connection from this machine that is no socket.
 *
 * @param localPort the port that it came to
 */
public record LocalConnection(int localPort) implements Connection {
    public static final int PEER_PORT = 40_000;

    @Override
    public long id() {
        return 1;
    }

    @Override
    public InetSocketAddress peer() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), PEER_PORT);
    }

    @Override
    public InetSocketAddress local() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), localPort);
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void loggedIn() {}

    @Override
    public ByteBuf allocate(int bytes) {
        throw new IllegalStateException("a handler of HTTP writes nothing itself");
    }

    @Override
    public void write(ByteBuf answer) {
        throw new IllegalStateException("a handler of HTTP writes nothing itself");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
