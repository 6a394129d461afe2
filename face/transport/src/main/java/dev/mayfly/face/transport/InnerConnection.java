package dev.mayfly.face.transport;

import io.netty.buffer.ByteBuf;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Stands for a connection where the server asks one of its own faces; nothing can be written to it. */
public enum InnerConnection implements Connection {
    INSTANCE;

    private static final InetSocketAddress HERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    /** No accepted connection has it. */
    @Override
    public long id() {
        return 0;
    }

    @Override
    public InetSocketAddress peer() {
        return HERE;
    }

    @Override
    public InetSocketAddress local() {
        return HERE;
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
