package dev.mayfly.base.query;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Rows with their keys, written once and then read once from the start. Used by one thread; gone when closed. */
final class SpillFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 << 10;
    private static final int RECORD_OVERHEAD_BYTES = 8;

    private final FileChannel channel;
    private final SpillSpace space;
    private final DataOutputStream output;
    private DataInputStream input;
    private long bytes;
    private int unread;
    private byte[] key = {};
    private byte[] row = {};

    private SpillFile(FileChannel channel, SpillSpace space) {
        this.channel = channel;
        this.space = space;
        this.output = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES));
        this.input = new DataInputStream(Channels.newInputStream(channel));
    }

    static SpillFile create(Path file, SpillSpace space) throws IOException {
        return new SpillFile(
                FileChannel.open(
                        file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE),
                space);
    }

    void write(byte[] rowKey, byte[] content) {
        int size = rowKey.length + content.length + RECORD_OVERHEAD_BYTES;
        space.take(size);
        bytes += size;
        unread++;
        try {
            output.writeInt(rowKey.length);
            output.write(rowKey);
            output.writeInt(content.length);
            output.write(content);
        } catch (IOException failure) {
            throw new SpillException("rows cannot be written to the disk", failure);
        }
    }

    /** Switches from writing to reading. */
    void rewind() {
        try {
            output.flush();
            channel.position(0);
            input = new DataInputStream(new BufferedInputStream(Channels.newInputStream(channel), BUFFER_BYTES));
        } catch (IOException failure) {
            throw new SpillException("rows cannot be written to the disk", failure);
        }
    }

    boolean next() {
        if (unread == 0) {
            return false;
        }
        unread--;
        try {
            key = input.readNBytes(input.readInt());
            row = input.readNBytes(input.readInt());
            return true;
        } catch (IOException failure) {
            throw new SpillException("rows cannot be read from the disk again", failure);
        }
    }

    byte[] key() {
        return key;
    }

    byte[] row() {
        return row;
    }

    @Override
    public void close() {
        space.give(bytes);
        bytes = 0;
        try {
            channel.close();
        } catch (IOException failure) {
            throw new SpillException("a file of rows cannot be closed", failure);
        }
    }
}
