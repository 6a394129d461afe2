package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.console.WindableClock;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FolderClockTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void folderOfAVirtualClockGoesOnWhereItWas() throws Exception {
        try (MayflyServer server = start("virtual@2030-01-01T00:00:00Z")) {
            clock(server).advance(Duration.ofHours(5));
        }
        try (MayflyServer server = start("virtual")) {
            assertEquals(Instant.parse("2030-01-01T05:00:00Z"), clock(server).now());
        }
        try (MayflyServer server = start("virtual@2031-01-01T00:00:00Z")) {
            assertEquals(Instant.parse("2031-01-01T00:00:00Z"), clock(server).now());
        }
        assertRefused("virtual@2030-06-01T00:00:00Z", "time never runs back");
    }

    @Test
    void folderOfAVirtualClockRefusesTheSystemClock() throws Exception {
        start("virtual@2030-01-01T00:00:00Z").close();
        assertRefused("system", "lives on a virtual clock, at 2030-01-01T00:00:00Z");
    }

    @Test
    void folderOfTheSystemClockRefusesAVirtualOne() throws Exception {
        start("system").close();
        assertRefused("virtual", "lives on the system clock");
    }

    @Test
    void folderInUseIsNamed() throws Exception {
        try (MayflyServer server = start("system")) {
            assertTrue(server.virtualClock().isEmpty());
            StartupException refused = assertThrows(StartupException.class, () -> start("system"));
            assertTrue(String.valueOf(refused.getMessage()).contains("is in use"), refused.getMessage());
        }
    }

    private void assertRefused(String clock, String reason) {
        ConfigException refused = assertThrows(ConfigException.class, () -> start(clock));
        assertTrue(String.valueOf(refused.getMessage()).contains(reason), refused.getMessage());
    }

    private MayflyServer start(String clock) throws Exception {
        return MayflyServer.start(
                ServerFixture.config(Map.of(Setting.DATA, folder.resolve("data").toString(), Setting.CLOCK, clock)));
    }

    private static WindableClock clock(MayflyServer server) {
        return server.virtualClock().orElseThrow();
    }
}
