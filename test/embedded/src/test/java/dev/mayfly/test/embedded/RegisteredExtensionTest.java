package dev.mayfly.test.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.MayflyExtension;
import dev.mayfly.test.testkit.MayflyFace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class RegisteredExtensionTest {
    @RegisterExtension
    static final MayflyExtension MAYFLY =
            MayflyExtension.builder().clock("system").faces(MayflyFace.ADMIN).build();

    @Test
    void serverIsAsTheBuilderSays(MayflyServer server) {
        assertTrue(server.virtualClock().isEmpty());
        assertEquals(1, server.faces().size());
        assertThrows(IllegalArgumentException.class, () -> server.connectionString(FaceName.MONGO));
    }
}
