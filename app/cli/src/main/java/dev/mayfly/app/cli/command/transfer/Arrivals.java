package dev.mayfly.app.cli.command.transfer;

import dev.mayfly.app.cli.admin.AdminConnection;
import dev.mayfly.app.cli.admin.UrlQuery;
import dev.mayfly.app.cli.command.ArgumentReader;
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

    private final AdminConnection server;
    private final UrlQuery address;
    private final String type;
    private final ObjectNode outcome = ArgumentReader.object();
    private @Nullable String operation;

    Arrivals(AdminConnection server, UrlQuery address, String type) {
        this.server = server;
        this.address = address;
        this.type = type;
        COUNTS.forEach(name -> outcome.put(name, 0L));
        outcome.putArray("failures");
    }

    /**
     * Sends the remaining parts. A part may be sent twice without harm, so the mark is written after each.
     *
     * @param total the number of bytes, or 0 if unknown
     */
    void run(Parts parts, ImportMark mark, boolean resume, Progress progress, long total) throws IOException {
        String exportedAt = null;
        long begun = 0;
        if (resume) {
            JsonNode left = mark.read();
            begun = left.path("bytes").asLong();
            parts.skip(begun, left.path("pieces").asLong());
            exportedAt = left.path("exportedAt").asString(null);
        }
        UrlQuery file = address.with("offset", begun).with("total", total == 0 ? null : total);
        for (byte[] part = parts.next(); part != null; part = parts.next()) {
            exportedAt = exportedAt == null ? exportedAt(part) : exportedAt;
            UrlQuery query = file.with("exportedAt", exportedAt).with("more", parts.isAtEnd() ? null : true);
            add(send(query, part), parts.pieces());
            mark.write(parts.position(), parts.pieces(), exportedAt);
            progress.advance(parts.position(), total);
        }
    }

    /**
     * Sends one more part.
     *
     * @param hasMore whether others follow
     * @param pieces the number of lines or documents up to its end
     */
    void arrived(byte[] part, boolean hasMore, long pieces) {
        add(send(address.with("more", hasMore ? true : null), part), pieces);
    }

    /** All parts are one operation of the server, which others can look at, and cancel. */
    private JsonNode send(UrlQuery query, byte[] part) {
        JsonNode answer = server.send(
                "POST", query.with("operation", operation).toString(), BodyPublishers.ofByteArray(part), type);
        operation = answer.path("operation").asString(null);
        return answer;
    }

    /** Returns the instant when the lines were written, from the first of them. */
    private @Nullable String exportedAt(byte[] part) {
        String begin = new String(part, 0, Math.min(part.length, 4_096), StandardCharsets.UTF_8);
        int end = begin.indexOf('\n');
        boolean isHead = begin.startsWith("{\"mayfly\":\"export\"") && end > 0;
        return isHead
                ? ArgumentReader.json("the first line", begin.substring(0, end))
                        .path("at")
                        .asString(null)
                : null;
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
