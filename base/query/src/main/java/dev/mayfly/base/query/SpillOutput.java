package dev.mayfly.base.query;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows to a file of a {@link SpillSpace} through a buffer of fixed size, however large a row is. Bytes that were
 * written can be changed. Used by one thread.
 */
public final class SpillOutput extends OutputStream {
    /** Larger pieces would be held again by the channel, which copies them. */
    static final int BUFFER_BYTES = 16 << 10;

    private final FileChannel channel;
    private final SpillSpace space;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private long writtenBytes;

    SpillOutput(FileChannel channel, SpillSpace space) {
        this.channel = channel;
        this.space = space;
    }

    /** Returns the number of bytes up to here. */
    public long position() {
        return writtenBytes + buffer.position();
    }

    /** Returns the number of bytes that are in the file, and were taken of the space. */
    long writtenBytes() {
        return writtenBytes;
    }

    @Override
    public void write(int value) {
        if (!buffer.hasRemaining()) {
            flush();
        }
        buffer.put((byte) value);
    }

    @Override
    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        int done = 0;
        while (done < length) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int piece = Math.min(buffer.remaining(), length - done);
            buffer.put(bytes, offset + done, piece);
            done += piece;
        }
    }

    void writeInt(int value) {
        room(Integer.BYTES);
        buffer.putInt(value);
    }

    void writeLong(long value) {
        room(Long.BYTES);
        buffer.putLong(value);
    }

    private void room(int bytes) {
        if (buffer.remaining() < bytes) {
            flush();
        }
    }

    /** Overwrites a byte at an earlier position. */
    public void change(long position, byte value) {
        if (position >= writtenBytes) {
            buffer.put((int) (position - writtenBytes), value);
        } else {
            change(position, ByteBuffer.wrap(new byte[] {value}));
        }
    }

    /** Overwrites four bytes at an earlier position, the highest first. */
    void changeInt(long position, int value) {
        if (position >= writtenBytes) {
            buffer.putInt((int) (position - writtenBytes), value);
        } else {
            // Buffers are written whole, and numbers may lie across two of them.
            for (int i = 0; i < Integer.BYTES; i++) {
                change(position + i, (byte) (value >>> Byte.SIZE * (Integer.BYTES - 1 - i)));
            }
        }
    }

    private void change(long position, ByteBuffer bytes) {
        try {
            channel.write(bytes, position);
        } catch (IOException failure) {
            throw failed(failure);
        }
    }

    @Override
    public void flush() {
        space.take(buffer.position());
        writtenBytes += buffer.position();
        buffer.flip();
        try {
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        } catch (IOException failure) {
            throw failed(failure);
        }
        buffer.clear();
    }

    private static SpillException failed(@Nullable IOException failure) {
        return new SpillException("rows cannot be written to the disk", failure);
    }
}
