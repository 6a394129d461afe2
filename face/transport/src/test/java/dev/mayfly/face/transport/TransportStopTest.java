package dev.mayfly.face.transport;

import static dev.mayfly.face.transport.TransportFixture.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.transport.connection.ByteBudget;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** How a transport stops while requests are in flight. */
final class TransportStopTest {
    @Test
    void stoppingLetsTheRequestInFlightEnd() throws Exception {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("w", "b");
            EchoProtocol.await(fixture.echo.waiting);
            Thread stopping = Thread.ofVirtual().start(fixture.transport::close);
            eventually("no more are let in", () -> isRefused(fixture, peer));
            fixture.echo.gate.countDown();
            assertEquals("w", peer.receive());
            assertTrue(peer.isClosedByServer());
            stopping.join();
            assertTrue(fixture.echo.closed.get() >= 1);
        }
    }

    @Test
    void stoppingWaitsForADelayedAnswer() throws Exception {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("d", "b");
            EchoProtocol.await(fixture.echo.waiting);
            Thread stopping = Thread.ofVirtual().start(fixture.transport::close);
            eventually("no more are let in", () -> isRefused(fixture, peer));
            fixture.echo.gate.countDown();
            assertEquals("d", peer.receive());
            assertTrue(peer.isClosedByServer());
            stopping.join();
        }
    }

    @Test
    void stoppingWaitsForTheDelayedAnswerOfAPeerThatHasLeft() throws Exception {
        try (var fixture = new TransportFixture()) {
            try (var peer = Peer.to(fixture.listen())) {
                peer.send("d");
                EchoProtocol.await(fixture.echo.waiting);
            }
            eventually("the peer has left", () -> fixture.echo.closed.get() == 1);
            Thread stopping = Thread.ofPlatform().start(fixture.transport::close);
            eventually("waits", () -> stopping.getState() == Thread.State.WAITING);
            fixture.echo.gate.countDown();
            stopping.join();
        }
    }

    @Test
    void stoppingWaitsForTheRequestOfAPeerThatHasLeft() throws Exception {
        try (var fixture = new TransportFixture()) {
            try (var peer = Peer.to(fixture.listen())) {
                peer.send("w".repeat(ByteBudget.UNCOUNTED_BYTES));
                EchoProtocol.await(fixture.echo.waiting);
            }
            eventually("the peer has left", () -> fixture.echo.closed.get() == 1);
            assertEquals(0, fixture.transport.connections());
            Thread stopping = Thread.ofPlatform().start(fixture.transport::close);
            eventually("waits", () -> stopping.getState() == Thread.State.WAITING);
            assertTrue(fixture.transport.inFlightBytes() > 0);
            fixture.echo.gate.countDown();
            stopping.join();
            assertEquals(0, fixture.transport.inFlightBytes());
        }
    }

    @Test
    void stoppingDoesNotWaitLongerThanItsGrace() throws Exception {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("w");
            EchoProtocol.await(fixture.echo.waiting);
            Thread stopping = Thread.ofVirtual().start(fixture.transport::close);
            eventually("closed at the deadline", () -> {
                fixture.advance(Duration.ofSeconds(1));
                return fixture.transport.connections() == 0;
            });
            assertTrue(peer.isClosedByServer());
            stopping.join();
            fixture.echo.gate.countDown();
            eventually("the request has ended", () -> fixture.transport.inFlightBytes() == 0);
        }
    }

    private static boolean isRefused(TransportFixture fixture, Peer connected) {
        try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), connected.serverPort())) {
            return fixture.transport.refusedConnections() > 0;
        } catch (IOException _) {
            return true;
        }
    }
}
