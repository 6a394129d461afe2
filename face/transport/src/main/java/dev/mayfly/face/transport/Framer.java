package dev.mayfly.face.transport;

import io.netty.buffer.ByteBuf;

/** Says where a frame ends. Keeps no state and is safe for concurrent use. */
@FunctionalInterface
public interface Framer {
    /** The answer while too few bytes have arrived to know. */
    long UNKNOWN = 0;

    /**
     * The length of the frame that starts at the reader index, its own header included, or {@link #UNKNOWN}. Looks
     * without moving the reader index, counts in long, and allocates nothing.
     *
     * @throws FrameRefusedException if these bytes can never be a frame; the connection is then closed
     */
    long frameLength(ByteBuf bytes);
}
