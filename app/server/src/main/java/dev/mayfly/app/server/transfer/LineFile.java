package dev.mayfly.app.server.transfer;

import dev.mayfly.app.console.transfer.LineReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads a file of lines, as many at a time as fit in one request. Used by one thread. */
public final class LineFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;
    /** The longest line: the largest value of any face in base64, with all that stands beside it. */
    private static final int LINE_BYTES_MAX = 48 << 20;

    private final InputStream in;
    private long position;
    private byte @Nullable [] ahead;

    /** @param from the position at which an earlier reader stood */
    public LineFile(Path file, long from) throws IOException {
        this(Files.newInputStream(file));
        in.skipNBytes(from);
        position = from;
    }

    /** Lines that come from somewhere else, such as the standard input. */
    public LineFile(InputStream source) {
        this.in = new BufferedInputStream(source, BUFFER_BYTES);
    }

    /** The next lines, at least one; null at the end. */
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
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        while (next >= 0 && next != '\n') {
            line.write(next);
            if (line.size() > LINE_BYTES_MAX) {
                throw new IOException("the line behind byte " + position + " has more than " + LINE_BYTES_MAX + " bytes");
            }
            next = in.read();
        }
        if (next == '\n') {
            line.write('\n');
        }
        return line.size() == 0 ? null : line.toByteArray();
    }

    /** How far it is, in bytes: from here another reader can go on. */
    public long position() {
        return position;
    }

    /**
     * Makes a file good to be appended to whose export broke off: what is behind its last whole line is cut off.
     *
     * @return the id behind which the export is to go on; null to begin anew
     */
    public static @Nullable String cutToLastLine(Path file) throws IOException {
        String last = null;
        long whole = 0;
        try (LineFile lines = new LineFile(file, 0)) {
            for (byte[] line = lines.next(1); line != null; line = lines.next(1)) {
                if (line[line.length - 1] != '\n') {
                    break;
                }
                LineReader.Line read = LineReader.read(line);
                if (read instanceof LineReader.Line.End) {
                    break;
                }
                last = read instanceof LineReader.Line.OfDocument(var document) ? document.id() : last;
                whole = lines.position();
            }
        } catch (IllegalArgumentException wrong) {
            throw new IOException(file + " is no export: " + wrong.getMessage(), wrong);
        }
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.setLength(whole);
        }
        return last;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
