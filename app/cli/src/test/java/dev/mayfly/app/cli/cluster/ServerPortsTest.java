package dev.mayfly.app.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ServerPortsTest {
    @Test
    void eachPortThatIsLeftOpenIsAnotherFreeOne() {
        Map<Setting, Integer> ports = ServerPorts.ANY.onLoopback().bySetting();
        assertEquals(ServerPorts.SETTINGS, List.copyOf(ports.keySet()));
        assertEquals(ports.size(), new HashSet<>(ports.values()).size());
        assertTrue(ports.values().stream().allMatch(port -> port > 0), ports::toString);
    }

    @Test
    void portThatIsTakenIsToldByItsOption() throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            ServerPorts wanted = ServerPorts.ANY.with(Map.of(Setting.KV_PORT, other.getLocalPort()));
            CommandFailure refusal = assertThrows(CommandFailure.class, wanted::onLoopback);
            assertEquals("--kv-port: port " + other.getLocalPort() + " is taken", refusal.getMessage());
        }
    }

    @Test
    void standardPortsAreThoseOfServeUnlessOneIsSaid() {
        ServerPorts ports = ServerPorts.standard().with(Map.of(Setting.ADMIN_PORT, 18_080));
        assertEquals(
                List.of(
                        "--mongo-port",
                        "27017",
                        "--cosmos-port",
                        "8081",
                        "--couchbase-port",
                        "8091",
                        "--kv-port",
                        "11210",
                        "--query-port",
                        "8093",
                        "--http-port",
                        "18080"),
                ports.options());
    }
}
