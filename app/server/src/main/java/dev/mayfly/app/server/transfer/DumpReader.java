package dev.mayfly.app.server.transfer;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads the documents of a dump, as many at a time as fit in one request. Used by one thread. */
public final class DumpReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int LENGTH_BYTES = 4;
    /** Longer than any document that a client may store, with what the tool may add. */
    private static final int DOCUMENT_BYTES_MAX = (16 << 20) + (64 << 10);

    private final Path file;
    private final DataInputStream in;
    private long position;
    private byte @Nullable [] ahead;

    /** @param from the position at which an earlier reader stood */
    public DumpReader(Path file, long from) throws IOException {
        this.file = file;
        this.in = new DataInputStream(new BufferedInputStream(open(file), BUFFER_BYTES));
        this.position = from;
        in.skipNBytes(from);
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in, BUFFER_BYTES) : in;
    }

    /** The text of a whole file, packed or not. */
    public static String text(Path file) throws IOException {
        try (InputStream in = open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The next documents, at least one; null at the end. */
    public byte @Nullable [] next(int bytesMax) throws IOException {
        ByteArrayOutputStream some = new ByteArrayOutputStream();
        for (byte[] next = take(); next != null; next = take()) {
            if (some.size() > 0 && some.size() + next.length > bytesMax) {
                ahead = next;
                break;
            }
            some.write(next);
        }
        position += some.size();
        return some.size() == 0 ? null : some.toByteArray();
    }

    private byte @Nullable [] take() throws IOException {
        byte[] waiting = ahead;
        if (waiting != null) {
            ahead = null;
            return waiting;
        }
        int first = in.read();
        if (first < 0) {
            return null;
        }
        int length = first | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16 | in.readUnsignedByte() << 24;
        if (length <= LENGTH_BYTES || length > DOCUMENT_BYTES_MAX) {
            throw new IOException(file + " holds no documents of BSON behind byte " + position);
        }
        byte[] document = new byte[length];
        for (int index = 0; index < LENGTH_BYTES; index++) {
            document[index] = (byte) (length >>> 8 * index);
        }
        try {
            in.readFully(document, LENGTH_BYTES, length - LENGTH_BYTES);
        } catch (EOFException cut) {
            throw new IOException("the last document of " + file + " is not whole", cut);
        }
        return document;
    }

    /** How far it is, in bytes of documents: from here another reader can go on. */
    public long position() {
        return position;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
