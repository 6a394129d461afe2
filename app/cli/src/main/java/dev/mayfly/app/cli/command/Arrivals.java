package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.admin.Connection;
import dev.mayfly.app.cli.admin.Query;
import dev.mayfly.app.cli.show.Progress;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Sends a file part by part, and adds up what came of it. */
final class Arrivals {
    private static final int FAILURES_MAX = 100;
    private static final List<String> COUNTS = List.of("lines", "written", "kept", "dropped", "expired", "failed");

    private final Connection server;
    private final Query address;
    private final String type;
    private final ObjectNode outcome = Given.object();

    Arrivals(Connection server, Query address, String type) {
        this.server = server;
        this.address = address;
        this.type = type;
        COUNTS.forEach(name -> outcome.put(name, 0L));
        outcome.putArray("failures");
    }

    /**
     * Sends what there is. A part may be sent again without harm, so the mark is written behind each.
     *
     * @param total how many bytes there are, or 0 if unknown
     */
    void run(Parts parts, ImportMark mark, boolean resume, Progress progress, long total) throws IOException {
        String exportedAt = null;
        if (resume) {
            JsonNode begun = mark.read();
            parts.skip(begun.path("bytes").asLong(), begun.path("pieces").asLong());
            exportedAt = begun.path("exportedAt").asString(null);
        }
        for (byte[] part = parts.next(); part != null; part = parts.next()) {
            exportedAt = exportedAt == null ? exportedAt(part) : exportedAt;
            add(send(part, exportedAt), parts.pieces());
            mark.write(parts.position(), parts.pieces(), exportedAt);
            progress.advance(parts.position(), total);
        }
        mark.remove();
    }

    private JsonNode send(byte[] part, @Nullable String exportedAt) {
        return server.send(
                "POST", address.with("exportedAt", exportedAt).toString(), BodyPublishers.ofByteArray(part), type);
    }

    /** When the lines were written, as the first of them says. */
    private @Nullable String exportedAt(byte[] part) {
        String begin = new String(part, 0, Math.min(part.length, 4_096), StandardCharsets.UTF_8);
        int end = begin.indexOf('\n');
        boolean isHead = begin.startsWith("{\"mayfly\":\"export\"") && end > 0;
        return isHead ? Given.json("the first line", begin.substring(0, end)).path("at").asString(null) : null;
    }

    private void add(JsonNode part, long pieces) {
        long before = pieces - part.path("lines").asLong();
        for (String name : COUNTS) {
            outcome.put(name, outcome.path(name).asLong() + part.path(name).asLong());
        }
        ArrayNode failures = outcome.withArray("failures");
        for (JsonNode failure : part.path("failures")) {
            if (failures.size() < FAILURES_MAX) {
                ObjectNode moved = (ObjectNode) failure.deepCopy();
                failures.add(moved.put("line", before + failure.path("line").asLong()));
            }
        }
    }

    JsonNode outcome() {
        return outcome;
    }
}
