package dev.mayfly.face.transport;

import io.netty.channel.Channel;
import java.net.InetSocketAddress;

/** An open port. Closing it leaves the connections that it accepted. */
public final class Listener implements AutoCloseable {
    private final Channel channel;

    Listener(Channel channel) {
        this.channel = channel;
    }

    /** Returns the address with the port actually bound. */
    public InetSocketAddress address() {
        return (InetSocketAddress) channel.localAddress();
    }

    @Override
    public void close() {
        channel.close().awaitUninterruptibly();
    }
}
