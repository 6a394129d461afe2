package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.Setting;
import dev.mayfly.app.server.demo.LiveDemo;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A server that divides new collections into shards. */
final class ShardsTest {
    private static Map<Setting, String> flags(Path folder, int shards) {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        flags.put(Setting.DATA, folder.toString());
        flags.put(Setting.CLOCK, "virtual@" + ServerFixture.START);
        flags.put(Setting.SHARDS, Integer.toString(shards));
        return flags;
    }

    @Test
    void collectionsOfEveryFaceHaveThemAndKeepThem(@TempDir Path folder) throws Exception {
        try (ServerFixture fixture = new ServerFixture(flags(folder, 4))) {
            try (LiveDemo demo = LiveDemo.start(fixture.server)) {
                assertNotNull(demo);
            }
            expect(fixture, 4);
        }
        try (ServerFixture fixture = new ServerFixture(flags(folder, 1))) {
            expect(fixture, 4);
            JsonNode report = fixture.post("/api/v1/check").json();
            assertTrue(report.path("findings").isEmpty(), report.toString());
            fixture.post("/api/v1/clock/advance?by=2h");
            for (JsonNode collection : demo(fixture)) {
                assertEquals(0, collection.path("overdue").asInt(), collection.toString());
            }
        }
    }

    private static JsonNode demo(ServerFixture fixture) throws Exception {
        return fixture.get("/api/v1/collections?database=demo").json().path("items");
    }

    private static void expect(ServerFixture fixture, int shards) throws Exception {
        JsonNode collections = demo(fixture);
        int filled = 0;
        for (JsonNode collection : collections) {
            assertEquals(shards, collection.path("shards").asInt(), collection.toString());
            filled += collection.path("live").asInt() > 0 ? 1 : 0;
        }
        assertTrue(filled >= 3, collections.toString());
    }
}
