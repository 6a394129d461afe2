package dev.mayfly.app.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The folder of a node: its configuration, what it keeps, and its log. */
record NodeFiles(Path folder) {
    private static final int LOG_LINES = 20;

    Path configuration() {
        return folder.resolve("conf");
    }

    /** The log of the server, and what it says before it has one. */
    Path output() {
        return folder.resolve("output.log");
    }

    void write(int number, FreePorts ports) throws IOException {
        Map<String, String> values = Map.of(
                "@folder@", folder.toString(),
                "@address@", CassandraNode.address(number),
                "@seed@", CassandraNode.address(1),
                "@storage@", Integer.toString(ports.storage()),
                "@clients@", Integer.toString(ports.clients()),
                "@rack@", "r" + number);
        Files.createDirectories(configuration());
        for (String name : List.of("cassandra.yaml", "cassandra-rackdc.properties", "logback.xml")) {
            String text = template(name);
            for (Map.Entry<String, String> value : values.entrySet()) {
                text = text.replace(value.getKey(), value.getValue());
            }
            Files.writeString(configuration().resolve(name), text);
        }
    }

    private static String template(String name) throws IOException {
        try (InputStream bytes = Objects.requireNonNull(NodeFiles.class.getResourceAsStream(name), name)) {
            return new String(bytes.readAllBytes(), UTF_8);
        }
    }

    /** Returns the last lines of the log, or nothing if there is none. */
    String lastOutput() {
        try {
            List<String> lines = Files.readAllLines(output());
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (IOException _) {
            return "";
        }
    }
}
