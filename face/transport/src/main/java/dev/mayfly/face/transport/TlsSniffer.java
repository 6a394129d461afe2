package dev.mayfly.face.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.function.Function;

/** Tells TLS from plain connections by the first byte: a TLS connection begins with a handshake record. */
final class TlsSniffer extends ByteToMessageDecoder {
    private static final int HANDSHAKE = 22;

    private final Function<ByteBufAllocator, SslHandler> encryption;

    TlsSniffer(Function<ByteBufAllocator, SslHandler> encryption) {
        this.encryption = encryption;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.getUnsignedByte(in.readerIndex()) == HANDSHAKE) {
            context.pipeline().replace(this, null, encryption.apply(context.alloc()));
        } else {
            context.pipeline().remove(this);
        }
    }
}
