package dev.mayfly.face.transport;

import static dev.mayfly.face.transport.TransportFixture.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.transport.connection.TransportLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** How long a connection may be silent, slow or idle. */
final class ConnectionTimeoutsTest {
    @Test
    void silentConnectionIsClosedAfterTenSeconds() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            eventually("accepted", () -> fixture.transport.connections() == 1);
            eventually("closed for silence", () -> {
                fixture.advance(Duration.ofSeconds(4));
                return fixture.transport.connections() == 0;
            });
            assertTrue(peer.isClosedByServer());
        }
    }

    @Test
    void bytesThatWaitedInTheSocketWhileTheLoopWasHeldUpAreNotTakenForSilence() throws IOException {
        try (var fixture = new TransportFixture(TransportLimits.DEFAULT, 1)) {
            var address = fixture.listen();
            try (var holder = Peer.to(address);
                    var late = Peer.to(address);
                    var silent = Peer.to(address)) {
                eventually("accepted", () -> fixture.transport.connections() == 3);
                holder.send("h");
                EchoProtocol.await(fixture.echo.waiting);
                late.send("b");
                fixture.advance(Duration.ofSeconds(11));
                fixture.echo.gate.countDown();
                assertEquals("b", late.receive());
                assertTrue(silent.isClosedByServer());
            }
        }
    }

    @Test
    void slowFrameIsClosedAlthoughBytesKeepComing() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("b");
            peer.receive();
            peer.sendBytes(Arrays.copyOf(EchoProtocol.frame("b" + "x".repeat(100_000)), 70_000));
            eventually("the rest is waited for", () -> fixture.transport.inFlightBytes() > 0);
            for (int i = 0; i < 32; i++) {
                fixture.advance(Duration.ofSeconds(1));
                if (i < 29) {
                    peer.sendBytes(new byte[] {'x'});
                }
            }
            eventually("closed at the first check that no byte meets", () -> {
                fixture.advance(Duration.ofSeconds(1));
                return fixture.transport.connections() == 0;
            });
            assertTrue(peer.isClosedByServer());
        }
    }

    @Test
    void idleConnectionIsClosedBeforeLoginAndKeptAfterwards() throws IOException {
        try (var fixture = new TransportFixture()) {
            InetSocketAddress address = fixture.listen();
            try (var stranger = Peer.to(address);
                    var friend = Peer.to(address)) {
                stranger.send("b");
                stranger.receive();
                friend.send("l");
                friend.receive();
                friend.send("u");
                friend.receive();
                fixture.advance(Duration.ofSeconds(59));
                stranger.send("u");
                assertEquals("u~", stranger.receive());
                eventually("closed for idling", () -> {
                    fixture.advance(Duration.ofSeconds(10));
                    return fixture.transport.connections() == 1;
                });
                assertTrue(stranger.isClosedByServer());
                fixture.advance(Duration.ofDays(1));
                friend.send("b");
                assertEquals("b", friend.receive());
            }
        }
    }

    @Test
    void peerThatTakesNoAnswersIsClosed() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("f");
            eventually("the answer stands", () -> fixture.transport.inFlightBytes() > 0);
            eventually("closed", () -> {
                fixture.advance(Duration.ofSeconds(2));
                return fixture.transport.connections() == 0;
            });
            eventually("memory is given back", () -> fixture.transport.inFlightBytes() == 0);
        }
    }

    @Test
    void slowReaderGetsTheWholeAnswer() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("f", "b");
            for (int i = 0; i < 16; i++) {
                assertEquals(EchoProtocol.BIG_BYTES, peer.receive().length());
            }
            assertEquals("b", peer.receive());
        }
    }
}
