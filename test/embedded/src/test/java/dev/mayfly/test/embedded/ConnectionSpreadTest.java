package dev.mayfly.test.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConnectionSpreadTest {
    private static ServerSocket listener() throws IOException {
        return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @Test
    void connectionsGoToOneServerAfterTheOtherAndEndWithThem() throws IOException {
        try (ServerSocket one = listener();
                ServerSocket other = listener();
                ConnectionSpread spread = ConnectionSpread.over(List.of(one.getLocalPort(), other.getLocalPort()))) {
            for (ServerSocket expected : List.of(one, other, one)) {
                try (Socket client = new Socket(InetAddress.getLoopbackAddress(), spread.port());
                        Socket server = expected.accept()) {
                    client.getOutputStream().write(7);
                    assertEquals(7, server.getInputStream().read());
                    server.getOutputStream().write(8);
                    assertEquals(8, client.getInputStream().read());
                    server.shutdownOutput();
                    assertEquals(-1, client.getInputStream().read());
                }
            }
        }
    }

    @Test
    void closingEndsWhatIsOpen() throws IOException {
        try (ServerSocket one = listener()) {
            ConnectionSpread spread = ConnectionSpread.over(List.of(one.getLocalPort()));
            try (Socket client = new Socket(InetAddress.getLoopbackAddress(), spread.port());
                    Socket server = one.accept()) {
                spread.close();
                assertEquals(-1, server.getInputStream().read());
                assertEquals(-1, client.getInputStream().read());
            }
        }
    }
}
