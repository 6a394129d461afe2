package dev.mayfly.app.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortsFileTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void portsStayTheSameWhenAClusterIsStartedAgain() throws Exception {
        FreePorts first = new PortsFile(folder).ports(1);
        assertEquals(first, new PortsFile(folder).ports(1));
    }

    @Test
    void anotherNumberOfNodesIsRefused() throws Exception {
        new PortsFile(folder).ports(1);
        CassandraStartException refusal =
                assertThrows(CassandraStartException.class, () -> new PortsFile(folder).ports(3));
        assertTrue(String.valueOf(refusal.getMessage()).contains("holds a cluster of 1 nodes"), refusal::toString);
    }

    @Test
    void portThatAnotherHasTakenIsNamed() throws Exception {
        FreePorts ports = new PortsFile(folder).ports(1);
        try (ServerSocket other = new ServerSocket()) {
            other.bind(new InetSocketAddress(CassandraNode.address(1), ports.clients()));
            CassandraStartException refusal =
                    assertThrows(CassandraStartException.class, () -> new PortsFile(folder).ports(1));
            assertTrue(
                    String.valueOf(refusal.getMessage()).startsWith("port " + ports.clients() + ", "),
                    refusal::toString);
        }
    }
}
