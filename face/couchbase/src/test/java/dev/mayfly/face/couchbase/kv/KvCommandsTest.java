package dev.mayfly.face.couchbase.kv;

import static dev.mayfly.face.couchbase.kv.KvClient.BAD_DELTA;
import static dev.mayfly.face.couchbase.kv.KvClient.E2BIG;
import static dev.mayfly.face.couchbase.kv.KvClient.EEXISTS;
import static dev.mayfly.face.couchbase.kv.KvClient.EINVAL;
import static dev.mayfly.face.couchbase.kv.KvClient.ENOENT;
import static dev.mayfly.face.couchbase.kv.KvClient.LOCKED;
import static dev.mayfly.face.couchbase.kv.KvClient.NOT_LOCKED;
import static dev.mayfly.face.couchbase.kv.KvClient.NOT_STORED;
import static dev.mayfly.face.couchbase.kv.KvClient.NOT_SUPPORTED;
import static dev.mayfly.face.couchbase.kv.KvClient.OK;
import static dev.mayfly.face.couchbase.kv.KvClient.TMPFAIL;
import static dev.mayfly.face.couchbase.kv.KvClient.counter;
import static dev.mayfly.face.couchbase.kv.KvClient.ints;
import static dev.mayfly.face.couchbase.kv.KvClient.storing;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.xerial.snappy.Snappy;

/** The commands about whole documents, frame by frame. */
final class KvCommandsTest {
    private static final int GET = 0x00;
    private static final int SET = 0x01;
    private static final int ADD = 0x02;
    private static final int REPLACE = 0x03;
    private static final int DELETE = 0x04;
    private static final int INCR = 0x05;
    private static final int DECR = 0x06;
    private static final int APPEND = 0x0e;
    private static final int PREPEND = 0x0f;
    private static final int NOOP = 0x0a;
    private static final int GAT = 0x1d;
    private static final int UNLOCK = 0x95;

    private final KvClient client;

    KvCommandsTest() throws IOException {
        client = new KvClient();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
    }

    private KvAnswer count(int opcode, String key, long delta, long initial, long expiry) throws IOException {
        return client.ask(KvFrame.of(opcode).key(key).extras(counter(delta, initial, expiry)));
    }

    private static long number(KvAnswer answer) {
        return ByteBuffer.wrap(answer.require(OK).value()).getLong();
    }

    @Test
    void whatIsStoredIsReadWithFlagsCasAndDatatype() throws IOException {
        KvAnswer set = client.set("k", "{\"a\":1}", 0).require(OK);
        assertEquals(16, set.extras().length);
        KvAnswer got = client.get("k").require(OK);
        assertEquals("{\"a\":1}", got.text());
        assertEquals(0x2000000, got.extrasInt(0));
        assertEquals(set.cas(), got.cas());
        assertEquals(1, got.datatype());
        KvAnswer again = client.set("k", "text", 0).require(OK);
        assertEquals(set.extrasLong(0), again.extrasLong(0));
        assertTrue(again.extrasLong(8) > set.extrasLong(8));
        assertEquals(0, client.get("k").require(OK).datatype());
        client.get("none").require(ENOENT);
    }

    @Test
    void whoHasNotAskedIsToldNeitherTokensNorJson() throws IOException {
        try (KvPeer old = client.fixture.login()) {
            KvAnswer set = old.ask(storing(SET, "k", "{}", 0)).require(OK);
            assertEquals(0, set.extras().length);
            assertEquals(0, old.ask(KvFrame.of(GET).key("k")).require(OK).datatype());
            old.ask(KvFrame.of(0x94).key("k").extras(ints(15))).require(OK);
            old.ask(KvFrame.of(0x94).key("k").extras(ints(15))).require(TMPFAIL);
            old.ask(storing(SET, "k", "{}", 0)).require(EEXISTS);
        }
    }

    @Test
    void addAndReplaceWantWhatTheySay() throws IOException {
        client.ask(storing(REPLACE, "k", "1", 0)).require(ENOENT);
        client.ask(storing(ADD, "k", "1", 0)).require(OK);
        client.ask(storing(ADD, "k", "2", 0)).require(EEXISTS);
        client.ask(storing(ADD, "k2", "2", 0).cas(7)).require(EINVAL);
        long cas = client.ask(storing(REPLACE, "k", "3", 0)).require(OK).cas();
        client.ask(storing(REPLACE, "k", "4", 0).cas(cas + 1)).require(EEXISTS);
        client.ask(storing(SET, "k", "4", 0).cas(cas)).require(OK);
        client.ask(storing(SET, "none", "4", 0).cas(cas)).require(ENOENT);
    }

    @Test
    void deletionHasATokenAndACas() throws IOException {
        long cas = client.set("k", "1", 0).cas();
        client.ask(KvFrame.of(DELETE).key("k").cas(cas + 1)).require(EEXISTS);
        KvAnswer deleted = client.ask(KvFrame.of(DELETE).key("k").cas(cas)).require(OK);
        assertNotEquals(0, deleted.cas());
        assertEquals(16, deleted.extras().length);
        client.delete("k").require(ENOENT);
        KvAnswer meta = client.meta("k").require(OK);
        assertEquals(1, meta.extrasInt(0));
        assertEquals(2, meta.extrasLong(12));
        assertEquals(deleted.cas(), meta.cas());
    }

    @Test
    void metadataTellsOfLiveDocumentsAndOfNone() throws IOException {
        client.set("k", "{}", 100);
        KvAnswer meta = client.meta("k").require(OK);
        assertEquals(0, meta.extrasInt(0));
        assertEquals(0x2000000, meta.extrasInt(4));
        assertEquals(client.now() + 100, meta.extrasInt(8));
        assertEquals(1, meta.extrasLong(12));
        assertEquals(21, meta.extras().length);
        assertEquals(1, meta.extras()[20]);
        assertEquals(20, client.ask(KvFrame.of(0xa0).key("k")).require(OK).extras().length);
        client.meta("none").require(ENOENT);
        client.ask(KvFrame.of(0xa0).key("k").extras(3)).require(EINVAL);
    }

    @Test
    void countersWrapUpwardsAndStopAtZeroDownwards() throws IOException {
        assertEquals(10, number(count(INCR, "k", 5, 10, 0)));
        assertEquals(15, number(count(INCR, "k", 5, 10, 0)));
        assertEquals(0, number(count(DECR, "k", 100, 0, 0)));
        client.set("k", "18446744073709551615", 0);
        assertEquals(1, number(count(INCR, "k", 2, 0, 0)));
        assertEquals("1", client.get("k").text());
        assertEquals(1, client.get("k").datatype());
        assertEquals(0x2000000, client.get("k").extrasInt(0));
        assertEquals(0, number(count(DECR, "new", 1, 0, 0)));
        assertEquals(0, client.get("new").extrasInt(0));
    }

    @Test
    void whatIsNoNumberIsNotCounted() throws IOException {
        for (String value : new String[] {"", "a", "-1", "1.5", "{\"a\":1}", "18446744073709551616", "1 2"}) {
            client.set("k", value, 0);
            count(INCR, "k", 1, 0, 0).require(BAD_DELTA);
        }
        count(INCR, "none", 1, 0, 0xffff_ffffL).require(ENOENT);
        client.ask(KvFrame.of(INCR).key("k").extras(counter(1, 0, 0)).cas(4)).require(EINVAL);
    }

    @Test
    void valuesAreMadeLongerAtBothEnds() throws IOException {
        client.ask(KvFrame.of(APPEND).key("k").value("x")).require(NOT_STORED);
        client.ask(KvFrame.of(PREPEND).key("k").value("x").cas(5)).require(NOT_STORED);
        client.set("k", "b", 0);
        client.ask(KvFrame.of(APPEND).key("k").value("c")).require(OK);
        long cas =
                client.ask(KvFrame.of(PREPEND).key("k").value("a")).require(OK).cas();
        assertEquals("abc", client.get("k").text());
        client.ask(KvFrame.of(APPEND).key("k").value("d").cas(cas + 1)).require(EEXISTS);
        client.ask(KvFrame.of(APPEND).key("k").value("").cas(cas)).require(OK);
        client.set("k", "{\"a\":", 0);
        client.ask(KvFrame.of(APPEND).key("k").value("1}")).require(OK);
        assertEquals(1, client.get("k").datatype());
    }

    @Test
    void quietFormsAreSilentWhereNothingIsToBeSaid() throws IOException {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        sent.writeBytes(storing(0x11, "k", "1", 0).opaque(1).bytes());
        sent.writeBytes(storing(0x12, "k", "1", 0).opaque(2).bytes());
        sent.writeBytes(storing(0x13, "k", "2", 0).opaque(3).bytes());
        sent.writeBytes(KvFrame.of(0x19).key("k").value("3").opaque(4).bytes());
        sent.writeBytes(KvFrame.of(0x1a).key("k").value("1").opaque(5).bytes());
        sent.writeBytes(
                KvFrame.of(0x15).key("k").extras(counter(1, 0, 0)).opaque(6).bytes());
        sent.writeBytes(
                KvFrame.of(0x16).key("k").extras(counter(1, 0, 0)).opaque(7).bytes());
        sent.writeBytes(KvFrame.of(0x09).key("none").opaque(8).bytes());
        sent.writeBytes(KvFrame.of(0x0d).key("none").opaque(9).bytes());
        sent.writeBytes(KvFrame.of(0x1e).key("none").extras(ints(1)).opaque(10).bytes());
        sent.writeBytes(KvFrame.of(0x0d).key("k").opaque(11).bytes());
        sent.writeBytes(KvFrame.of(0x14).key("k").opaque(12).bytes());
        sent.writeBytes(KvFrame.of(0x14).key("k").opaque(13).bytes());
        sent.writeBytes(KvFrame.of(NOOP).opaque(14).bytes());
        client.peer.send(sent.toByteArray());
        KvAnswer exists = client.peer.receive().require(EEXISTS);
        assertEquals(2, exists.opaque());
        KvAnswer got = client.peer.receive().require(OK);
        assertEquals(11, got.opaque());
        assertEquals("k", got.keyText());
        assertEquals("123", got.text());
        assertEquals(13, client.peer.receive().require(ENOENT).opaque());
        assertEquals(14, client.peer.receive().require(OK).opaque());
    }

    @Test
    void touchedDocumentsAreAnsweredIfAskedFor() throws IOException {
        long cas = client.set("k", "1", 0).cas();
        KvAnswer touched = client.touch("k", 100).require(OK);
        assertNotEquals(cas, touched.cas());
        assertEquals(0, touched.value().length);
        assertEquals(
                touched.cas(), client.touch("k", client.now() + 100).require(OK).cas());
        KvAnswer got = client.ask(KvFrame.of(GAT).key("k").extras(ints(200))).require(OK);
        assertEquals("1", got.text());
        assertEquals(0x2000000, got.extrasInt(0));
        assertEquals(client.now() + 200, client.expiry("k"));
        assertEquals(got.cas(), client.get("k").cas());
        client.touch("none", 1).require(ENOENT);
    }

    @Test
    void locksAreHeldAndGivenUp() throws IOException {
        client.lock("k", 15).require(ENOENT);
        client.ask(KvFrame.of(UNLOCK).key("k").cas(1)).require(ENOENT);
        client.set("k", "1", 0);
        KvAnswer locked = client.lock("k", 0).require(OK);
        assertEquals("1", locked.text());
        assertEquals(-1, client.get("k").cas());
        client.lock("k", 15).require(LOCKED);
        client.set("k", "2", 0).require(LOCKED);
        client.delete("k").require(LOCKED);
        client.touch("k", 1).require(LOCKED);
        client.ask(KvFrame.of(GAT).key("k").extras(ints(1))).require(LOCKED);
        client.ask(KvFrame.of(APPEND).key("k").value("2")).require(LOCKED);
        count(INCR, "k", 1, 0, 0).require(LOCKED);
        client.ask(KvFrame.of(UNLOCK).key("k").cas(locked.cas() + 1)).require(LOCKED);
        client.ask(KvFrame.of(UNLOCK).key("k")).require(EINVAL);
        client.ask(KvFrame.of(UNLOCK).key("k").cas(locked.cas())).require(OK);
        client.ask(KvFrame.of(UNLOCK).key("k").cas(locked.cas())).require(NOT_LOCKED);
        client.set("k", "2", 0).require(OK);
    }

    @Test
    void keysHaveUpTo250Bytes() throws IOException {
        client.set("k".repeat(250), "1", 0).require(OK);
        client.set("k".repeat(251), "1", 0).require(EINVAL);
        client.set("", "1", 0).require(EINVAL);
    }

    @Test
    void compressedValuesAreUnpacked() throws IOException {
        String json = "{\"a\":\"" + "x".repeat(500) + "\"}";
        byte[] packed = Snappy.compress(json.getBytes(StandardCharsets.UTF_8));
        client.ask(KvFrame.of(SET).key("k").extras(ints(0, 0)).value(packed).datatype(2))
                .require(OK);
        KvAnswer got = client.get("k").require(OK);
        assertEquals(json, got.text());
        assertEquals(1, got.datatype());
        client.ask(KvFrame.of(SET).key("k").extras(ints(0, 0)).value("no").datatype(2))
                .require(EINVAL);
        client.ask(KvFrame.of(APPEND).key("k").value(packed).datatype(2)).require(OK);
        assertEquals(json + json, client.get("k").text());
        // This says that it would be 21 MiB long.
        byte[] bomb = Snappy.compress(new byte[21 << 20]);
        client.ask(KvFrame.of(SET).key("k").extras(ints(0, 0)).value(bomb).datatype(2))
                .require(E2BIG);
    }

    @Test
    void emptyValuesAreValues() throws IOException {
        client.set("k", "", 0).require(OK);
        KvAnswer got = client.get("k").require(OK);
        assertArrayEquals(new byte[0], got.value());
        assertEquals(0, got.datatype());
    }

    @Test
    void durableWritesAreSynced() throws IOException {
        for (int level = 1; level <= 3; level++) {
            client.ask(storing(SET, "k", "1", 0).framing(0x11, level)).require(OK);
            client.ask(KvFrame.of(DELETE).key("k").framing(0x13, level, 0x27, 0x10))
                    .require(OK);
        }
        client.ask(storing(SET, "k", "1", 0).framing(0x11, 4)).require(0xa0);
        client.ask(KvFrame.of(GET).key("k").framing(0x11, 1)).require(NOT_SUPPORTED);
        client.ask(KvFrame.of(0x1c).key("k").extras(ints(1)).framing(0x11, 1)).require(NOT_SUPPORTED);
    }

    @Test
    void frameInfosThatAreUnknownOrLieAreRefused() throws IOException {
        client.ask(storing(SET, "k", "1", 0).framing(0x70)).require(0x80);
        client.ask(storing(SET, "k", "1", 0).framing(0x51, 1)).require(EINVAL);
        client.ask(storing(ADD, "k", "1", 0).framing(0x50)).require(NOT_SUPPORTED);
        client.ask(KvFrame.of(GAT).key("k").extras(ints(1)).framing(0x50)).require(NOT_SUPPORTED);
    }

    @Test
    void valuesHaveUpTo20Mebibytes() throws IOException {
        byte[] most = new byte[20 << 20];
        client.ask(KvFrame.of(SET).key("k").extras(ints(0, 0)).value(most)).require(OK);
        assertEquals(most.length, client.get("k").require(OK).value().length);
        client.ask(KvFrame.of(APPEND).key("k").value("1")).require(E2BIG);
        client.ask(KvFrame.of(SET).key("k").extras(ints(0, 0)).value(new byte[(20 << 20) + 1]))
                .require(E2BIG);
        client.get("k").require(OK);
    }

    @Test
    void attributesDoNotComeWithAValue() throws IOException {
        byte[] value = {0, 0, 0, 0};
        client.ask(KvFrame.of(SET).key("k").extras(ints(0, 0)).value(value).datatype(4))
                .require(EINVAL);
        client.ask(KvFrame.of(APPEND).key("k").value(value).datatype(4)).require(EINVAL);
        client.ask(KvFrame.of(GET).key("k").cas(1)).require(EINVAL);
    }

    @Test
    void keysOfACollectionAreNotThoseOfAnother() throws IOException {
        Bucket bucket = client.fixture.buckets().require("default");
        new ManifestChanges(client.fixture.buckets())
                .createCollection(bucket, "_default", "c", ManifestChanges.Properties.NONE);
        int uid = requireNonNull(bucket.find("_default", "c")).uid();
        try (KvPeer peer = client.fixture.login(0x04, 0x07, 0x12)) {
            peer.ask(KvFrame.of(SET).key(uid, "k").extras(ints(0, 0)).value("in c"))
                    .require(OK);
            peer.ask(KvFrame.of(GET).key(0, "k")).require(ENOENT);
            assertEquals(
                    "in c", peer.ask(KvFrame.of(GET).key(uid, "k")).require(OK).text());
            KvAnswer withKey = peer.ask(KvFrame.of(0x0c).key(uid, "k")).require(OK);
            assertEquals(uid, withKey.key()[0]);
            KvAnswer some = peer.ask(KvFrame.of(0xb6).extras(ints(uid))).require(OK);
            assertEquals(uid, some.key()[0]);
            peer.ask(KvFrame.of(GET).key(99, "k")).require(0x88);
        }
    }
}
