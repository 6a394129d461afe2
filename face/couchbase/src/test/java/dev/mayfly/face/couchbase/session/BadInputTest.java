package dev.mayfly.face.couchbase.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** Bytes that no client would send get the server's status, or a closed connection. */
final class BadInputTest {
    private static final int NOOP = 0x0a;

    private final CouchbaseFixture fixture;

    BadInputTest() throws IOException {
        fixture = new CouchbaseFixture();
    }

    @AfterEach
    void close() {
        fixture.close();
        assertEquals(0, fixture.transport().inFlightBytes());
    }

    @Test
    void partsLongerThanTheBodyCostTheConnection() throws IOException {
        byte[] key = KvFrame.of(NOOP).bytes();
        key[3] = 1;
        byte[] extras = KvFrame.of(NOOP).bytes();
        extras[4] = 1;
        byte[] framing = KvFrame.of(NOOP).magic(0x08).bytes();
        framing[2] = 1;
        for (byte[] frame : new byte[][] {key, extras, framing}) {
            try (KvPeer peer = fixture.login()) {
                peer.send(frame);
                assertTrue(peer.isClosedByServer(), () -> Arrays.toString(frame));
            }
        }
        assertEquals(3, fixture.transport().refusedFrames());
    }

    @ParameterizedTest
    @ValueSource(longs = {(30L << 20) + 1, 0x7fff_ffffL, 0x8000_0000L, 0xffff_ffffL})
    void bodyThatIsTooLongIsNeverWaitedFor(long length) throws IOException {
        byte[] frame = KvFrame.of(NOOP).bytes();
        ByteBuffer.wrap(frame).putInt(8, (int) length);
        try (KvPeer peer = fixture.login()) {
            peer.send(frame);
            assertTrue(peer.isClosedByServer());
        }
    }

    @Test
    void strangerMaySendLittle() throws IOException {
        byte[] frame = KvFrame.of(NOOP).bytes();
        ByteBuffer.wrap(frame).putInt(8, 2 << 20);
        try (KvPeer peer = fixture.connect()) {
            peer.send(frame);
            assertTrue(peer.isClosedByServer());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0x00, 0x16, 0x47, 0x18, 0x82, 0xff})
    void otherProtocolsAreClosedAtTheirFirstByte(int magic) throws IOException {
        try (KvPeer peer = fixture.connect()) {
            peer.send(new byte[] {(byte) magic});
            assertTrue(peer.isClosedByServer());
        }
    }

    @Test
    void promiseOfMuchCostsNoMemoryBeforeItIsKept() throws IOException {
        byte[] frame = KvFrame.of(NOOP).bytes();
        ByteBuffer.wrap(frame).putInt(8, 20 << 20);
        KvPeer[] peers = new KvPeer[20];
        for (int i = 0; i < peers.length; i++) {
            peers[i] = fixture.login();
            peers[i].send(frame);
        }
        try (KvPeer other = fixture.login()) {
            other.ask(KvFrame.of(NOOP)).require(0);
        }
        assertEquals(0, fixture.transport().inFlightBytes());
        for (KvPeer peer : peers) {
            peer.close();
        }
    }

    @Test
    void keysOfAWrongShapeAreRefused() throws IOException {
        try (KvPeer peer = fixture.login(0x12)) {
            byte[][] keys = {
                {(byte) 0x80},
                {(byte) 0x80, 0},
                {(byte) 0x80, 0, 'k'},
                {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x1f, 'k'},
                {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 1, 'k'},
                {0},
                new byte[252],
                {}
            };
            for (byte[] key : keys) {
                peer.ask(KvFrame.of(0x00).key(key)).require(4);
            }
            peer.ask(KvFrame.of(0x00).key(new byte[251])).require(1);
            peer.ask(KvFrame.of(0x00).key(0x77, "k")).require(0x88);
        }
    }

    @Test
    void vBucketThatIsNotThereBringsTheConfiguration() throws IOException {
        try (KvPeer peer = fixture.login()) {
            peer.ask(KvFrame.of(0x00).key("k").vbucket(1_023)).require(1);
            assertTrue(peer.ask(KvFrame.of(0x00).key("k").vbucket(1_024))
                    .require(7)
                    .text()
                    .contains("vBucketServerMap"));
        }
        try (KvPeer peer = fixture.login(0x1e)) {
            assertTrue(peer.ask(KvFrame.of(0x00).key("k").vbucket(1_024))
                            .require(7)
                            .value()
                            .length
                    > 0);
            assertEquals(
                    0,
                    peer.ask(KvFrame.of(0x00).key("k").vbucket(1_024))
                            .require(7)
                            .value()
                            .length);
        }
    }

    @Test
    void rightsAreAskedFor() throws IOException {
        try (KvPeer peer = fixture.connect()) {
            peer.login(CouchbaseFixture.READER).require(0);
            peer.ask(KvFrame.of(0x89).key("default")).require(0);
            peer.ask(KvFrame.of(0x00).key("k")).require(1);
            peer.ask(KvFrame.of(0x01).extras(new byte[8]).key("k").value("1")).require(0x24);
        }
    }

    @Test
    void datatypesThatWereNotGrantedAreRefused() throws IOException {
        try (KvPeer peer = fixture.login()) {
            for (int datatype : new int[] {1, 2, 4, 8}) {
                peer.ask(KvFrame.of(NOOP).datatype(datatype)).require(4);
            }
        }
    }

    @Test
    void compressedValueIsWhatItSaysAndNotTooLong() throws IOException {
        try (KvPeer peer = fixture.login(0x0a)) {
            byte[] junk = {10, 1, 2, 3, 4};
            peer.ask(set().datatype(2).value(junk)).require(4);
            // Nothing but the length of what it would become: 32 MiB.
            byte[] lie = {(byte) 0x80, (byte) 0x80, (byte) 0x80, 0x10};
            peer.ask(set().datatype(2).value(lie)).require(4);
            byte[] bomb = Snappy.compress(new byte[(20 << 20) + 1]);
            peer.ask(set().datatype(2).value(bomb)).require(3);
            byte[] packed = Snappy.compress(new byte[100_000]);
            peer.ask(set().datatype(2).value(packed)).require(0);
            assertEquals(100_000, peer.ask(KvFrame.of(0x00).key("k")).require(0).value().length);
        }
    }

    @Test
    void valueOverTheLimitIsAnsweredAndTheConnectionGoesOn() throws IOException {
        try (KvPeer peer = fixture.login()) {
            peer.ask(set().value(new byte[(20 << 20) + 1])).require(3);
            peer.ask(set().value(new byte[20 << 20])).require(0);
            peer.ask(KvFrame.of(NOOP)).require(0);
        }
    }

    @Test
    void clientThatTakesNothingIsNotAnsweredWithoutEnd() throws IOException {
        try (KvPeer other = fixture.login()) {
            KvPeer deaf = fixture.login();
            deaf.ask(set().value(new byte[1 << 20])).require(0);
            ByteArrayOutputStream flight = new ByteArrayOutputStream();
            for (int i = 0; i < 1_000; i++) {
                flight.writeBytes(KvFrame.of(0x00).key("k").bytes());
            }
            deaf.send(flight.toByteArray());
            other.ask(KvFrame.of(NOOP)).require(0);
            assertTrue(fixture.transport().inFlightBytes() < 16 << 20);
            deaf.close();
        }
    }

    private static KvFrame set() {
        return KvFrame.of(0x01).extras(new byte[8]).key("k");
    }
}
