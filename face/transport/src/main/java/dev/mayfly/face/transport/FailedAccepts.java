package dev.mayfly.face.transport;

import dev.mayfly.face.transport.connection.ConnectionRegistry;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;

/** The end of a listener's pipeline, where connections are counted that the system had no file left for. */
final class FailedAccepts extends ChannelInboundHandlerAdapter {
    /*
     * Netty pauses the listener for a second after such a failure and then continues. The callers that count failures
     * log at most one line a minute.
     */
    private final String face;
    private final ConnectionRegistry connections;

    FailedAccepts(String face, ConnectionRegistry connections) {
        this.face = face;
        this.connections = connections;
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException) {
            connections.countUnaccepted(face);
        } else {
            context.fireExceptionCaught(cause);
        }
    }
}
