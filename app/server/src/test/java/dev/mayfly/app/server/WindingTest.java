package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.engine.Engine;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Winding the clock costs as much as falls due on the way, however far it leads and however many collections there are. */
final class WindingTest {
    private static final int EACH = 10;
    private static final int DAYS = 120;

    private static void write(ServerFixture fixture, String path, String id, String query, String body)
            throws Exception {
        Answer written = fixture.send("PUT", path + "/documents/" + ThreeFaces.encoded(id) + query, body, Map.of());
        assertTrue(written.status() < 300, written.body());
    }

    /** Ten collections of each face: every second one has documents that die, each of them at an instant of its own. */
    private static int fill(ServerFixture fixture, ThreeFaces faces) throws Exception {
        int deadlines = 0;
        for (int i = 0; i < EACH; i++) {
            String name = "c" + i;
            faces.mongo("m", name, "{name: 'at', key: {at: 1}, expireAfterSeconds: " + i + "}");
            faces.cosmos("s", name, ", \"defaultTtl\": -1");
            faces.couchbase(name, 0);
            if (i % 2 == 0) {
                String date = "2026-02-0" + (i / 2 + 1) + "T00:00:00Z";
                write(fixture, ThreeFaces.path("mongo", "m", name), "1", "", "{\"at\": {\"$date\": \"" + date + "\"}}");
                String item = "{\"pk\": \"p\", \"ttl\": " + (i + 1) * 86_400 + "}";
                write(fixture, ThreeFaces.path("cosmos", "s", name), "[\"p\", \"1\"]", "", item);
                String bucket = ThreeFaces.path("couchbase", name, "_default._default");
                write(fixture, bucket, "1", "?lifetime=" + (i + 2) + "d", "{}");
                deadlines += 3;
            }
        }
        return deadlines;
    }

    @Test
    void passesGrowWithDeadlinesAndNotWithDaysOrCollections() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            int deadlines = fill(fixture, new ThreeFaces(fixture));
            Engine engine = fixture.server.engine();
            long before = engine.sweeper().status().rounds();
            assertEquals(
                    200, fixture.post("/api/v1/clock/advance?by=" + DAYS + "d").status());
            long rounds = engine.sweeper().status().rounds() - before;
            assertEquals(deadlines, engine.sweeper().status().destroyed());
            assertTrue(rounds >= deadlines, rounds + " rounds");
            assertTrue(rounds <= 6L * deadlines + 20, rounds + " rounds for " + deadlines + " deadlines");
            long empty = engine.sweeper().status().rounds();
            assertEquals(
                    200, fixture.post("/api/v1/clock/advance?by=" + DAYS + "d").status());
            long idle = engine.sweeper().status().rounds() - empty;
            assertTrue(idle <= 10, idle + " rounds in which nothing was due");
        }
    }
}
