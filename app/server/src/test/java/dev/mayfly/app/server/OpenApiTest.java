package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.Demo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Walks the OpenAPI file against a running server. A call that the server has and the file does not name is a fault,
 * and so is a call that the file names and the server does not have.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class OpenApiTest {
    private static final String ONE = "/api/v1/collections/mongo/demo/sessions";
    private static final Set<String> STREAMS = Set.of("text/event-stream", "application/jsonl");

    @TempDir
    private Path folder = Path.of("");

    private ServerFixture fixture;
    private JsonNode file;

    @BeforeAll
    void start() throws Exception {
        fixture = new ServerFixture();
        Demo.load(fixture.server.engine());
        Answer answer = fixture.get("/api/v1/openapi.json");
        assertEquals(200, answer.status(), answer.body());
        file = answer.json();
    }

    @AfterAll
    void stop() {
        fixture.close();
    }

    /** One operation of the file. */
    private record Operation(String method, String path, JsonNode whole, JsonNode said) {
        String title() {
            return method + " " + path;
        }

        boolean isStream() {
            return said.path("x-streams").asBoolean(false);
        }

        /** Its path for a collection that there is and a document that there is not. */
        String address() {
            return path.replace("{face}", "mongo")
                    // What is dropped is not there, so that everything else still is.
                    .replace("{database}", isDrop() ? "nowhere" : "demo")
                    .replace("{collection}", "sessions")
                    .replace("{id}", "nobody")
                    .replace("{name}", "nothing")
                    .replace("{index}", "nothing")
                    .replace("{operation}", "nothing");
        }

        private boolean isDrop() {
            return method.equals("DELETE") && (path.endsWith("/{database}") || path.endsWith("/{collection}"));
        }

        Set<String> parameters(JsonNode file) {
            Set<String> names = new TreeSet<>();
            for (JsonNode list : List.of(whole.path("parameters"), said.path("parameters"))) {
                for (JsonNode each : list) {
                    JsonNode parameter = SchemaCheck.resolve(file, each);
                    if (parameter.path("in").asString().equals("query")) {
                        names.add(parameter.path("name").asString());
                    }
                }
            }
            return names;
        }
    }

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        file.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(entry -> {
                    if (!entry.getKey().equals("parameters")) {
                        operations.add(new Operation(
                                entry.getKey().toUpperCase(Locale.ROOT),
                                path.getKey(),
                                path.getValue(),
                                entry.getValue()));
                    }
                }));
        return operations;
    }

    /** A text with a comma in it that stands without quotes is two things, the second of them a name without a value. */
    @Test
    void nothingInTheFileIsANameWithoutAValue() {
        List<String> empty = new ArrayList<>();
        findEmpty(file, "", empty);
        assertEquals(List.of(), empty);
    }

    private static void findEmpty(JsonNode node, String at, List<String> empty) {
        node.properties().forEach(each -> {
            if (each.getValue().isNull()) {
                empty.add(at + "/" + each.getKey());
            }
            findEmpty(each.getValue(), at + "/" + each.getKey(), empty);
        });
        if (node.isArray()) {
            node.forEach(each -> findEmpty(each, at + "[]", empty));
        }
    }

    @Test
    void everyRouteIsInTheFileAndOnlyThose() {
        Set<String> described =
                operations().stream().map(Operation::title).collect(Collectors.toCollection(TreeSet::new));
        Set<String> served = new TreeSet<>(fixture.server.adminRoutes());
        // For people who come by; it is made of the file.
        served.remove("GET /");
        served.removeIf(route -> route.contains(" /console") || route.contains(" /assets"));
        assertEquals(described, served);
    }

    @Test
    void unknownParametersAreRefusedAndTheKnownAreThoseOfTheFile() throws Exception {
        for (Operation operation : operations()) {
            if (operation.path().startsWith("/api/v1/") && !operation.path().endsWith("openapi.json")) {
                Answer refused =
                        fixture.send(operation.method(), operation.address() + "?nobodyKnowsThis=1", "{}", Map.of());
                assertEquals(400, refused.status(), operation.title() + refused.body());
                String text = refused.json().path("error").path("message").asString();
                Set<String> known = new TreeSet<>();
                if (text.contains("it takes ") && !text.endsWith("none")) {
                    known.addAll(Arrays.asList(
                            text.substring(text.indexOf("it takes ") + 9).split(", ")));
                }
                assertEquals(operation.parameters(file), known, operation.title());
            }
        }
    }

    @Test
    void everyAnswerIsAsItsSchemaSays() throws Exception {
        for (Operation operation : operations()) {
            if (operation.isStream()) {
                continue;
            }
            // Without a body what changes something is refused, and that is an answer as well.
            check(operation, fixture.send(operation.method(), operation.address(), "", Map.of()));
        }
    }

    @Test
    void answersOfSuccessAreAsTheirSchemasSay() throws Exception {
        for (String path : List.of(
                "/health/live",
                "/health/ready",
                "/health/expiry",
                "/metrics",
                "/api/v1/status",
                "/api/v1/collections",
                "/api/v1/collections?limit=1&face=mongo",
                ONE,
                ONE + "/documents",
                ONE + "/documents?order=expiry&limit=3",
                ONE + "/documents?by=n&direction=desc&limit=3",
                ONE + "/documents/7",
                ONE + "/documents/7/explain",
                ONE + "/explain?id=7",
                ONE + "/doctor?sample=10",
                "/api/v1/doctor",
                "/api/v1/health/collections",
                "/api/v1/health/load",
                "/api/v1/events/subscribers",
                "/api/v1/forecast?from=-1h&until=1h&bucket=5m",
                ONE + "/forecast",
                ONE + "/policy",
                "/api/v1/events/list",
                "/api/v1/events/list?document=true&limit=1",
                "/api/v1/webhooks",
                "/api/v1/clock")) {
            succeed("GET", path, "");
        }
        succeed("PUT", ONE + "/documents/new", "{\"n\": 1}");
        succeed("POST", ONE + "/documents/new/touch", "{\"lifetime\": \"1h\"}");
        succeed("POST", ONE + "/query", "{\"filter\": {}, \"limit\": 3}");
        succeed("DELETE", ONE + "/documents/new", "");
        succeed("POST", ONE + "/documents", "{\"_id\": \"newer\"}");
        succeed("GET", ONE + "/documents/newer?form=exact", "");
        succeed("POST", ONE + "/preview?id=newest", "{\"n\": 1}");
        succeed("POST", ONE + "/bulk/delete", "{\"where\": \"{}\", \"dryRun\": true}");
        succeed("POST", ONE + "/bulk/touch", "{\"where\": \"{\\\"_id\\\": 7}\", \"lifetime\": \"1h\", \"atMost\": 1}");
        succeed("GET", "/api/v1/next", "");
        succeed("GET", "/api/v1/config", "");
        succeed("PUT", "/api/v1/users/mongo/ann", "{\"password\": \"p\", \"roles\": [\"read@demo\"]}");
        succeed("GET", "/api/v1/users/mongo", "");
        succeed("DELETE", "/api/v1/users/mongo/ann", "");
        succeed("GET", "/api/v1/databases", "");
        succeed("PUT", "/api/v1/collections/cosmos/access/items", "{}");
        succeed("PUT", "/api/v1/users/cosmos/access%2Fann", "{\"roles\": [\"all@items\"]}");
        succeed("POST", "/api/v1/users/cosmos/access%2Fann/tokens", "{\"validFor\": \"5h\"}");
        succeed("GET", "/api/v1/keys/cosmos", "");
        succeed("PUT", "/api/v1/collections/mongo/demo/made", "{\"ttlField\": \"seen\", \"ttl\": \"1h\"}");
        succeed("GET", "/api/v1/collections/mongo/demo/made/indexes", "");
        succeed("PUT", "/api/v1/collections/mongo/demo/made/indexes/by_user", "{\"fields\": [\"user\"]}");
        succeed("DELETE", "/api/v1/collections/mongo/demo/made/indexes/seen_1", "");
        succeed("DELETE", "/api/v1/collections/mongo/demo/made", "");
        succeed(
                "POST",
                ONE + "/policy/dry-run",
                "{\"rules\": {\"fields\": [{\"path\": \"seen\", \"after\": \"1s\"}]}}");
        succeed("POST", ONE + "/policy/dry-run", "{\"grace\": \"1h\"}");
        succeed("PUT", ONE + "/policy", "{\"guard\": 1000, \"grace\": \"0s\"}");
        succeed("PUT", ONE + "/holds/court", "{\"id\": \"7\", \"reason\": \"a case\"}");
        succeed("PUT", ONE + "/policy", "{\"grace\": \"1h\"}");
        succeed("POST", ONE + "/policy/undo?dryRun=true", "");
        succeed("POST", "/api/v1/clock/advance?by=20s", "");
        succeed("GET", ONE + "/hidden?limit=3", "");
        succeed("GET", ONE + "/holds", "");
        succeed("POST", ONE + "/hidden/8/restore", "{\"lifetime\": \"1h\"}");
        succeed("POST", ONE + "/hidden/purge", "{\"ids\": [\"7\", \"9\"]}");
        succeed("DELETE", ONE + "/holds/court", "");
        succeed("GET", "/api/v1/audit", "");
        succeed("GET", "/api/v1/erasures", "");
        succeed("GET", "/api/v1/events/list?limit=5", "");
        succeed("GET", "/api/v1/events/list?limit=5&order=latest", "");
        succeed("GET", "/api/v1/webhooks", "");
        succeed("GET", "/api/v1/operations", "");
        succeed("POST", "/api/v1/ttl/pause", "");
        succeed("POST", "/api/v1/ttl/resume", "");
        succeed("POST", "/api/v1/clock/advance?by=1s", "");
        succeed("POST", "/api/v1/clock/confirm", "");
    }

    private void succeed(String method, String path, String body) throws Exception {
        Answer answer = fixture.send(method, path, body, Map.of());
        assertTrue(answer.status() < 300, method + " " + path + ": " + answer.status() + " " + answer.body());
        String plain = path.contains("?") ? path.substring(0, path.indexOf('?')) : path;
        Operation operation = operations().stream()
                .filter(each -> each.method().equals(method) && fits(each.path(), plain))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the file lacks " + method + " " + plain));
        check(operation, answer);
    }

    private static boolean fits(String template, String path) {
        String[] wanted = template.split("/", -1);
        String[] given = path.split("/", -1);
        if (wanted.length != given.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (!wanted[i].startsWith("{") && !wanted[i].equals(given[i])) {
                return false;
            }
        }
        return true;
    }

    private void check(Operation operation, Answer answer) {
        String title = operation.title() + " -> " + answer.status();
        JsonNode response = operation.said().path("responses").path(Integer.toString(answer.status()));
        assertTrue(!response.isMissingNode(), title + " is not in the file: " + answer.body());
        JsonNode content = SchemaCheck.resolve(file, response).path("content");
        String type = answer.fields().getOrDefault("Content-Type", "none").split(";", 2)[0];
        assertTrue(content.has(type), title + " has the type " + type);
        if (type.equals("application/json")) {
            List<String> faults = SchemaCheck.faults(file, content.path(type).path("schema"), answer.json());
            assertEquals(List.of(), faults, title + "\n" + answer.body());
        } else {
            assertTrue(type.equals("text/plain") || STREAMS.contains(type), title);
        }
    }

    @Test
    void everyRouteNeedsTheRoleThatTheFileSays() throws Exception {
        List<String> order = List.of("monitor", "read", "ttlAdmin", "admin");
        Path config = folder.resolve("mayfly.yaml");
        Files.writeString(config, """
            in-memory: true
            auth:
              mode: required
              users:
                - {name: monitor, password: secret, roles: [monitor]}
                - {name: read, password: secret, roles: [read]}
                - {name: ttlAdmin, password: secret, roles: [ttlAdmin]}
                - {name: admin, password: secret, roles: [admin]}
            faces: {enabled: [mongo, admin], mongo: {port: 0}, admin: {port: 0}}
            """);
        Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-------"));
        try (ServerFixture closed =
                new ServerFixture(ConfigReader.read(Map.of(Setting.CLOCK, "virtual"), Map.of(), config))) {
            for (Operation operation : operations()) {
                String role = operation.said().path("x-role").asString("");
                if (role.isEmpty()) {
                    assertEquals(200, closed.get(operation.address()).status(), operation.title());
                    continue;
                }
                // The parameter is refused right behind the door, so nothing happens.
                String address = operation.address() + "?nobodyKnowsThis=1";
                assertEquals(
                        401,
                        closed.send(operation.method(), address, "", Map.of()).status(),
                        operation.title());
                int needed = order.indexOf(role);
                if (needed > 0) {
                    assertEquals(403, status(closed, operation, address, order.get(needed - 1)), operation.title());
                }
                assertEquals(400, status(closed, operation, address, role), operation.title());
            }
        }
    }

    private static int status(ServerFixture closed, Operation operation, String address, String user) throws Exception {
        byte[] credentials = (user + ":secret").getBytes(StandardCharsets.UTF_8);
        String field = "Basic " + Base64.getEncoder().encodeToString(credentials);
        return closed.send(operation.method(), address, "", Map.of("Authorization", field))
                .status();
    }
}
