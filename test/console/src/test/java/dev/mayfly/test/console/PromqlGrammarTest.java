package dev.mayfly.test.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.NodeClients;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The expressions that are shipped for Prometheus and Grafana are such by the grammar of Prometheus itself. */
final class PromqlGrammarTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Path MONITORING = Path.of("../../docs/monitoring").toAbsolutePath();

    @TempDir
    Path home;

    @BeforeAll
    static void install() {
        NodeClients.install();
    }

    private String refused(List<String> expressions) {
        NodeClients.Outcome outcome =
                NodeClients.node(home, List.of("promql.mjs"), JSON.writeValueAsString(expressions));
        assertEquals(0, outcome.exitCode(), outcome.printed());
        return outcome.printed();
    }

    @Test
    void whatIsWrongIsFound() {
        String printed = refused(List.of("rate(a[5m)", "a > 0 and b", "sum(by (le) a", "up{job=\"mayfly\"} == 0"));
        assertEquals("rate(a[5m)\nsum(by (le) a\n", printed.replaceAll("(?m)^\\d+: ", ""));
    }

    @Test
    void alertRulesAreExpressionsOfPrometheus() throws IOException {
        List<String> expressions = new ArrayList<>();
        Map<?, ?> file = (Map<?, ?>) new Load(LoadSettings.builder().build())
                .loadFromString(Files.readString(MONITORING.resolve("alerts.yaml")));
        for (Object group : (List<?>) Objects.requireNonNull(file.get("groups"))) {
            for (Object rule : (List<?>) Objects.requireNonNull(((Map<?, ?>) group).get("rules"))) {
                expressions.add(String.valueOf(((Map<?, ?>) rule).get("expr")));
            }
        }
        assertTrue(expressions.size() > 5, expressions.toString());
        assertEquals("", refused(expressions));
    }

    @Test
    void panelsOfTheDashboardAreExpressionsOfPrometheus() throws IOException {
        List<String> expressions = new ArrayList<>();
        JsonNode dashboard = JSON.readTree(Files.readString(MONITORING.resolve("dashboard.json")));
        for (JsonNode panel : dashboard.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                // Grafana puts these in before it asks.
                expressions.add(target.path("expr").asString().replaceAll("\\$__\\w+", "5m"));
            }
        }
        assertTrue(expressions.size() > 20, expressions.toString());
        assertEquals("", refused(expressions));
    }
}
