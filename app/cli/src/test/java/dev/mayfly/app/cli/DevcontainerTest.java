package dev.mayfly.app.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The container to develop in has the JDK of the project, and forwards the ports that a server takes by default. */
final class DevcontainerTest {
    private final JsonNode container = read();

    private static JsonNode read() {
        return new JsonMapper()
                .readTree(Path.of("../../.devcontainer/devcontainer.json").toFile());
    }

    @Test
    void everyPortOfAServerIsForwarded() {
        Set<String> usual = new TreeSet<>();
        for (Setting port : List.of(
                Setting.MONGO_PORT,
                Setting.COSMOS_PORT,
                Setting.COUCHBASE_PORT,
                Setting.KV_PORT,
                Setting.QUERY_PORT,
                Setting.ADMIN_PORT)) {
            usual.add(port.standard());
        }
        Set<String> forwarded = new TreeSet<>();
        container.path("forwardPorts").forEach(port -> forwarded.add(port.asString()));
        assertEquals(usual, forwarded);
        assertEquals(usual, new TreeSet<>(container.path("portsAttributes").propertyNames()));
    }

    @Test
    void imageHasTheJdkThatTheLauncherAsksFor() throws Exception {
        assertTrue(container.path("image").asString("").endsWith("-temurin-25"));
        assertTrue(Files.readString(Path.of("../../mayfly")).contains("25"));
    }
}
