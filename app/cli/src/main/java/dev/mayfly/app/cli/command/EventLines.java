package dev.mayfly.app.cli.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Server-sent events, one after the other. */
final class EventLines implements AutoCloseable {
    private final BufferedReader lines;
    private @Nullable String token;
    private String kind = "";
    private String data = "";

    EventLines(InputStream stream) {
        this.lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    /** Moves to the next event or mark, and answers whether there is one. */
    boolean next() throws IOException {
        kind = "";
        data = "";
        String id = token;
        String line = lines.readLine();
        while (line != null && !line.isEmpty()) {
            if (line.startsWith("id: ")) {
                id = line.substring("id: ".length());
            } else if (line.startsWith("event: ")) {
                kind = line.substring("event: ".length());
            } else if (line.startsWith("data: ")) {
                data = line.substring("data: ".length());
            }
            line = lines.readLine();
        }
        token = id;
        return line != null;
    }

    /** Behind which event the next one comes. */
    @Nullable
    String token() {
        return token;
    }

    /** Returns the data of the event, or nothing for a mark. */
    String data() {
        return data;
    }

    /** Returns true if the server ends the stream, and says why. */
    boolean isLost() {
        return kind.equals("lost") || kind.equals("failed");
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
