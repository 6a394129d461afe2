package dev.mayfly.app.cli.command.transfer;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Lines of a file as they stand there, and where they end. */
final class LineInput implements AutoCloseable {
    private final BufferedInputStream stream;
    private long position;
    private boolean isWhole;

    LineInput(InputStream stream) {
        this.stream = new BufferedInputStream(stream, 1 << 16);
    }

    /** The next line with its end, or null if there is none. */
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        isWhole = false;
        for (int next = stream.read(); next >= 0; next = stream.read()) {
            line.write(next);
            if (next == '\n') {
                isWhole = true;
                break;
            }
        }
        position += line.size();
        return line.size() == 0 ? null : line.toByteArray();
    }

    /** Returns true if no byte is left. */
    boolean isAtEnd() throws IOException {
        stream.mark(1);
        boolean isAtEnd = stream.read() < 0;
        stream.reset();
        return isAtEnd;
    }

    /** Behind which byte the last line ends. */
    long position() {
        return position;
    }

    /** Returns true if the last line ends with a line break. */
    boolean isWhole() {
        return isWhole;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
