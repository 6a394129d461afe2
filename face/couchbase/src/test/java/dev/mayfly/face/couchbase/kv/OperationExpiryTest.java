package dev.mayfly.face.couchbase.kv;

import static dev.mayfly.face.couchbase.kv.KvClient.ENOENT;
import static dev.mayfly.face.couchbase.kv.KvClient.NOT_STORED;
import static dev.mayfly.face.couchbase.kv.KvClient.NOT_SUPPORTED;
import static dev.mayfly.face.couchbase.kv.KvClient.OK;
import static dev.mayfly.face.couchbase.kv.KvClient.counter;
import static dev.mayfly.face.couchbase.kv.KvClient.ints;
import static dev.mayfly.face.couchbase.kv.KvClient.storing;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.bucket.Bucket;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The effect of each operation on a document's expiry, and its answer about a document that is past it. */
final class OperationExpiryTest {
    private static final int SET = 0x01;
    private static final int ADD = 0x02;
    private static final int REPLACE = 0x03;
    private static final int INCR = 0x05;
    private static final int DECR = 0x06;
    private static final int APPEND = 0x0e;
    private static final int PREPEND = 0x0f;
    private static final int GAT = 0x1d;
    private static final int PRESERVE = 0x50;
    private static final long NEVER = 0;

    private final KvClient client;

    OperationExpiryTest() throws IOException {
        client = new KvClient();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
    }

    private KvFrame count(int opcode, long expiry) {
        return KvFrame.of(opcode).key("k").extras(counter(1, 5, expiry));
    }

    private void given(long expiry) throws IOException {
        client.set("k", "7", expiry).require(OK);
    }

    private void expires() throws IOException {
        given(5);
        client.advance(Duration.ofSeconds(6));
    }

    private void maxTtl(int seconds) {
        Bucket bucket = client.fixture.buckets().require("default");
        client.fixture.buckets().update(bucket, bucket.settings().with(Map.of("maxTTL", Integer.toString(seconds))));
    }

    private long left() throws IOException {
        long expiry = client.expiry("k");
        return expiry == NEVER ? NEVER : expiry - client.now();
    }

    @Test
    void storingSetsTheExpiryOrClearsIt() throws IOException {
        given(100);
        assertEquals(100, left());
        client.ask(storing(REPLACE, "k", "8", 50)).require(OK);
        assertEquals(50, left());
        client.ask(storing(REPLACE, "k", "8", 0)).require(OK);
        assertEquals(NEVER, left());
        given(100);
        given(0);
        assertEquals(NEVER, left());
        client.delete("k").require(OK);
        client.ask(storing(ADD, "k", "8", 30)).require(OK);
        assertEquals(30, left());
    }

    @Test
    void appendingKeepsExpiryAndFlags() throws IOException {
        given(100);
        client.ask(KvFrame.of(APPEND).key("k").value("1")).require(OK);
        client.ask(KvFrame.of(PREPEND).key("k").value("1")).require(OK);
        assertEquals(100, left());
        assertEquals(0x2000000, client.get("k").extrasInt(0));
    }

    @Test
    void countingKeepsTheExpiryOfACounterThatIsThere() throws IOException {
        client.ask(count(INCR, 60)).require(OK);
        assertEquals(60, left());
        client.ask(count(INCR, 90)).require(OK);
        client.ask(count(DECR, 0)).require(OK);
        assertEquals(60, left());
    }

    @Test
    void touchingSetsTheExpiryOrClearsIt() throws IOException {
        given(100);
        client.touch("k", 50).require(OK);
        assertEquals(50, left());
        client.ask(KvFrame.of(GAT).key("k").extras(ints(70))).require(OK);
        assertEquals(70, left());
        client.touch("k", 0).require(OK);
        assertEquals(NEVER, left());
    }

    @Test
    void clearedExpiryUnderALimitIsTheLimit() throws IOException {
        given(0);
        maxTtl(40);
        assertEquals(NEVER, left());
        client.touch("k", 0).require(OK);
        assertEquals(40, left());
        client.touch("k", 100).require(OK);
        assertEquals(40, left());
        client.advance(Duration.ofSeconds(10));
        client.ask(KvFrame.of(GAT).key("k").extras(ints(0))).require(OK);
        assertEquals(40, left());
    }

    @Test
    void whatKeepsItsExpiryIsCutToALimitThatCameLater() throws IOException {
        given(0);
        maxTtl(40);
        client.ask(KvFrame.of(APPEND).key("k").value("1")).require(OK);
        assertEquals(40, left());
        maxTtl(20);
        client.ask(count(INCR, 0)).require(OK);
        assertEquals(20, left());
    }

    @Test
    void readingAndLockingLeaveTheExpiryAlone() throws IOException {
        given(100);
        client.advance(Duration.ofSeconds(10));
        client.get("k").require(OK);
        client.meta("k").require(OK);
        KvAnswer locked = client.lock("k", 15).require(OK);
        client.ask(KvFrame.of(0x95).key("k").cas(locked.cas())).require(OK);
        assertEquals(90, left());
    }

    @Test
    void preservedExpiryStaysWhateverIsAskedFor() throws IOException {
        given(100);
        client.ask(storing(SET, "k", "8", 500).framing(PRESERVE)).require(OK);
        client.ask(storing(REPLACE, "k", "9", 0).framing(PRESERVE)).require(OK);
        client.ask(count(INCR, 500).framing(PRESERVE)).require(OK);
        client.ask(count(DECR, 500).framing(PRESERVE)).require(OK);
        client.ask(KvFrame.of(APPEND).key("k").value("1").framing(PRESERVE)).require(OK);
        client.ask(KvFrame.of(PREPEND).key("k").value("1").framing(PRESERVE)).require(OK);
        assertEquals(100, left());
        client.advance(Duration.ofSeconds(101));
        client.ask(storing(SET, "k", "8", 500).framing(PRESERVE)).require(OK);
        assertEquals(500, left());
        client.delete("k");
        client.ask(storing(SET, "k", "8", 300).framing(PRESERVE)).require(OK);
        assertEquals(300, left());
    }

    @Test
    void expiryIsNotPreservedWhereThatMakesNoSense() throws IOException {
        given(100);
        client.ask(storing(ADD, "n", "8", 5).framing(PRESERVE)).require(NOT_SUPPORTED);
        client.ask(KvFrame.of(0x1c).key("k").extras(ints(5)).framing(PRESERVE)).require(NOT_SUPPORTED);
        client.ask(KvFrame.of(GAT).key("k").extras(ints(5)).framing(PRESERVE)).require(NOT_SUPPORTED);
    }

    @Test
    void preservedAbsenceOfAnExpiryIsNotCutToALimit() throws IOException {
        given(0);
        maxTtl(40);
        client.ask(storing(SET, "k", "8", 5).framing(PRESERVE)).require(OK);
        assertEquals(NEVER, left());
    }

    @Test
    void nothingOfTheOldExpiryOutlivesADeletion() throws IOException {
        given(100);
        client.delete("k").require(OK);
        client.ask(storing(ADD, "k", "8", 0)).require(OK);
        assertEquals(NEVER, left());
    }

    @Test
    void durableWriteExpiresAsAnyOther() throws IOException {
        client.ask(storing(SET, "k", "8", 5).framing(0x11, 1)).require(OK);
        assertEquals(5, left());
        client.advance(Duration.ofMillis(5_999));
        client.get("k").require(OK);
        client.advance(Duration.ofMillis(1));
        client.get("k").require(ENOENT);
    }

    @Test
    void documentPastItsExpiryIsNoMore() throws IOException {
        expires();
        client.get("k").require(ENOENT);
        expires();
        client.ask(KvFrame.of(GAT).key("k").extras(ints(9))).require(ENOENT);
        expires();
        client.touch("k", 9).require(ENOENT);
        expires();
        client.lock("k", 9).require(ENOENT);
        expires();
        client.ask(KvFrame.of(0x95).key("k").cas(9)).require(ENOENT);
        expires();
        client.ask(storing(REPLACE, "k", "1", 0)).require(ENOENT);
        expires();
        client.delete("k").require(ENOENT);
        expires();
        client.ask(count(INCR, 0xffff_ffffL)).require(ENOENT);
        expires();
        client.ask(KvFrame.of(APPEND).key("k").value("1")).require(NOT_STORED);
        expires();
        client.ask(KvFrame.of(PREPEND).key("k").value("1")).require(NOT_STORED);
        expires();
        assertEquals(1, client.meta("k").require(OK).extrasInt(0));
    }

    @Test
    void documentPastItsExpiryMakesRoomForANewOne() throws IOException {
        expires();
        client.ask(storing(ADD, "k", "1", 0)).require(OK);
        assertEquals(NEVER, left());
        expires();
        client.ask(count(INCR, 50)).require(OK);
        assertEquals("5", client.get("k").text());
        assertEquals(50, left());
        long old = client.set("k", "7", 5).require(OK).cas();
        client.advance(Duration.ofSeconds(6));
        client.ask(storing(SET, "k", "1", 0).cas(old)).require(ENOENT);
        client.set("k", "1", 0).require(OK);
    }

    @Test
    void lockOfADocumentPastItsExpiryIsDropped() throws IOException {
        given(5);
        client.lock("k", 30).require(OK);
        client.advance(Duration.ofSeconds(6));
        client.set("k", "1", 0).require(OK);
        client.set("k", "2", 0).require(OK);
    }
}
