package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The action for workflows: its definition names what there is, and its script starts a server. */
final class WorkflowActionIT {
    private static final Path ACTION =
            Path.of("../../kits/action").toAbsolutePath().normalize();

    @TempDir
    private Path folder = Path.of("");

    private static Map<?, ?> map(Object node, String name) {
        return (Map<?, ?>) ((Map<?, ?>) node).get(name);
    }

    private static Set<String> named(String text, String pattern) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void definitionNamesWhatThereIs() throws Exception {
        String text = Files.readString(ACTION.resolve("action.yml"));
        Object action = new Load(LoadSettings.builder().build()).loadFromString(text);
        assertEquals("composite", map(action, "runs").get("using"));
        Map<?, ?> step = (Map<?, ?>) ((List<?>) map(action, "runs").get("steps")).getFirst();
        assertEquals(map(action, "inputs").keySet(), named(text, "\\$\\{\\{ inputs\\.(\\w+) }}"));
        assertEquals(
                map(action, "outputs").keySet(),
                named(text, "\\$\\{\\{ steps\\." + step.get("id") + "\\.outputs\\.(\\w+) }}"));
        Set<String> scripts = named(String.valueOf(step.get("run")), "GITHUB_ACTION_PATH/([\\w.]+)");
        assertEquals(Set.of("start.sh"), scripts);
        String script = Files.readString(ACTION.resolve("start.sh"));
        assertEquals(map(step, "env").keySet(), named(script, "\\$(INPUT_\\w+)"));
    }

    private record Step(int exitCode, String output, String errors) {}

    private Step run(Map<String, String> inputs) throws Exception {
        Path outputs = folder.resolve("outputs");
        ProcessBuilder builder =
                new ProcessBuilder("/bin/sh", ACTION.resolve("start.sh").toString()).redirectErrorStream(true);
        builder.environment().put("RUNNER_TEMP", folder.toString());
        builder.environment().put("GITHUB_OUTPUT", outputs.toString());
        builder.environment().putAll(inputs);
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exitCode = process.waitFor();
        return new Step(exitCode, Files.exists(outputs) ? Files.readString(outputs) : "", said);
    }

    @Test
    void stepStartsAServerAndSaysWhere() throws Exception {
        ReleaseFolder release = ReleaseFolder.in(folder);
        Step step = run(Map.of(
                "INPUT_HOME", release.home().toString(),
                "INPUT_FACES", "mongo",
                "INPUT_CLOCK", "2026-01-01T00:00:00Z",
                "INPUT_FLAGS", "--log-level error"));
        try {
            assertEquals(0, step.exitCode(), step.errors());
            List<String> outputs = step.output().lines().toList();
            assertEquals(2, outputs.size(), step.output());
            assertTrue(outputs.get(1).startsWith("admin=http://127.0.0.1:"), step.output());
            try (MongoClient client = MongoClients.create(outputs.getFirst().substring("mongo=".length()))) {
                Document clock = client.getDatabase("admin").runCommand(new Document("mayflyClock", 1));
                assertTrue(clock.getBoolean("virtual"), clock.toJson());
            }
        } finally {
            release.servers().forEach(ProcessHandle::destroy);
        }
    }

    @Test
    void serverThatDoesNotStartFailsTheStep() throws Exception {
        ReleaseFolder release = ReleaseFolder.in(folder);
        Step step = run(Map.of(
                "INPUT_HOME", release.home().toString(),
                "INPUT_FACES", "mongo",
                "INPUT_CLOCK", "system",
                "INPUT_FLAGS", "--nonsense"));
        assertEquals(1, step.exitCode());
        assertTrue(step.errors().contains("there is no option --nonsense"), step.errors());
        assertTrue(step.errors().endsWith("the server did not start\n"), step.errors());
    }
}
