package dev.mayfly.face.transport.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * Short answers to requests that came together, on their way to the channel as one write. Confined to the event loop.
 *
 * <p>A write costs more than copying a few hundred bytes. The first answer is kept as it is, so that a client that
 * waits for each answer pays nothing. Code that writes to the channel in another way, or flushes it, sends the buffer
 * first.
 */
final class ResponseBuffer {
    /** A longer answer goes by itself. */
    static final int SHORT_BYTES = 1 << 10;

    private static final int PARCEL_BYTES = 16 << 10;

    private final Channel channel;
    private @Nullable ByteBuf gathered;

    ResponseBuffer(Channel channel) {
        this.channel = channel;
    }

    /** Takes ownership of a short answer. */
    void add(ByteBuf answer) {
        if (!channel.isOpen()) {
            answer.release();
            return;
        }
        ByteBuf room = withRoom(answer.readableBytes());
        if (room == null) {
            gathered = answer;
            return;
        }
        room.writeBytes(answer);
        answer.release();
    }

    /** Returns the buffer that the answer can be appended to, or null if it is the first of a buffer. */
    private @Nullable ByteBuf withRoom(int bytes) {
        ByteBuf before = gathered;
        if (before == null || before.capacity() - before.writerIndex() >= bytes) {
            return before;
        }
        if (before.capacity() >= PARCEL_BYTES) {
            send();
            return null;
        }
        ByteBuf larger = channel.alloc().directBuffer(PARCEL_BYTES);
        larger.writeBytes(before);
        before.release();
        gathered = larger;
        return larger;
    }

    void send() {
        ByteBuf full = gathered;
        if (full != null) {
            gathered = null;
            channel.write(full);
        }
    }

    /** Releases answers that can no longer be sent. */
    void drop() {
        ByteBuf left = gathered;
        if (left != null) {
            gathered = null;
            left.release();
        }
    }
}
