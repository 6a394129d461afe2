package dev.mayfly.face.transport.connection;

import io.netty.buffer.ByteBuf;

/** Finds the end of a frame. Stateless and safe for concurrent use. */
@FunctionalInterface
public interface Framer {
    /** The answer while too few bytes have arrived to know. */
    long UNKNOWN = 0;

    /**
     * Returns the length of the frame that starts at the reader index, its own header included, or {@link #UNKNOWN}.
     * Does not move the reader index, counts in long, and allocates nothing.
     *
     * @throws FrameRefusedException if these bytes can never be a frame; the connection is then closed
     */
    long frameLength(ByteBuf bytes);
}
