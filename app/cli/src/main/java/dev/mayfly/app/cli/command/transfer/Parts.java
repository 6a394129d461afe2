package dev.mayfly.app.cli.command.transfer;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** A file cut into parts of whole lines or documents, none of them large. */
final class Parts implements AutoCloseable {
    private static final int PART_BYTES = 1 << 20;
    private static final int LENGTH_BYTES = Integer.BYTES;
    /** A document of BSON is at most 16 MiB, and what tools make of it a little more. */
    private static final int DOCUMENT_BYTES_MAX = 17 << 20;

    private final LineInput lines;
    private final InputStream stream;
    private final boolean isOfLines;
    private long position;
    private long pieces;

    private Parts(InputStream stream, boolean isOfLines) {
        this.stream = new BufferedInputStream(stream, 1 << 16);
        this.lines = new LineInput(this.stream);
        this.isOfLines = isOfLines;
    }

    static Parts lines(InputStream stream) {
        return new Parts(stream, true);
    }

    static Parts documents(InputStream stream) {
        return new Parts(stream, false);
    }

    /** The next part, or null at the end. */
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream part = new ByteArrayOutputStream();
        while (part.size() < PART_BYTES) {
            byte[] piece = isOfLines ? lines.next() : document();
            if (piece == null) {
                break;
            }
            part.writeBytes(piece);
            pieces++;
        }
        position += part.size();
        return part.size() == 0 ? null : part.toByteArray();
    }

    private byte @Nullable [] document() throws IOException {
        byte[] head = stream.readNBytes(LENGTH_BYTES);
        if (head.length == 0) {
            return null;
        }
        int length = head.length < LENGTH_BYTES
                ? 0
                : ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (length <= LENGTH_BYTES || length > DOCUMENT_BYTES_MAX) {
            throw new CommandFailure(ExitCode.FAILED, "document " + (pieces + 1) + " is not whole");
        }
        byte[] document = new byte[length];
        System.arraycopy(head, 0, document, 0, LENGTH_BYTES);
        int read = stream.readNBytes(document, LENGTH_BYTES, length - LENGTH_BYTES);
        if (read < length - LENGTH_BYTES) {
            throw new CommandFailure(ExitCode.FAILED, "document " + (pieces + 1) + " is not whole");
        }
        return document;
    }

    /** Returns true if the last part was the final one. */
    boolean isAtEnd() throws IOException {
        if (isOfLines) {
            return lines.isAtEnd();
        }
        stream.mark(1);
        boolean isAtEnd = stream.read() < 0;
        stream.reset();
        return isAtEnd;
    }

    /** Leaves out what came before this byte. */
    void skip(long bytes, long skipped) throws IOException {
        stream.skipNBytes(bytes);
        position = bytes;
        pieces = skipped;
    }

    /** Behind which byte the last part ends. */
    long position() {
        return position;
    }

    /** Returns the number of lines or documents read so far. */
    long pieces() {
        return pieces;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
