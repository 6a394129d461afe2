package dev.mayfly.app.cli.command.transfer;

import dev.mayfly.app.cli.admin.CollectionPath;
import dev.mayfly.app.cli.command.ArgumentReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A file in the working folder that holds how far each collection of a running server was copied; deleted at the end. */
final class CopyProgress {
    private static final String DONE = "done";
    private static final String AT = "at";

    private final Path file;
    private final ObjectNode state;

    /** @param resume whether to go on where the file says */
    CopyProgress(String source, boolean resume) throws IOException {
        this.file = Path.of(source.replaceAll("[^A-Za-z0-9.-]+", "_") + ".import");
        this.state = resume && Files.exists(file)
                ? (ObjectNode) ArgumentReader.json(file.toString(), Files.readString(file, StandardCharsets.UTF_8))
                : ArgumentReader.object();
    }

    private JsonNode of(CollectionPath path) {
        return state.path(path.toString());
    }

    boolean isDone(CollectionPath path) {
        return of(path).path(DONE).asBoolean(false);
    }

    @Nullable
    String position(CollectionPath path) {
        return of(path).path(AT).asString(null);
    }

    long documents(CollectionPath path) {
        return of(path).path("documents").asLong(0);
    }

    /** @param position null when the collection is complete */
    void write(CollectionPath path, @Nullable String position, long documents) throws IOException {
        ObjectNode entry = state.putObject(path.toString()).put("documents", documents);
        if (position == null) {
            entry.put(DONE, true);
        } else {
            entry.put(AT, position);
        }
        Files.writeString(file, state.toString(), StandardCharsets.UTF_8);
    }

    void remove() throws IOException {
        Files.deleteIfExists(file);
    }
}
