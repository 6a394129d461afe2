package dev.mayfly.face.transport;

import static dev.mayfly.face.transport.TransportFixture.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.transport.connection.TransportLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

public final class TransportTest {
    @Test
    void boundedRequestsRunOnTheLoopAndOthersOnVirtualThreads() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("b", "u");
            assertEquals(List.of("b", "u~"), peer.receive(2));
        }
    }

    /** The fixture checks that no connection is left. */
    @Test
    void aConnectionWhoseProtocolCannotBeginIsClosed() throws IOException {
        try (var fixture = new TransportFixture()) {
            var address = fixture.listen();
            fixture.echo.failing.set(1);
            try (var refused = Peer.to(address)) {
                assertTrue(refused.isClosedByServer());
            }
            try (var peer = Peer.to(address)) {
                peer.send("b");
                assertEquals(List.of("b"), peer.receive(1));
            }
        }
    }

    @Test
    void answersKeepTheOrderOfTheirRequests() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            List<String> requests = IntStream.range(0, 5_000)
                    .mapToObj(i -> (i % 7 == 0 || i % 11 < 3 ? "u" : "b") + i)
                    .toList();
            peer.send(requests.toArray(String[]::new));
            List<String> expected = requests.stream()
                    .map(text -> text.startsWith("u") ? text + "~" : text)
                    .toList();
            assertEquals(expected, peer.receive(requests.size()));
        }
    }

    @Test
    void requestsThatAreRunTogetherAreAnsweredInTheOrderOfAll() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            List<String> requests = IntStream.range(0, 5_000)
                    .mapToObj(i -> (i % 50 == 3 ? "u" : i % 13 == 0 ? "b" : "t") + i)
                    .toList();
            peer.send(requests.toArray(String[]::new));
            List<String> answers = peer.receive(requests.size());
            List<String> texts = answers.stream()
                    .map(answer -> answer.replaceAll("[*~].*", ""))
                    .toList();
            assertEquals(requests, texts);
            assertTrue(
                    answers.stream().anyMatch(answer -> answer.endsWith("*12")), "as many as lie between two others");
        }
    }

    @Test
    void requestsOfSeveralConnectionsThatArriveTogetherAreRunTogether() throws IOException {
        try (var fixture = new TransportFixture(TransportLimits.DEFAULT, 1)) {
            var address = fixture.listen();
            try (var holder = Peer.to(address);
                    var one = Peer.to(address);
                    var other = Peer.to(address)) {
                one.send("b");
                other.send("b");
                assertEquals(List.of("b"), one.receive(1));
                assertEquals(List.of("b"), other.receive(1));
                holder.send("h");
                EchoProtocol.await(fixture.echo.waiting);
                one.send("t1", "t2");
                other.send("t3", "b4");
                fixture.echo.gate.countDown();
                assertEquals(List.of("t1*3", "t2*3"), one.receive(2));
                assertEquals(List.of("t3*3", "b4"), other.receive(2));
            }
        }
    }

    @Test
    void delayedAnswerKeepsItsConnectionWaitingAndNoOther() throws IOException {
        try (var fixture = new TransportFixture(TransportLimits.DEFAULT, 1)) {
            var address = fixture.listen();
            try (var delayed = Peer.to(address);
                    var other = Peer.to(address)) {
                delayed.send("d1", "b2");
                EchoProtocol.await(fixture.echo.waiting);
                delayed.send("u3", "d4");
                other.send("b", "u");
                assertEquals(List.of("b", "u~"), other.receive(2));
                fixture.echo.gate.countDown();
                assertEquals(List.of("d1", "b2", "u3~", "d4"), delayed.receive(4));
                delayed.send("d5");
                assertEquals(List.of("d5"), delayed.receive(1));
            }
        }
    }

    @Test
    void boundedRequestWaitsForTheUnboundedOneBeforeIt() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("w1", "b2", "u3");
            EchoProtocol.await(fixture.echo.waiting);
            peer.send("b4");
            fixture.echo.gate.countDown();
            assertEquals(List.of("w1", "b2", "u3~", "b4"), peer.receive(4));
        }
    }

    @Test
    void oneRequestMayHaveSeveralAnswersOrNone() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("s", "n", "b");
            assertEquals(List.of("s1", "s2", "b"), peer.receive(3));
        }
    }

    @Test
    void framesMayArriveByteByByte() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            for (byte one : EchoProtocol.frame("b in pieces")) {
                peer.sendBytes(new byte[] {one});
            }
            assertEquals("b in pieces", peer.receive());
        }
    }

    @Test
    void longFramesArriveWholeAfterLogin() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            String big = "u" + "0123456789".repeat(1_000_000);
            peer.send("l");
            assertEquals("l", peer.receive());
            peer.send(big, "b");
            assertEquals(big + "~", peer.receive());
            assertEquals("b", peer.receive());
        }
    }

    @Test
    void frameLongerThanTheLimitBeforeLoginClosesTheConnection() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.sendBytes(new byte[] {0, 16, 0, 0});
            assertTrue(peer.isClosedByServer());
            assertEquals(1, fixture.transport.refusedFrames());
        }
    }

    @Test
    void lengthAboveTwoGigabytesIsRefused() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("l");
            peer.receive();
            peer.sendBytes(new byte[] {-1, -1, -1, -1});
            assertTrue(peer.isClosedByServer());
        }
    }

    @Test
    void frameThatItsFramerRefusesClosesTheConnection() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.sendBytes(new byte[4]);
            assertTrue(peer.isClosedByServer());
        }
    }

    @Test
    void requestThatFailsCostsItsConnectionAlone() throws IOException {
        try (var fixture = new TransportFixture()) {
            InetSocketAddress address = fixture.listen();
            try (var failing = Peer.to(address);
                    var other = Peer.to(address)) {
                failing.send("x");
                assertTrue(failing.isClosedByServer());
                other.send("b");
                assertEquals("b", other.receive());
            }
        }
    }

    @Test
    void framesBeyondTheBudgetWaitTheirTurnAndAreAllServed() throws IOException {
        TransportLimits limits =
                TransportLimits.DEFAULT.with(new TransportLimits.Frames(1_000_000, 1_000_000, 1_500_000));
        byte[] frame = EchoProtocol.frame("u".repeat(900_000));
        byte[] beginning = Arrays.copyOf(frame, 800_000);
        byte[] end = Arrays.copyOfRange(frame, 800_000, frame.length);
        try (var fixture = new TransportFixture(limits)) {
            InetSocketAddress address = fixture.listen();
            try (var first = Peer.to(address);
                    var second = Peer.to(address);
                    var third = Peer.to(address);
                    var small = Peer.to(address)) {
                first.sendBytes(beginning);
                eventually("the first is paid for", () -> fixture.transport.inFlightBytes() >= 800_000);
                second.sendBytes(beginning);
                eventually("the second goes beyond", () -> fixture.transport.inFlightBytes() >= 1_600_000);
                Thread sending = Thread.ofVirtual().start(() -> sendAll(third, frame));
                eventually("the third waits", () -> fixture.transport.memoryWaits() > 0);
                assertTrue(fixture.transport.inFlightBytes() < 2_600_000);
                small.send("b");
                assertEquals("b", small.receive());
                second.sendBytes(end);
                assertEquals(frame.length - 4 + 1, second.receive().length());
                assertEquals(frame.length - 4 + 1, third.receive().length());
                first.sendBytes(end);
                assertEquals(frame.length - 4 + 1, first.receive().length());
                sending.join();
                eventually("all is given back", () -> fixture.transport.inFlightBytes() == 0);
            } catch (InterruptedException stopped) {
                throw new AssertionError(stopped);
            }
        }
    }

    private static void sendAll(Peer peer, byte[] bytes) {
        try {
            peer.sendBytes(bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void unfinishedFrameOfAClosedConnectionLetsOthersGoOn() throws IOException {
        TransportLimits limits =
                TransportLimits.DEFAULT.with(new TransportLimits.Frames(1_000_000, 1_000_000, 500_000));
        byte[] frame = EchoProtocol.frame("u".repeat(900_000));
        try (var fixture = new TransportFixture(limits)) {
            InetSocketAddress address = fixture.listen();
            try (var second = Peer.to(address)) {
                try (var first = Peer.to(address)) {
                    first.sendBytes(Arrays.copyOf(frame, 800_000));
                    eventually("the first goes beyond", () -> fixture.transport.inFlightBytes() >= 800_000);
                    Thread.ofVirtual().start(() -> sendAll(second, frame));
                    eventually("the second waits", () -> fixture.transport.memoryWaits() > 0);
                }
                assertEquals(frame.length - 4 + 1, second.receive().length());
            }
            eventually("all is given back", () -> fixture.transport.inFlightBytes() == 0);
        }
    }

    @Test
    void requestThatLeavesItsEventLoopIsRunApartInItsTurn() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen())) {
            peer.send("b1", "m", "b2");
            assertEquals("b1", peer.receive());
            assertEquals("m~", peer.receive());
            assertEquals("b2", peer.receive());
        }
    }

    @Test
    void takenPortIsNamed() throws IOException {
        try (var fixture = new TransportFixture()) {
            InetSocketAddress taken = fixture.listen();
            BindFailedException failure = assertThrows(
                    BindFailedException.class, () -> fixture.transport.listen(Endpoint.plain(taken), fixture.echo));
            String message = String.valueOf(failure.getMessage());
            assertTrue(message.startsWith("cannot listen on 127.0.0.1:" + taken.getPort() + ": somebody"), message);
        }
    }
}
