package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Seeds;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests that no SDK sends: a status or a closed connection, and the server goes on. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class BadInputIT {
    private CouchbaseEndpoint endpoint;
    private Wire wire;

    @BeforeEach
    void prepare(CouchbaseEndpoint endpoint) {
        this.endpoint = endpoint;
        this.wire = open();
    }

    @AfterEach
    void serverGoesOn() {
        wire.close();
        try (Wire other = open()) {
            other.send(Frame.of(Frame.NOOP).vbucket(0)).require(Wire.OK);
        }
    }

    private Wire open() {
        return Wire.open(endpoint.kvPort(), endpoint.user(), endpoint.password(), "default");
    }

    @Test
    void keyThatIsLongerThanTheBodyIsRefused() {
        byte[] frame = Frame.of(Frame.GET, "a").collection(0).bytes();
        frame[2] = 0x7f;
        assertRefusedOrClosed(frame);
    }

    @Test
    void extrasThatAreLongerThanTheBodyAreRefused() {
        byte[] frame = Frame.of(Frame.GET, "a").collection(0).bytes();
        frame[4] = (byte) 0xff;
        assertRefusedOrClosed(frame);
    }

    @Test
    void bodyOfFourGigabytesClosesTheConnection() {
        byte[] frame = Frame.set("a", 0, "1").collection(0).bytes();
        frame[8] = (byte) 0xff;
        wire.write(frame);
        assertClosedOrStatus(wire);
    }

    @Test
    void unknownMagicClosesTheConnection() {
        byte[] frame = Frame.of(Frame.NOOP).bytes();
        frame[0] = 0x42;
        wire.write(frame);
        assertClosedOrStatus(wire);
    }

    @Test
    void extrasOfAnotherLengthAreRefused() {
        wire.send(Frame.of(Frame.SET, "a").collection(0).extras(new byte[7]).value("1"))
                .require(Wire.EINVAL);
        wire.send(Frame.of(Frame.GET, "a").collection(0).extras(new byte[4])).require(Wire.EINVAL);
        wire.send(Frame.of(Frame.TOUCH, "a").collection(0)).require(Wire.EINVAL);
        wire.send(Frame.of(Frame.GET, "").collection(0)).require(Wire.EINVAL);
    }

    @Test
    void idOfACollectionThatIsNoLeb128IsRefused() {
        for (byte[] key : List.of(new byte[] {(byte) 0x80}, new byte[] {(byte) 0x80, 0x00, 'a'}, new byte[] {
            (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x01, 'a'
        })) {
            int status = wire.send(Frame.of(Frame.GET).key(key)).status();
            assertTrue(status == Wire.EINVAL || status == Wire.UNKNOWN_COLLECTION, () -> "status " + status);
        }
    }

    @Test
    void unknownOpcodesAndFrameExtrasAreNamed() {
        wire.send(Frame.of(0xee).vbucket(0)).require(Wire.UNKNOWN_COMMAND);
        wire.send(Frame.set("a", 0, "1").collection(0).framing(new byte[] {(byte) 0xe0}))
                .require(Wire.UNKNOWN_FRAME_INFO);
    }

    @Test
    void valueThatIsNoSnappyIsRefused() {
        wire.send(Frame.set("a", 0, "\u00ff\u00ff\u00ff").collection(0).datatype(2))
                .require(Wire.EINVAL);
    }

    @Test
    void snappyBombsAreRefused() {
        int large = 60 << 20;
        // A literal of one byte, which is then copied 64 bytes at a time.
        byte[] copies = new byte[2 + large / 64 * 3];
        copies[1] = 'a';
        for (int at = 2; at < copies.length; at += 3) {
            copies[at] = (byte) (63 << 2 | 2);
            copies[at + 1] = 1;
        }
        byte[] honest = Frame.concat(Frame.leb128(large + 1), copies);
        byte[] modest = Frame.concat(Frame.leb128(100), copies);
        byte[] boastful = Frame.concat(Frame.leb128(Integer.MAX_VALUE), new byte[] {0, 'a'});
        byte[] endless = {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff};
        for (byte[] bomb : List.of(honest, modest, boastful, endless)) {
            try (Wire bomber = open()) {
                int status = bomber.send(Frame.set("bomb", 0, "")
                                .value(bomb)
                                .collection(0)
                                .datatype(2))
                        .status();
                assertTrue(status == Wire.EINVAL || status == Wire.E2BIG, () -> "status " + status);
            }
        }
        wire.send(Frame.of(Frame.GET, "bomb").collection(0)).require(Wire.KEY_ENOENT);
    }

    @Test
    void bodiesInACodingAreRefusedWithoutDecoding() {
        byte[] bomb = Rest.gzip(new byte[20 << 20]);
        for (URI service : List.of(endpoint.management(), endpoint.query())) {
            Rest rest = new Rest(service, endpoint.user(), endpoint.password());
            for (String path : List.of("/query/service", "/pools/default/buckets")) {
                int status = rest.coded("POST", path, "gzip", bomb).status();
                assertTrue(status >= 400 && status < 500, () -> service + path + " " + status);
            }
        }
    }

    @Test
    void restRefusesInShapesOfTheServer() {
        Rest rest = new Rest(endpoint.management(), endpoint.user(), endpoint.password());
        assertTrue(rest.post("/pools/default/buckets", "name", "bad name", "ramQuotaMB", "100")
                .require(400)
                .json()
                .getObject("errors")
                .containsKey("name"));
        rest.post("/pools/default/buckets").require(400);
        rest.get("/pools/default/buckets/none").require(404);
        rest.delete("/pools/default/buckets/none").require(404);
        rest.get("/no/such/thing").require(404);
        rest.post("/pools/default/buckets/default/scopes", "name", "_bad").require(400);
        Rest query = new Rest(endpoint.query(), endpoint.user(), endpoint.password());
        Rest.Answer syntax =
                query.json("POST", "/query", "{\"statement\":\"SELEKT\"}").require(400);
        assertEquals(3000, syntax.json().getArray("errors").getObject(0).getInt("code"));
        query.json("POST", "/query", "{broken").require(400);
    }

    @Test
    void framesChangedAtRandomHarmNobody() {
        Seeds.run(300, (_, random) -> {
            byte[] frame = Frame.set("key" + random.nextInt(10), 10, "{\"n\":1}")
                    .collection(0)
                    .bytes();
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                frame[random.nextInt(frame.length)] = (byte) random.nextInt();
            }
            // A long body would only be waited for.
            frame[8] = 0;
            frame[9] = 0;
            try (Wire victim = open()) {
                victim.write(frame);
                victim.write(new byte[300]);
            }
        });
    }

    private void assertRefusedOrClosed(byte[] frame) {
        wire.write(frame);
        assertClosedOrStatus(wire);
    }

    /** Asserts that the connection is closed, with or without a status before. */
    private static void assertClosedOrStatus(Wire wire) {
        try {
            int status = wire.read().status();
            assertTrue(status != Wire.OK, () -> "status " + status);
        } catch (UncheckedIOException closed) {
            assertTrue(wire.isEnded(), closed::toString);
        }
    }
}
