package dev.mayfly.face.mongo.wire;

import dev.mayfly.face.transport.connection.FrameRefusedException;
import dev.mayfly.face.transport.connection.Framer;
import io.netty.buffer.ByteBuf;

/** Reads the length of a message, and refuses data that is plainly another protocol. */
public final class MongoFramer implements Framer {
    /** The limit that hello reports as maxMessageSizeBytes. */
    public static final int MESSAGE_BYTES_MAX = 48_000_000;

    @Override
    public long frameLength(ByteBuf bytes) {
        if (bytes.readableBytes() < Header.BYTES) {
            return UNKNOWN;
        }
        int start = bytes.readerIndex();
        long length = bytes.getIntLE(start);
        if (length < Header.BYTES || length > MESSAGE_BYTES_MAX) {
            throw new FrameRefusedException("the message length is out of range");
        }
        return switch (bytes.getIntLE(start + 12)) {
            case OpCode.MSG, OpCode.QUERY, OpCode.COMPRESSED -> length;
            default -> throw new FrameRefusedException("the op code is not one of ours");
        };
    }
}
