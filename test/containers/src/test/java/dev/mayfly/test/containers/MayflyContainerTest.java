package dev.mayfly.test.containers;

import static com.mongodb.client.model.Filters.eq;
import static dev.mayfly.test.testkit.MayflyAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.test.testkit.ExpiryReason;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.testcontainers.utility.DockerImageName;

/** Without Docker: what a container is started with, and what it does with a server that listens where its ports would be. */
final class MayflyContainerTest {
    /** A container whose ports are those of a server of this process. */
    private static final class LocalContainer extends MayflyContainer {
        private final Map<Integer, Integer> ports;

        LocalContainer(Map<Integer, Integer> ports) {
            super("mayfly:0.1.0");
            this.ports = ports;
        }

        @Override
        public String getHost() {
            return "127.0.0.1";
        }

        @Override
        public Integer getMappedPort(int inside) {
            return ports.getOrDefault(inside, inside);
        }

        Map<String, String> variables() {
            configure();
            return getEnvMap();
        }
    }

    @Test
    void serverIsStartedInMemoryWithAClockThatStandsStill() {
        LocalContainer container = new LocalContainer(Map.of());
        container.withFaces(MayflyFace.MONGO).withSetting("ttl.change-grace", "0s");
        Map<String, String> variables = container.variables();
        assertEquals("true", variables.get("MAYFLY_IN_MEMORY"));
        assertEquals("open", variables.get("MAYFLY_AUTH_MODE"));
        assertEquals("virtual@2026-01-01T00:00:00Z", variables.get("MAYFLY_CLOCK"));
        assertEquals("mongo,admin", variables.get("MAYFLY_FACES_ENABLED"));
        assertEquals("0s", variables.get("MAYFLY_TTL_CHANGE_GRACE"));
        assertEquals("127.0.0.1", variables.get("MAYFLY_HOSTS"));
        assertEquals(new TreeSet<>(List.of(8080, 27017)), new TreeSet<>(container.getExposedPorts()));
    }

    @Test
    void clockOfTheMachineIsTakenWhereItIsAskedFor() {
        LocalContainer container = new LocalContainer(Map.of());
        container.withClock("system");
        assertEquals("system", container.variables().get("MAYFLY_CLOCK"));
    }

    @Test
    void portsOfCouchbaseHaveTheSameNumbersInsideAndOutside() {
        LocalContainer container = new LocalContainer(Map.of());
        container.withFaces(MayflyFace.COUCHBASE);
        Map<String, String> variables = container.variables();
        for (String setting : List.of("PORT", "KV_PORT", "QUERY_PORT")) {
            String port = variables.get("MAYFLY_FACES_COUCHBASE_" + setting);
            assertNotNull(port, setting);
            assertTrue(container.getPortBindings().contains(port + ":" + port + "/tcp"), container::toString);
        }
    }

    @Test
    void otherImagesAreRefused() {
        assertThrows(IllegalStateException.class, () -> new MayflyContainer("mongo:7"));
        new MayflyContainer(DockerImageName.parse("registry.example/mayfly:1").asCompatibleSubstituteFor("mayfly"));
    }

    @Test
    void sessionDiesWhenTheClockOfTheContainerIsWound() {
        try (MayflyServer local = MayflyServer.builder()
                        .faces(MayflyFace.MONGO)
                        .with("--bind", "0.0.0.0")
                        .with("--auth", "open")
                        .start();
                LocalContainer container = new LocalContainer(Map.of(
                        8080, local.adminUrl().getPort(),
                        27017, portOf(local.connectionString(MayflyFace.MONGO))));
                MongoClient client = MongoClients.create(container.connectionString(MayflyFace.MONGO))) {
            assertTrue(container.connectionString(MayflyFace.MONGO).startsWith("mongodb://127.0.0.1:"));
            MongoCollection<Document> sessions = client.getDatabase("app").getCollection("sessions");
            sessions.createIndex(Indexes.ascending("seen"), new IndexOptions().expireAfter(30L, TimeUnit.MINUTES));
            Instant now = container.clock().now();
            sessions.insertOne(new Document("_id", 1).append("seen", Date.from(now)));
            assertNotNull(sessions.find(eq("_id", 1)).first());
            container.clock().advance(Duration.ofMinutes(30));
            assertNull(sessions.find(eq("_id", 1)).first());
            assertThat(container.events()).hasExpired("app.sessions", 1).withReason(ExpiryReason.FIELD);
        }
    }

    private static int portOf(String connectionString) {
        return URI.create(connectionString).getPort();
    }
}
