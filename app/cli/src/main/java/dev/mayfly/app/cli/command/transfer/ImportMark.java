package dev.mayfly.app.cli.command.transfer;

import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.command.ArgumentReader;
import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A small file beside an imported one that holds the progress of the import; deleted when the import is complete. */
record ImportMark(@Nullable Path file, String target) {
    static final ImportMark NONE = new ImportMark(null, "");

    static ImportMark of(Path source, CollectionPath target) {
        return new ImportMark(source.resolveSibling(source.getFileName() + ".import"), target.toString());
    }

    /** Returns the position to continue from, or nothing to begin. */
    JsonNode read() throws IOException {
        if (file == null || !Files.exists(file)) {
            return ArgumentReader.object();
        }
        JsonNode mark = ArgumentReader.json(file.toString(), Files.readString(file, StandardCharsets.UTF_8));
        if (!mark.path("target").asString("").equals(target)) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    file + " is of an import into " + mark.path("target").asString("another collection"));
        }
        return mark;
    }

    void write(long bytes, long pieces, @Nullable String exportedAt) throws IOException {
        if (file != null) {
            ObjectNode mark = ArgumentReader.object()
                    .put("target", target)
                    .put("bytes", bytes)
                    .put("pieces", pieces);
            if (exportedAt != null) {
                mark.put("exportedAt", exportedAt);
            }
            Files.writeString(file, mark.toString(), StandardCharsets.UTF_8);
        }
    }

    /** All of it is in, as one of several files. */
    void end() throws IOException {
        if (file != null) {
            String done = ArgumentReader.object()
                    .put("target", target)
                    .put("done", true)
                    .toString();
            Files.writeString(file, done, StandardCharsets.UTF_8);
        }
    }

    /** Returns true if the import is already complete. */
    boolean isEnded() throws IOException {
        return read().path("done").asBoolean(false);
    }

    void remove() throws IOException {
        if (file != null) {
            Files.deleteIfExists(file);
        }
    }
}
