package dev.mayfly.face.transport;

import static dev.mayfly.face.transport.TransportFixture.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.transport.connection.ConnectionBound;
import dev.mayfly.face.transport.connection.ConnectionRegistry;
import dev.mayfly.face.transport.connection.TransportLimits;
import dev.mayfly.face.transport.http.HostPolicy;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.face.transport.http.HttpService;
import dev.mayfly.face.transport.http.Router;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Connections beyond a bound wait for room, and get it, or are refused and counted. */
final class ConnectionBoundsTest {
    @Test
    void connectionBeyondTheLimitWaitsUntilAnotherLeaves() throws IOException {
        TransportLimits limits = TransportLimits.DEFAULT.withConnections(2, 2);
        try (var fixture = new TransportFixture(limits)) {
            InetSocketAddress address = fixture.listen();
            Peer first = loggedIn(address);
            try (var second = loggedIn(address);
                    var third = Peer.to(address)) {
                third.send("b");
                eventually("the third waits", () -> fixture.transport.waitingConnections() == 1);
                first.close();
                assertEquals("b", third.receive());
                assertEquals("b", echo(second));
                assertEquals(0, fixture.transport.refusedConnections());
            }
        }
    }

    @Test
    void connectionBeyondTheLimitOfAnAddressWaitsUntilAnotherLogsIn() throws IOException {
        TransportLimits limits = TransportLimits.DEFAULT.withConnections(100, 2);
        try (var fixture = new TransportFixture(limits)) {
            InetSocketAddress address = fixture.listen();
            try (var first = stranger(address);
                    var second = stranger(address);
                    var third = Peer.to(address)) {
                third.send("b");
                eventually("one waits", () -> fixture.transport.waitingConnections() == 1);
                try (var fourth = Peer.to(address)) {
                    eventually("two wait", () -> fixture.transport.waitingConnections() == 2);
                    first.send("l");
                    assertEquals("l", first.receive());
                    assertEquals("b", third.receive());
                    assertEquals(1, fixture.transport.waitingConnections());
                    second.send("l");
                    assertEquals("l", second.receive());
                    assertEquals("b", echo(fourth));
                }
            }
        }
    }

    @Test
    void facesAreCountedApart() throws IOException {
        TransportLimits limits = TransportLimits.DEFAULT.withConnections(100, 1);
        HttpService http =
                new HttpService("http", new Router().add("GET", "/", _ -> HttpResponse.of(204)), HostPolicy.loopback());
        try (var fixture = new TransportFixture(limits);
                var first = stranger(fixture.listen());
                var second = Peer.to(fixture.listen(http))) {
            String answer = second.http("GET / HTTP/1.1\nHost: localhost\n\n");
            assertTrue(answer.startsWith("HTTP/1.1 204"), answer);
            assertEquals("b", echo(first));
        }
    }

    @Test
    void strangerThatIsSilentLongestGivesItsPlaceToOneThatWaits() throws IOException {
        TransportLimits limits = TransportLimits.DEFAULT.withConnections(100, 2);
        try (var fixture = new TransportFixture(limits)) {
            InetSocketAddress address = fixture.listen();
            try (var silent = stranger(address);
                    var busy = stranger(address)) {
                fixture.advance(Duration.ofSeconds(2));
                assertEquals("b", echo(busy));
                fixture.advance(Duration.ofSeconds(2));
                try (var third = Peer.to(address)) {
                    third.send("b");
                    eventually("it waits", () -> fixture.transport.waitingConnections() == 1);
                    fixture.advance(Duration.ofSeconds(1));
                    assertEquals("b", third.receive());
                    assertTrue(silent.isClosedByServer());
                    assertEquals("b", echo(busy));
                    assertEquals(1, fixture.transport.refusedConnections(ConnectionBound.SILENT));
                }
            }
        }
    }

    @Test
    void peerWhoseRequestIsRunningKeepsItsPlace() throws IOException {
        TransportLimits limits = TransportLimits.DEFAULT.withConnections(100, 1);
        try (var fixture = new TransportFixture(limits)) {
            InetSocketAddress address = fixture.listen();
            try (var atWork = Peer.to(address)) {
                atWork.send("w");
                EchoProtocol.await(fixture.echo.waiting);
                try (var second = Peer.to(address)) {
                    eventually("it waits", () -> fixture.transport.waitingConnections() == 1);
                    fixture.advance(Duration.ofSeconds(20));
                    fixture.echo.gate.countDown();
                    assertEquals("w", atWork.receive());
                    assertEquals(1, fixture.transport.waitingConnections());
                    atWork.send("l");
                    assertEquals("l", atWork.receive());
                    assertEquals("b", echo(second));
                }
            }
        }
    }

    @Test
    void connectionThatHasWaitedTooLongIsRefused() throws IOException {
        TransportLimits limits = TransportLimits.DEFAULT.withConnections(1, 1);
        try (var fixture = new TransportFixture(limits)) {
            InetSocketAddress address = fixture.listen();
            try (var friend = loggedIn(address);
                    var second = Peer.to(address)) {
                eventually("it waits", () -> fixture.transport.waitingConnections() == 1);
                fixture.advance(Duration.ofSeconds(32));
                assertTrue(second.isClosedByServer());
                assertEquals(0, fixture.transport.waitingConnections());
                assertEquals(1, fixture.transport.refusedConnections(ConnectionBound.CONNECTIONS));
                assertEquals("b", echo(friend));
            }
        }
    }

    @Test
    void connectionsTakeNoMoreThanHalfOfTheFilesThatMayBeOpen() throws IOException {
        TransportLimits limits = TransportLimits.DEFAULT.withConnections(100, 1);
        try (var fixture = new TransportFixture(limits, 2, 4)) {
            InetSocketAddress address = fixture.listen();
            try (var first = stranger(address);
                    var second = Peer.to(address)) {
                eventually("the second waits", () -> fixture.transport.waitingConnections() == 1);
                try (var third = Peer.to(address)) {
                    assertTrue(third.isClosedByServer());
                }
                assertEquals(1, fixture.transport.refusedConnections(ConnectionBound.FILES));
                first.send("l");
                assertEquals("l", first.receive());
                assertEquals("b", echo(second));
            }
        }
    }

    @Test
    void connectionsThatWaitHaveABoundToo() throws IOException {
        TransportLimits limits = TransportLimits.DEFAULT.withConnections(100, 1);
        List<Peer> peers = new ArrayList<>();
        try (var fixture = new TransportFixture(limits)) {
            InetSocketAddress address = fixture.listen();
            peers.add(stranger(address));
            for (int i = 0; i < ConnectionRegistry.WAITING_OF_ORIGIN_MAX; i++) {
                peers.add(Peer.to(address));
            }
            eventually(
                    "all wait",
                    () -> fixture.transport.waitingConnections() == ConnectionRegistry.WAITING_OF_ORIGIN_MAX);
            try (var last = Peer.to(address)) {
                assertTrue(last.isClosedByServer());
            }
            assertEquals(1, fixture.transport.refusedConnections(ConnectionBound.WAITING));
        } finally {
            for (Peer peer : peers) {
                peer.close();
            }
        }
    }

    @Test
    void connectionThatWaitsEndsWithTheTransport() throws IOException {
        TransportLimits limits = TransportLimits.DEFAULT.withConnections(100, 1);
        try (var fixture = new TransportFixture(limits)) {
            InetSocketAddress address = fixture.listen();
            try (var first = stranger(address);
                    var second = Peer.to(address)) {
                eventually("it waits", () -> fixture.transport.waitingConnections() == 1);
                fixture.transport.close();
                assertTrue(first.isClosedByServer());
                assertTrue(second.isClosedByServer());
            }
        }
    }

    @Test
    void loopbackMayBeLeftOutOfTheLimitPerAddress() throws IOException {
        TransportLimits limits = TransportLimits.DEFAULT.with(new TransportLimits.Connections(100, 1, false, 1_024));
        try (var fixture = new TransportFixture(limits)) {
            InetSocketAddress address = fixture.listen();
            try (var first = stranger(address);
                    var second = stranger(address)) {
                assertEquals("b", echo(first));
                assertEquals("b", echo(second));
            }
        }
    }

    private static Peer loggedIn(InetSocketAddress address) throws IOException {
        Peer peer = Peer.to(address);
        peer.send("l");
        assertEquals("l", peer.receive());
        return peer;
    }

    private static Peer stranger(InetSocketAddress address) throws IOException {
        Peer peer = Peer.to(address);
        assertEquals("b", echo(peer));
        return peer;
    }

    private static String echo(Peer peer) throws IOException {
        peer.send("b");
        return peer.receive();
    }
}
