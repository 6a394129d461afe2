package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.demo.LiveDemo;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class LiveDemoTest {
    @Test
    void documentsOfAllFacesExpireAndOthersFollow() throws Exception {
        try (ServerFixture fixture = new ServerFixture();
                LiveDemo demo = LiveDemo.start(fixture.server)) {
            for (String face : new String[] {"mongo", "cosmos", "couchbase"}) {
                assertEquals(LiveDemo.DOCUMENTS, count(fixture, face), face);
                assertTrue(demo.words().contains(face), demo.words());
            }
            fixture.post("/api/v1/clock/advance?by=11m");
            assertTrue(fixture.server.engine().sweeper().status().destroyed() >= 3 * LiveDemo.DOCUMENTS);
            demo.refill();
            for (String face : new String[] {"mongo", "cosmos", "couchbase"}) {
                assertTrue(count(fixture, face) > 0, face);
                assertTrue(count(fixture, face) <= LiveDemo.DOCUMENTS, face);
            }
        }
    }

    @Test
    void firstDocumentOfEachFaceGoesWithinFiveSecondsAndIsTold() throws Exception {
        try (ServerFixture fixture = new ServerFixture();
                LiveDemo demo = LiveDemo.start(fixture.server)) {
            assertTrue(demo.words().contains("  open  http://127.0.0.1:"), demo.words());
            for (String collection :
                    new String[] {"mongo/demo/sessions", "cosmos/demo/events", "couchbase/demo/_default._default"}) {
                JsonNode next = fixture.get("/api/v1/next?limit=1&collection=" + collection)
                        .json()
                        .path("items")
                        .path(0);
                assertTrue(next.path("timeLeftMillis").asLong(Long.MAX_VALUE) <= 4_000, collection + " " + next);
            }
            fixture.post("/api/v1/clock/advance?by=4s");
            JsonNode told = fixture.get("/api/v1/events/list").json().path("items");
            assertTrue(told.size() > 0, "no event after some seconds");
        }
    }

    @Test
    void itIsTheSameEveryTime() throws Exception {
        assertEquals(deadlines(), deadlines());
    }

    private static String deadlines() throws Exception {
        try (ServerFixture fixture = new ServerFixture();
                LiveDemo _ = LiveDemo.start(fixture.server)) {
            StringBuilder all = new StringBuilder();
            for (int number = 1; number <= 10; number++) {
                all.append(fixture.get("/api/v1/collections/mongo/demo/sessions/explain?id=" + number)
                                .json()
                                .path("deadline"))
                        .append(fixture.get("/api/v1/collections/couchbase/demo/_default._default/explain?id=page:"
                                        + number)
                                .json()
                                .path("deadline"));
            }
            return all.toString();
        }
    }

    private static long count(ServerFixture fixture, String face) {
        String name = face.equals("mongo") ? "sessions" : face.equals("cosmos") ? "events" : "_default._default";
        Collection found = fixture.server.engine().find(new CollectionName(face, "demo", name));
        return found == null ? -1 : found.count(found.reading());
    }
}
