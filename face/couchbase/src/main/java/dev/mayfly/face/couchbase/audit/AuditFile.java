package dev.mayfly.face.couchbase.audit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** An append-only file of lines, replaced by another when it is too large or too old. For one thread at a time. */
final class AuditFile implements AutoCloseable {
    private static final String NAME = "audit.log";
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private final Path folder;
    private final long bytesMax;
    private final long millisMax;
    private @Nullable OutputStream file;
    private long bytes;
    private long begunAt;

    AuditFile(Path folder, long bytesMax, long millisMax) {
        this.folder = folder;
        this.bytesMax = bytesMax;
        this.millisMax = millisMax;
    }

    /** Writes a line. The bytes are in the file when this returns, even if the process dies. */
    void write(byte[] line, long now) throws IOException {
        if (file != null && (bytes + line.length > bytesMax || now - begunAt >= millisMax)) {
            rotate(now);
        }
        OutputStream out = open(now);
        out.write(line);
        out.flush();
        bytes += line.length;
    }

    private OutputStream open(long now) throws IOException {
        OutputStream open = file;
        if (open == null) {
            Files.createDirectories(folder);
            Path path = folder.resolve(NAME);
            open = Files.newOutputStream(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            file = open;
            bytes = Files.size(path);
            begunAt = now;
        }
        return open;
    }

    private void rotate(long now) throws IOException {
        close();
        String stamp = STAMP.format(Instant.ofEpochMilli(now));
        int number = 0;
        Path target = folder.resolve(stamp + "-" + NAME);
        while (Files.exists(target)) {
            number++;
            target = folder.resolve(stamp + "-" + number + "-" + NAME);
        }
        Files.move(folder.resolve(NAME), target);
    }

    @Override
    public void close() throws IOException {
        OutputStream open = file;
        file = null;
        if (open != null) {
            open.close();
        }
    }
}
