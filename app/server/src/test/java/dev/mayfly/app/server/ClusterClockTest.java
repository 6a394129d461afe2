package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Servers over one store, on virtual time: winding one winds all. */
final class ClusterClockTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private final SharedMemoryStore store = new SharedMemoryStore(SystemClock.INSTANCE::wallMillis);

    @AfterEach
    void closeStore() {
        store.close();
    }

    private ServerFixture server() throws Exception {
        return new ServerFixture(
                ServerFixture.config(Map.of(Setting.IN_MEMORY, "true", Setting.CLOCK, "virtual@" + START)),
                new OpenStore(store));
    }

    private static Instant shown(ServerFixture fixture) throws Exception {
        return Instant.parse(
                fixture.get("/api/v1/clock").json().path("now").path("iso").asString());
    }

    @Test
    void windingReturnsWhenEveryServerIsThere() throws Exception {
        try (ServerFixture first = server()) {
            windBoth(first);
            // A server that has left is not waited for.
            first.post("/api/v1/clock/advance?by=1h");
            assertEquals(START.plus(Duration.ofHours(4)), shown(first));
        }
    }

    private void windBoth(ServerFixture first) throws Exception {
        try (ServerFixture second = server()) {
            first.post("/api/v1/clock/advance?by=1h");
            assertEquals(START.plus(Duration.ofHours(1)), shown(first));
            assertEquals(START.plus(Duration.ofHours(1)), shown(second));
            second.post("/api/v1/clock/advance?by=2h");
            assertEquals(START.plus(Duration.ofHours(3)), shown(first));
            assertEquals(START.plus(Duration.ofHours(3)), shown(second));
        }
    }
}
