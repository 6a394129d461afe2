package dev.mayfly.app.console.page;

import dev.mayfly.face.api.ClientExample;
import dev.mayfly.face.api.FaceDefinitions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Programs of a few lines for the clients of each face. */
final class Snippets {
    private Snippets() {}

    /** The examples of one face. */
    record Group(String face, String title, String address, List<ClientExample> snippets) {}

    /**
     * Returns the examples of a face.
     *
     * @param definitions what the face says of its collections, or null for the admin API
     * @param password of the installed user, or a word for it
     */
    static Group of(Facts face, @Nullable FaceDefinitions definitions, String password) {
        String string = face.text("connectionString");
        String title = definitions == null ? "Admin API" : definitions.clients();
        List<ClientExample> examples = definitions == null ? admin(string) : definitions.examples(string, password);
        return new Group(face.text("face"), title, face.text("address"), examples);
    }

    private static List<ClientExample> admin(String string) {
        return List.of(
                new ClientExample("Address", string, true),
                new ClientExample("curl", "curl " + string + "/api/v1/status", false),
                new ClientExample("Events", "curl -N " + string + "/api/v1/events", false),
                new ClientExample("Prometheus", """
                        scrape_configs:
                          - job_name: mayfly
                            static_configs:
                              - targets: ["%s"]
                        """.formatted(string.replaceFirst("^https?://", "")), false),
                new ClientExample("Wind the clock of a test, in any language", """
                        ./mayfly serve --in-memory --clock virtual@2026-01-01T00:00:00Z
                        curl -X POST '%s/api/v1/clock/advance?by=30m'
                        """.formatted(string), false),
                new ClientExample("Testcontainers", """
                        // Your application in a container, Mayfly outside: ./mayfly serve --hosts host.testcontainers.internal
                        Testcontainers.exposeHostPorts(27017, 8081);
                        GenericContainer<?> application = new GenericContainer<>("your/application")
                            .withEnv("MONGODB_URI", "mongodb://host.testcontainers.internal:27017/?directConnection=true")
                            .withEnv("COSMOS_ENDPOINT", "https://host.testcontainers.internal:8081/");
                        """, false));
    }
}
