package dev.mayfly.base.query;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * Rows with their keys, written once and then read once from the start. It holds a buffer and a key; a row is read when it is
 * asked for. Used by one thread; gone when closed.
 */
final class SpillFile implements AutoCloseable {
    /*
     * length of the key 4 | key | memory that the row needs once it is decoded 8 | length of the row 4 | row
     */
    private static final int PIECE_BYTES = SpillOutput.BUFFER_BYTES / 2;

    private final FileChannel channel;
    private final SpillSpace space;
    private @Nullable SpillOutput output;
    private DataInputStream input;
    private long bytes;
    private int unread;
    private byte[] key = {};
    private long heapBytes;
    private int unreadBytes;

    private SpillFile(FileChannel channel, SpillSpace space) {
        this.channel = channel;
        this.space = space;
        this.output = new SpillOutput(channel, space);
        this.input = new DataInputStream(Channels.newInputStream(channel));
    }

    static SpillFile create(Path file, SpillSpace space) throws IOException {
        return new SpillFile(
                FileChannel.open(
                        file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE),
                space);
    }

    /** @param rowHeapBytes the memory that the row needs */
    <R> void write(byte[] rowKey, R row, long rowHeapBytes, ExternalSort.Codec<R> codec) {
        SpillOutput to = output();
        to.writeInt(rowKey.length);
        to.write(rowKey);
        to.writeLong(rowHeapBytes);
        to.writeInt(0);
        long start = to.position();
        codec.encode(row, to);
        to.changeInt(start - Integer.BYTES, Math.toIntExact(to.position() - start));
        unread++;
    }

    /** Takes the row at which another file stands. */
    void copy(SpillFile from) {
        SpillOutput to = output();
        to.writeInt(from.key.length);
        to.write(from.key);
        to.writeLong(from.heapBytes);
        to.writeInt(from.unreadBytes);
        byte[] piece = new byte[Math.min(PIECE_BYTES, from.unreadBytes)];
        while (from.unreadBytes > 0) {
            int length = Math.min(piece.length, from.unreadBytes);
            from.read(piece, 0, length);
            from.unreadBytes -= length;
            to.write(piece, 0, length);
        }
        unread++;
    }

    private SpillOutput output() {
        SpillOutput current = output;
        if (current == null) {
            throw new IllegalStateException("rows are being read");
        }
        return current;
    }

    /** Switches from writing to reading. */
    void rewind() {
        SpillOutput written = output();
        try {
            written.flush();
            channel.position(0);
        } catch (IOException failure) {
            throw new SpillException("rows cannot be written to the disk", failure);
        } finally {
            bytes = written.writtenBytes();
        }
        output = null;
        input = new DataInputStream(
                new BufferedInputStream(Channels.newInputStream(channel), SpillOutput.BUFFER_BYTES));
    }

    boolean next() {
        if (unread == 0) {
            return false;
        }
        unread--;
        try {
            input.skipNBytes(unreadBytes);
            key = new byte[input.readInt()];
            read(key, 0, key.length);
            heapBytes = input.readLong();
            unreadBytes = input.readInt();
            return true;
        } catch (IOException failure) {
            throw unreadable(failure);
        }
    }

    /** A stream that is asked for more than its buffer passes the question on, and the channel keeps what it answers. */
    private void read(byte[] into, int offset, int length) {
        try {
            int done = 0;
            while (done < length) {
                int piece = Math.min(PIECE_BYTES, length - done);
                input.readFully(into, offset + done, piece);
                done += piece;
            }
        } catch (IOException failure) {
            throw unreadable(failure);
        }
    }

    private static SpillException unreadable(IOException failure) {
        return new SpillException("rows cannot be read from the disk again", failure);
    }

    byte[] key() {
        return key;
    }

    /** Returns the memory that the row needs, encoded and decoded. */
    long rowHeapBytes() {
        return unreadBytes + heapBytes;
    }

    /** Reads the row; once for each. */
    byte[] row() {
        byte[] row = new byte[unreadBytes];
        unreadBytes = 0;
        read(row, 0, row.length);
        return row;
    }

    @Override
    public void close() {
        space.give(output == null ? bytes : output.writtenBytes());
        bytes = 0;
        output = null;
        try {
            channel.close();
        } catch (IOException failure) {
            throw new SpillException("a file of rows cannot be closed", failure);
        }
    }
}
