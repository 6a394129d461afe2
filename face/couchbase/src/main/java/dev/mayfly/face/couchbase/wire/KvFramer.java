package dev.mayfly.face.couchbase.wire;

import dev.mayfly.face.transport.connection.FrameRefusedException;
import dev.mayfly.face.transport.connection.Framer;
import io.netty.buffer.ByteBuf;

/** Reads the length of a frame, and refuses one whose parts are longer than the whole. */
public final class KvFramer implements Framer {
    /** The longest body that is read at all; a value above its own limit is answered, one above this is not. */
    public static final int BODY_BYTES_MAX = 30 << 20;

    @Override
    public long frameLength(ByteBuf bytes) {
        if (bytes.readableBytes() < Header.BYTES) {
            return unfinished(bytes);
        }
        int start = bytes.readerIndex();
        boolean isFlexible = isFlexible(bytes.getUnsignedByte(start));
        long body = bytes.getUnsignedInt(start + Header.BODY_LENGTH);
        long key = isFlexible
                ? bytes.getUnsignedByte(start + Header.FRAMING_LENGTH)
                        + (long) bytes.getUnsignedByte(start + Header.FLEXIBLE_KEY_LENGTH)
                : bytes.getUnsignedShort(start + Header.KEY_LENGTH);
        long named = key + bytes.getUnsignedByte(start + Header.EXTRAS_LENGTH);
        if (named > body) {
            throw new FrameRefusedException("the parts of the frame are longer than its body");
        }
        if (body > BODY_BYTES_MAX) {
            throw new FrameRefusedException("the body is longer than the limit");
        }
        return Header.BYTES + body;
    }

    /** The first byte alone may show that this is another protocol. */
    private static long unfinished(ByteBuf bytes) {
        if (bytes.isReadable()) {
            isFlexible(bytes.getUnsignedByte(bytes.readerIndex()));
        }
        return UNKNOWN;
    }

    private static boolean isFlexible(int magic) {
        return switch (magic) {
            // A consumer answers what a DCP producer asks as a server would.
            case Magic.REQUEST, Magic.CLIENT_RESPONSE, Magic.RESPONSE -> false;
            case Magic.FLEXIBLE_REQUEST -> true;
            default -> throw new FrameRefusedException("the first byte is not that of a request");
        };
    }
}
