package dev.mayfly.app.cli.command.transfer;

import dev.mayfly.app.cli.command.ArgumentReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The progress of an export in its file.
 *
 * @param lastId of its last document, or null if there is none
 * @param wholeBytes the length up to which its lines are whole
 */
record ExportedFile(@Nullable String lastId, long documents, long wholeBytes, boolean isEnded) {
    static final ExportedFile NONE = new ExportedFile(null, 0, 0, false);

    static ExportedFile of(Path file) throws IOException {
        if (!Files.exists(file)) {
            return NONE;
        }
        String last = null;
        long documents = 0;
        long whole = 0;
        boolean isEnded = false;
        byte[] line = new byte[0];
        try (LineInput lines = new LineInput(Files.newInputStream(file))) {
            for (byte[] next = lines.next(); next != null && lines.isWhole(); next = lines.next()) {
                line = next;
                whole = lines.position();
                String begin = new String(line, 0, Math.min(line.length, 32), StandardCharsets.UTF_8);
                isEnded = begin.startsWith("{\"mayfly\":\"end\"");
                if (!begin.startsWith("{\"mayfly\"")) {
                    documents++;
                    last = new String(line, StandardCharsets.UTF_8);
                }
            }
        }
        return new ExportedFile(last == null ? null : id(last), documents, whole, isEnded);
    }

    private static String id(String line) {
        JsonNode id = ArgumentReader.json("the last line", line).path("id");
        return id.isString() ? id.asString() : id.toString();
    }

    /** Opens the file for the rest of the export; cuts off an incomplete line at its end. */
    PrintWriter open(@Nullable Path file, PrintWriter otherwise) throws IOException {
        if (file == null) {
            return new PrintWriter(otherwise, false) {
                @Override
                public void close() {
                    flush();
                }
            };
        }
        if (lastId != null) {
            try (RandomAccessFile whole = new RandomAccessFile(file.toFile(), "rw")) {
                whole.setLength(wholeBytes);
            }
            return new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8, StandardOpenOption.APPEND));
        }
        return new PrintWriter(Files.newBufferedWriter(file, StandardCharsets.UTF_8));
    }
}
