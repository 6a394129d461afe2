package dev.mayfly.face.transport.connection;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;

/** The end of a connection's pipeline, whatever its requests are made of. Confined to the event loop. */
public abstract class ConnectionReader extends ChannelInboundHandlerAdapter {
    private final ChannelConnection connection;

    public ConnectionReader(ChannelConnection connection) {
        this.connection = connection;
    }

    /** Runs what has arrived, as far as the connection is ready for it. */
    protected abstract void process();

    @Override
    public final void handlerAdded(ChannelHandlerContext context) {
        connection.onReady(this::process);
        connection.timeouts().waitFor(ConnectionDuty.FIRST_BYTE);
    }

    @Override
    public final void channelReadComplete(ChannelHandlerContext context) {
        connection.flushHere();
    }

    @Override
    public final void channelWritabilityChanged(ChannelHandlerContext context) {
        if (context.channel().isWritable()) {
            connection.becomeReady();
        }
    }

    @Override
    public final void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof IOException || cause instanceof DecoderException) {
            connection.refuse("its channel failed: " + cause.getClass().getSimpleName());
        } else {
            connection.failOutsideRequest(cause);
        }
    }
}
