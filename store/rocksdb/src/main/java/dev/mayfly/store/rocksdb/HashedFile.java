package dev.mayfly.store.rocksdb;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.function.LongConsumer;

/** The bytes of a file, read to their end, with the SHA-256 of what was read. */
record HashedFile(String sha256, long bytes) {
    private static final int BUFFER_BYTES = 1 << 20;

    /** The end of a table: its properties and where they are, which name the process and the file's number in it. */
    private static final int TAIL_BYTES = 4 << 10;

    private static final int IDENTITY_DIGITS = 32;

    static String sha256(byte[] bytes) {
        return HexFormat.of().formatHex(digest().digest(bytes));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }

    /** @param progress told of the bytes of each step */
    static HashedFile read(Path file, LongConsumer progress) throws IOException {
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ)) {
            MessageDigest digest = digest();
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
            long bytes = 0;
            while (from.read(buffer.clear()) > 0) {
                bytes += buffer.flip().remaining();
                progress.accept(buffer.remaining());
                digest.update(buffer);
            }
            return new HashedFile(HexFormat.of().formatHex(digest.digest()), bytes);
        }
    }

    /** Copies a file to where there is none, and makes the copy survive a loss of power. */
    static HashedFile copy(Path file, Path copy, LongConsumer progress) throws IOException {
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel to = FileChannel.open(copy, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            MessageDigest digest = digest();
            ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
            long bytes = 0;
            while (from.read(buffer.clear()) > 0) {
                int read = buffer.flip().remaining();
                digest.update(buffer);
                buffer.rewind();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
                bytes += read;
                progress.accept(read);
            }
            to.force(true);
            return new HashedFile(HexFormat.of().formatHex(digest.digest()), bytes);
        }
    }

    /**
     * A name that no other table has, and that is known without reading it: numbers begin again in a restored database, but
     * at its end every table says which opening of which database has written it.
     */
    static String identityOfTable(Path file) throws IOException {
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ)) {
            long bytes = from.size();
            ByteBuffer tail = ByteBuffer.allocate((int) Math.min(TAIL_BYTES, bytes));
            long at = bytes - tail.capacity();
            while (tail.hasRemaining()) {
                int read = from.read(tail, at + tail.position());
                if (read < 0) {
                    throw new IOException("the file " + file + " became shorter");
                }
            }
            return sha256(tail.array()).substring(0, IDENTITY_DIGITS) + "-" + bytes + ".sst";
        }
    }
}
