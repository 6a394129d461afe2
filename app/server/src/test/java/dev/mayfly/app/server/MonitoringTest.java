package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.demo.Demo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard and the alert rules that are shipped rest on metrics that there are, with the labels that they have. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MonitoringTest {
    private static final Pattern SERIES = Pattern.compile("^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\\{([^}]*)})? ");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_]+)=\"([^\"]*)\"");

    /** Labels that Prometheus adds to everything it reads. */
    private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job");

    /** The metrics that Prometheus itself makes of a scrape. */
    private static final Set<String> MADE_BY_PROMETHEUS = Set.of("up");

    /** By the name of a metric the values of each of its labels. */
    private final Map<String, Map<String, Set<String>>> exposed = new HashMap<>();

    private Path folder = Path.of("");

    @BeforeAll
    void scrape() throws Exception {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.exists(root.resolve("docs/monitoring"))) {
            root = Objects.requireNonNull(root.getParent(), "docs/monitoring is nowhere above");
        }
        folder = root.resolve("docs/monitoring");
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            fixture.post("/api/v1/clock/advance?by=1m");
            fixture.get("/api/v1/status");
            fixture.get("/metrics").body().lines().forEach(this::read);
        }
    }

    @AfterAll
    void forget() {
        exposed.clear();
    }

    private void read(String line) {
        Matcher series = SERIES.matcher(line);
        if (line.startsWith("#") || !series.find()) {
            return;
        }
        Map<String, Set<String>> labels = exposed.computeIfAbsent(series.group(1), _ -> new HashMap<>());
        if (series.group(2) != null) {
            Matcher label = LABEL.matcher(series.group(2));
            while (label.find()) {
                labels.computeIfAbsent(label.group(1), _ -> new HashSet<>()).add(label.group(2));
            }
        }
    }

    private void assertHolds(String where, String expression) {
        PromExpression read = PromExpression.of(expression);
        assertFalse(read.selections().isEmpty(), where + " selects nothing: " + expression);
        Set<String> labels = new HashSet<>(OF_PROMETHEUS);
        for (PromExpression.Selection selection : read.selections()) {
            if (MADE_BY_PROMETHEUS.contains(selection.metric())) {
                continue;
            }
            Map<String, Set<String>> known = Objects.requireNonNull(
                    exposed.get(selection.metric()),
                    () -> where + " uses " + selection.metric() + ", which /metrics lacks");
            labels.addAll(known.keySet());
            selection.labels().forEach((label, value) -> {
                boolean isOurs = !OF_PROMETHEUS.contains(label);
                String what = where + ": " + selection.metric() + " has no " + label;
                assertTrue(!isOurs || known.containsKey(label), what);
                assertTrue(
                        !isOurs
                                || value.isEmpty()
                                || known.getOrDefault(label, Set.of()).contains(value),
                        what + "=" + value);
            });
        }
        for (String label : read.groupings()) {
            assertTrue(labels.contains(label), where + " groups by " + label + ", which nothing has: " + expression);
        }
    }

    /** By these names and labels dashboards of users ask; they stay. */
    @Test
    void whatIsPromisedIsExposedByItsName() {
        Map<String, Set<String>> promised = Map.ofEntries(
                Map.entry("mayfly_documents", Set.of("state")),
                Map.entry("mayfly_documents_bytes", Set.of("state")),
                Map.entry("mayfly_expired_total", Set.of("reason")),
                Map.entry("mayfly_purged_total", Set.of()),
                Map.entry("mayfly_purge_lag_seconds_bucket", Set.of("le")),
                Map.entry("mayfly_purge_lag_seconds_count", Set.of()),
                Map.entry("mayfly_purge_lag_seconds_sum", Set.of()),
                Map.entry("mayfly_purge_overdue_oldest_seconds", Set.of()),
                Map.entry("mayfly_purge_backlog", Set.of()),
                Map.entry("mayfly_restored_total", Set.of()),
                Map.entry("mayfly_forecast_documents", Set.of("horizon")),
                Map.entry("mayfly_forecast_properties", Set.of("horizon")),
                Map.entry("mayfly_property_died_total", Set.of()),
                Map.entry("mayfly_property_swept_total", Set.of()),
                Map.entry("mayfly_property_backlog", Set.of()),
                Map.entry("mayfly_request_seconds_bucket", Set.of("face", "op", "le")),
                Map.entry("mayfly_request_seconds_count", Set.of("face", "op")),
                Map.entry("mayfly_request_seconds_sum", Set.of("face", "op")));
        promised.forEach((name, labels) -> {
            assertTrue(exposed.containsKey(name), name);
            assertEquals(labels, exposed.getOrDefault(name, Map.of()).keySet(), name);
        });
        assertEquals(Set.of("live", "grace", "overdue"), valuesOf("mayfly_documents", "state"));
        assertEquals(Set.of("live", "grace", "overdue"), valuesOf("mayfly_documents_bytes", "state"));
        assertEquals(Set.of("default", "document", "field"), valuesOf("mayfly_expired_total", "reason"));
        assertEquals(Set.of("1h", "24h", "7d"), valuesOf("mayfly_forecast_documents", "horizon"));
    }

    private Set<String> valuesOf(String metric, String label) {
        return exposed.getOrDefault(metric, Map.of()).getOrDefault(label, Set.of());
    }

    @Test
    void expressionsAreReadForWhatTheySelect() {
        PromExpression read = PromExpression.of(
                "histogram_quantile(0.99, sum by (le) (rate(a_bucket{x=~\"$x\", state=\"live\"}[5m]))) > 30 and on (i) b == 1");
        assertEquals(
                List.of(
                        new PromExpression.Selection("a_bucket", selected("x", "", "state", "live")),
                        new PromExpression.Selection("b", Map.of())),
                read.selections());
        assertEquals(List.of("le", "i"), read.groupings());
    }

    private static Map<String, String> selected(String... labels) {
        Map<String, String> selected = new LinkedHashMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            selected.put(labels[i], labels[i + 1]);
        }
        return selected;
    }

    @Test
    void alertRulesRestOnMetricsThereAre() throws Exception {
        Map<?, ?> file = (Map<?, ?>) new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(folder.resolve("alerts.yaml")));
        List<String> names = new ArrayList<>();
        for (Object group : (List<?>) Objects.requireNonNull(file.get("groups"))) {
            for (Object rule : (List<?>) Objects.requireNonNull(((Map<?, ?>) group).get("rules"))) {
                Map<?, ?> alert = (Map<?, ?>) rule;
                String name = String.valueOf(alert.get("alert"));
                names.add(name);
                assertHolds(name, String.valueOf(alert.get("expr")));
                Map<?, ?> annotations = (Map<?, ?>) Objects.requireNonNull(alert.get("annotations"));
                assertTrue(annotations.containsKey("summary"), name);
            }
        }
        assertEquals(names.size(), new HashSet<>(names).size(), names.toString());
        assertTrue(names.size() > 5, names.toString());
    }

    @Test
    void dashboardRestsOnMetricsThereAre() throws Exception {
        JsonNode dashboard = new JsonMapper().readTree(Files.readString(folder.resolve("dashboard.json")));
        Set<Integer> ids = new HashSet<>();
        int expressions = 0;
        for (JsonNode panel : dashboard.path("panels")) {
            String title = panel.path("title").asString();
            assertTrue(ids.add(panel.path("id").asInt()), "two panels have the number of " + title);
            for (JsonNode target : panel.path("targets")) {
                assertHolds(title, target.path("expr").asString());
                expressions++;
            }
        }
        assertTrue(expressions > 20, "so few expressions: " + expressions);
        for (JsonNode variable : dashboard.path("templating").path("list")) {
            String query = variable.path("definition").asString("");
            if (query.startsWith("label_values(")) {
                String[] parts = query.substring("label_values(".length(), query.length() - 1)
                        .split(", ");
                Map<String, Set<String>> known = Objects.requireNonNull(
                        exposed.get(parts[0]), () -> query + " uses a metric that /metrics lacks");
                assertTrue(OF_PROMETHEUS.contains(parts[1]) || known.containsKey(parts[1]), query);
            }
        }
    }

    /** With the judge of Prometheus itself, where there is one. */
    @Test
    void prometheusAcceptsTheAlertRules() throws Exception {
        Process process;
        try {
            process = new ProcessBuilder(
                            "promtool",
                            "check",
                            "rules",
                            folder.resolve("alerts.yaml").toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException missing) {
            Assumptions.abort("SKIPPED: promtool is not on the path, so Prometheus itself has not judged the rules: "
                    + missing.getMessage());
            return;
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), said);
        assertEquals(0, process.exitValue(), said);
    }
}
