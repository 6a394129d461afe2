package dev.mayfly.app.server;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.Demo;
import dev.mayfly.app.server.training.Training;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Compares the settings, metrics and HTTP calls in docs/reference with those of the server; written by -Dgolden.rewrite. */
final class ReferencePagesTest {
    private static final Path FOLDER = Path.of("../../docs/reference");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"");

    private static void check(String page, String text) throws IOException {
        Path file = FOLDER.resolve(page);
        if (System.getProperty("golden.rewrite") != null) {
            Files.writeString(file, text, StandardCharsets.UTF_8);
        }
        assertEquals(
                Files.readString(file, StandardCharsets.UTF_8), text, page + " is written anew by -Dgolden.rewrite");
    }

    /** Text in a cell of a table. */
    private static String cell(String text) {
        return text.replace("|", "\\|").replace("\n", " ").strip();
    }

    private static String code(String text) {
        return text.isEmpty() ? "" : "`" + cell(text) + "`";
    }

    @Test
    void configIsEverySetting() throws Exception {
        StringBuilder page = new StringBuilder("""
                # Configuration

                Every setting has one name in three forms: a path in the file `mayfly.yaml`, such as `faces.mongo.port`; the same as a
                variable of the environment, `MAYFLY_FACES_MONGO_PORT`; and a flag of `mayfly serve`. Flags win over the environment,
                that over the file. `mayfly config init -` prints a file with all of them, `mayfly config check` names line and column
                of every mistake in one, and unknown names are mistakes.

                Durations are `90s`, `15m`, `7d`, sizes `500000`, `64k`, `512m`, `1g`. Users are said in the file alone, under
                `auth.users` ([README](../../README.md#run-it-for-others)). A start that is refused ends with exit code 78 and says what
                to set.
                """);
        Map<String, StringBuilder> groups = new LinkedHashMap<>();
        for (Setting setting : Setting.values()) {
            groups.computeIfAbsent(group(setting), _ -> new StringBuilder())
                    .append("| `")
                    .append(setting.path())
                    .append("` | `")
                    .append(setting.flag())
                    .append("` | ")
                    .append(code(setting.standard()))
                    .append(" | ")
                    .append(code(setting.label()))
                    .append(" | ")
                    .append(cell(setting.help()))
                    .append(" |\n");
        }
        groups.forEach((group, rows) -> page.append("\n## ")
                .append(group)
                .append("\n\n| in the file | flag | default | values | |\n|---|---|---|---|---|\n")
                .append(rows));
        check("config.md", page.toString());
    }

    private static String group(Setting setting) {
        String first = setting.path().split("[.]", 2)[0];
        return switch (first) {
            case "data", "in-memory", "backup", "bind", "hosts", "clock", "durability" -> "the server";
            default -> first;
        };
    }

    /** The lines of a scrape about one metric. */
    private record Metric(String type, String help, TreeSet<String> labels) {}

    @Test
    void metricsAreThoseOfAServer() throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY, "true",
                Setting.CLOCK, "virtual@" + ServerFixture.START,
                Setting.EVENTS_WEBHOOKS, "on",
                Setting.EVENTS_TARGETS, "hooks.example.com");
        try (ServerFixture fixture = new ServerFixture(flags)) {
            Demo.load(fixture.server.engine());
            fixture.post("/api/v1/clock/advance?by=15s");
            String webhook = "{\"url\":\"https://hooks.example.com/\"}";
            assertEquals(
                    201,
                    fixture.send("PUT", "/api/v1/webhooks/hook", webhook, Map.of())
                            .status());
            Training.ask(fixture.server.port(FaceName.MONGO), 1, Duration.ofHours(1));
            StringBuilder page = new StringBuilder("""
                    # Metrics

                    What `/metrics` answers, in the text format of Prometheus, as a server says it. A histogram has `_bucket` with the
                    label `le`, `_sum` and `_count`; a summary the latter two. What to watch and when to worry is in
                    [monitoring](../monitoring.md). A metric with the label `subscriber` is there while somebody follows.

                    | metric | type | labels | |
                    |---|---|---|---|
                    """);
            metrics(fixture.get("/metrics").body())
                    .forEach((name, metric) -> page.append("| `")
                            .append(name)
                            .append("` | ")
                            .append(metric.type())
                            .append(" | ")
                            .append(String.join(", ", metric.labels()))
                            .append(" | ")
                            .append(cell(metric.help()))
                            .append(" |\n"));
            check("metrics.md", page.toString());
        }
    }

    private static Map<String, Metric> metrics(String scrape) {
        Map<String, Metric> metrics = new TreeMap<>();
        Map<String, String> helps = new TreeMap<>();
        String name = "";
        for (String line : scrape.lines().toList()) {
            String[] words = line.split(" ", 4);
            if (line.startsWith("# HELP ")) {
                helps.put(words[2], words.length > 3 ? words[3] : "");
            } else if (line.startsWith("# TYPE ")) {
                name = words[2];
                metrics.put(name, new Metric(words[3], helps.getOrDefault(name, ""), new TreeSet<>()));
            } else if (line.startsWith(name) && line.indexOf('{') > 0) {
                Matcher labels = LABEL.matcher(line);
                while (labels.find()) {
                    if (!labels.group(1).equals("le")) {
                        requireNonNull(metrics.get(name)).labels().add(labels.group(1));
                    }
                }
            }
        }
        return metrics;
    }

    @Test
    void httpIsTheDescriptionOfTheServer() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            JsonNode description = fixture.get("/api/v1/openapi.json").json();
            StringBuilder page = new StringBuilder("""
                    # HTTP

                    Everything that the admin face answers, on port 8080 unless told otherwise; the command line and the console use
                    nothing else. `/api/v1/openapi.json` says it for programs, with every field of every answer. [The admin
                    API](../admin.md) has the conventions: pages, errors, ids, roles.
                    """);
            Map<String, List<String>> byTag = new TreeMap<>();
            description
                    .path("paths")
                    .forEachEntry((path, operations) -> operations.forEachEntry((method, operation) -> {
                        if (operation.has("operationId")) {
                            String tag = operation.path("tags").path(0).asString("other");
                            byTag.computeIfAbsent(tag, _ -> new ArrayList<>())
                                    .add(row(description, method, path, operation));
                        }
                    }));
            byTag.forEach((tag, rows) -> page.append("\n## ")
                    .append(tag)
                    .append("\n\n| request | role | parameters | |\n|---|---|---|---|\n")
                    .append(String.join("", rows)));
            check("http.md", page.toString());
        }
    }

    private static String row(JsonNode description, String method, String path, JsonNode operation) {
        List<String> parameters = new ArrayList<>();
        operation.path("parameters").forEach(named -> {
            JsonNode parameter = resolved(description, named);
            if (parameter.path("in").asString("").equals("query")) {
                parameters.add("`" + parameter.path("name").asString() + "`");
            }
        });
        return "| `" + method.toUpperCase(Locale.ROOT) + " " + path + "` | "
                + operation.path("x-role").asString("") + " | " + String.join(", ", parameters) + " | "
                + cell(operation.path("summary").asString("")) + " |\n";
    }

    private static JsonNode resolved(JsonNode description, JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.isEmpty() ? node : description.at(reference.substring(1));
    }
}
