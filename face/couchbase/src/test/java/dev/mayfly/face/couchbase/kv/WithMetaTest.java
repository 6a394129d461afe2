package dev.mayfly.face.couchbase.kv;

import static dev.mayfly.face.couchbase.kv.KvClient.EEXISTS;
import static dev.mayfly.face.couchbase.kv.KvClient.EINVAL;
import static dev.mayfly.face.couchbase.kv.KvClient.ENOENT;
import static dev.mayfly.face.couchbase.kv.KvClient.LOCKED;
import static dev.mayfly.face.couchbase.kv.KvClient.OK;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.bucket.Bucket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Versions of documents that come from another cluster. */
final class WithMetaTest {
    private static final int SET = 0xa2;
    private static final int ADD = 0xa4;
    private static final int DEL = 0xa8;
    private static final int FORCE_ACCEPT = 0x02;
    private static final int REGENERATE_CAS = 0x04;
    private static final int SKIP = 0x08;
    private static final int IS_EXPIRATION = 0x10;
    private static final long CAS = 1_600_000_000_000_000_000L;

    private final KvClient client;

    WithMetaTest() throws IOException {
        client = new KvClient();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
    }

    private static KvFrame frame(int opcode, long rev, long cas, long expiry) {
        byte[] extras = ByteBuffer.allocate(24)
                .putInt(7)
                .putInt((int) expiry)
                .putLong(rev)
                .putLong(cas)
                .array();
        return KvFrame.of(opcode).key("k").extras(extras);
    }

    private static KvFrame frame(int opcode, long rev, long cas, long expiry, int options) {
        byte[] extras = ByteBuffer.allocate(28)
                .putInt(7)
                .putInt((int) expiry)
                .putLong(rev)
                .putLong(cas)
                .putInt(options)
                .array();
        return KvFrame.of(opcode).key("k").extras(extras);
    }

    private KvAnswer set(long rev, long cas, long expiry) throws IOException {
        return client.ask(frame(SET, rev, cas, expiry).value("v" + rev));
    }

    private KvAnswer delete(long rev, long cas, int options) throws IOException {
        return client.ask(frame(DEL, rev, cas, 0, options));
    }

    @Test
    void casRevisionFlagsAndExpiryAreKept() throws IOException {
        long expiry = client.now() + 1_000;
        KvAnswer taken = set(10, CAS, expiry).require(OK);
        assertEquals(CAS, taken.cas());
        assertEquals(16, taken.extras().length);
        KvAnswer meta = client.meta("k").require(OK);
        assertEquals(CAS, meta.cas());
        assertEquals(7, meta.extrasInt(4));
        assertEquals(expiry, meta.extrasInt(8));
        assertEquals(10, meta.extrasLong(12));
        client.set("k", "mine", 0).require(OK);
        assertEquals(11, client.meta("k").extrasLong(12));
    }

    @Test
    void limitCutsAForeignExpiryAndGivesOneWhereThereIsNone() throws IOException {
        Bucket bucket = client.fixture.buckets().require("default");
        client.fixture.buckets().update(bucket, bucket.settings().with(Map.of("maxTTL", "60")));
        set(1, CAS, client.now() + 1_000).require(OK);
        assertEquals(client.now() + 60, client.expiry("k"));
        set(2, CAS, 0).require(OK);
        assertEquals(client.now() + 60, client.expiry("k"));
        set(3, CAS, client.now() + 5).require(OK);
        assertEquals(client.now() + 5, client.expiry("k"));
    }

    @Test
    void smallExpiryIsAnInstantOfLongAgo() throws IOException {
        set(1, CAS, 100).require(OK);
        client.get("k").require(ENOENT);
    }

    @Test
    void moreOftenWrittenVersionWinsThenTheLaterThenTheLongerLived() throws IOException {
        long expiry = client.now() + 100;
        set(5, CAS, expiry).require(OK);
        set(5, CAS, expiry).require(EEXISTS);
        set(4, CAS + 5, expiry).require(EEXISTS);
        set(5, CAS - 1, expiry + 5).require(EEXISTS);
        set(5, CAS, expiry - 1).require(EEXISTS);
        set(5, CAS, expiry + 1).require(OK);
        set(5, CAS + 1, 0).require(OK);
        set(6, 1, 0).require(OK);
        delete(5, CAS + 9, 0).require(EEXISTS);
        delete(6, 1, 0).require(EEXISTS);
        delete(7, 1, 0).require(OK);
        client.get("k").require(ENOENT);
    }

    @Test
    void deletionStandsAgainstWhatWasWrittenBefore() throws IOException {
        delete(5, CAS, 0).require(OK);
        KvAnswer meta = client.meta("k").require(OK);
        assertEquals(1, meta.extrasInt(0));
        assertEquals(5, meta.extrasLong(12));
        set(4, CAS + 1, 0).require(EEXISTS);
        client.ask(frame(ADD, 4, CAS, 0).value("x")).require(EEXISTS);
        set(6, CAS, 0).require(OK);
        client.ask(frame(ADD, 7, CAS, 0).value("x")).require(EEXISTS);
        client.delete("k").require(OK);
        assertEquals(7, client.meta("k").extrasLong(12));
        client.ask(frame(ADD, 8, CAS, 0).value("x")).require(OK);
    }

    @Test
    void conflictMayBeSkippedAndTheCasMadeAnew() throws IOException {
        set(5, CAS, 0).require(OK);
        client.ask(frame(SET, 1, CAS, 0, SKIP).value("x")).require(OK);
        assertEquals(1, client.meta("k").extrasLong(12));
        client.ask(frame(SET, 1, CAS, 0, REGENERATE_CAS).value("x")).require(EINVAL);
        client.ask(frame(SET, 1, CAS, 0, FORCE_ACCEPT).value("x")).require(EINVAL);
        KvAnswer made = client.ask(frame(SET, 1, CAS, 0, SKIP | REGENERATE_CAS).value("x"))
                .require(OK);
        assertNotEquals(CAS, made.cas());
        assertEquals(made.cas(), client.get("k").cas());
    }

    @Test
    void expirationFromElsewhereDeletesWhateverTheExpiryHere() throws IOException {
        set(5, CAS, client.now() + 1_000).require(OK);
        delete(6, CAS, IS_EXPIRATION).require(OK);
        client.get("k").require(ENOENT);
        assertEquals(6, client.meta("k").extrasLong(12));
    }

    @Test
    void casMustBeOneAndTheDocumentsIfDemanded() throws IOException {
        set(1, 0, 0).require(EEXISTS);
        set(1, -1, 0).require(EEXISTS);
        client.ask(frame(SET, 1, CAS, 0).value("x").cas(9)).require(ENOENT);
        set(1, CAS, 0).require(OK);
        client.ask(frame(SET, 2, CAS, 0).value("x").cas(9)).require(EEXISTS);
        client.ask(frame(SET, 2, CAS, 0).value("x").cas(CAS)).require(OK);
        client.lock("k", 15).require(OK);
        set(50, CAS, 0).require(LOCKED);
    }

    @Test
    void whatIsWrittenAfterAForeignCasOfTheFutureIsGreater() throws IOException {
        long future = (client.now() + 100_000) * 1_000_000_000L;
        set(1, future, 0).require(OK);
        KvAnswer own = client.set("k", "mine", 0).require(OK);
        assertTrue(own.cas() > future);
    }

    @Test
    void bucketOfLastWritesWantsToBeForced() throws IOException {
        Bucket bucket = client.fixture.buckets().require("default");
        client.fixture.buckets().update(bucket, bucket.settings().with(Map.of("conflictResolutionType", "lww")));
        set(1, CAS, 0).require(EINVAL);
        client.ask(frame(SET, 5, CAS, 0, FORCE_ACCEPT).value("a")).require(OK);
        client.ask(frame(SET, 9, CAS - 1, 0, FORCE_ACCEPT).value("b")).require(EEXISTS);
        client.ask(frame(SET, 1, CAS + 1, 0, FORCE_ACCEPT).value("c")).require(OK);
        assertEquals("c", client.get("k").text());
    }

    @Test
    void attributesComeInFrontOfTheValue() throws IOException {
        byte[] attribute = "_a\0{\"b\":1}\0".getBytes(StandardCharsets.UTF_8);
        byte[] body = "{\"v\":1}".getBytes(StandardCharsets.UTF_8);
        byte[] value = ByteBuffer.allocate(8 + attribute.length + body.length)
                .putInt(4 + attribute.length)
                .putInt(attribute.length)
                .put(attribute)
                .put(body)
                .array();
        client.ask(frame(SET, 1, CAS, 0).value(value).datatype(4)).require(OK);
        KvAnswer got = client.get("k").require(OK);
        assertEquals("{\"v\":1}", got.text());
        assertEquals(5, client.meta("k").extras()[20]);
        client.ask(frame(SET, 2, CAS, 0).value(new byte[] {0, 0, 0, 9, 1}).datatype(4))
                .require(0x87);
        client.ask(frame(DEL, 2, CAS, 0).value("body")).require(EINVAL);
    }

    @Test
    void endOfTheValueThatIsNoPartOfItIsIgnored() throws IOException {
        byte[] extras = ByteBuffer.allocate(26)
                .putInt(7)
                .putInt(0)
                .putLong(1)
                .putLong(CAS)
                .putShort((short) 3)
                .array();
        client.ask(KvFrame.of(SET).key("k").extras(extras).value("value123")).require(OK);
        assertEquals("value", client.get("k").text());
        client.ask(KvFrame.of(SET).key("k").extras(extras).value("v")).require(EINVAL);
    }

    @Test
    void expiredDocumentIsADeletionForWhatComesFromElsewhere() throws IOException {
        client.set("k", "1", 5).require(OK);
        client.advance(Duration.ofSeconds(6));
        assertEquals(1, client.meta("k").extrasInt(0));
        set(1, CAS, 0).require(EEXISTS);
        set(3, CAS, 0).require(OK);
    }

    @Test
    void aWriteThatFollowsAnExpiredCopyBringsItBack() throws IOException {
        long expiry = client.now() + 5;
        set(5, CAS, expiry).require(OK);
        client.advance(Duration.ofSeconds(6));
        KvAnswer gone = client.meta("k").require(OK);
        assertEquals(1, gone.extrasInt(0));
        assertEquals(6, gone.extrasLong(12));
        long deadline = (expiry + 1) * 1_000_000_000L;
        delete(6, deadline, IS_EXPIRATION).require(EEXISTS);
        set(5, CAS, expiry).require(EEXISTS);
        // The next value of the clock that has given the copy its CAS.
        set(6, CAS + 1, 0).require(OK);
        assertEquals("v6", client.get("k").require(OK).text());
        delete(6, deadline, IS_EXPIRATION).require(OK);
        set(6, CAS + 2, 0).require(EEXISTS);
    }

    @Test
    void aWriteHereMakesACopyOnesOwn() throws IOException {
        set(5, CAS, client.now() + 5).require(OK);
        client.touch("k", client.now() + 6).require(OK);
        client.advance(Duration.ofSeconds(7));
        set(7, CAS + 1_000, 0).require(EEXISTS);
        set(8, CAS, 0).require(OK);
    }

    @Test
    void quietFormsSayNothingWhenAllIsWell() throws IOException {
        client.peer.send(frame(0xa3, 1, CAS, 0).value("x").opaque(50).bytes());
        client.peer.send(frame(0xa9, 2, CAS, 0).opaque(51).bytes());
        client.peer.send(frame(0xa5, 3, CAS, 0).value("y").opaque(52).bytes());
        client.peer.send(frame(0xa5, 4, CAS, 0).value("z").opaque(53).bytes());
        assertEquals(53, client.peer.receive().require(EEXISTS).opaque());
        assertEquals("y", client.get("k").text());
    }
}
