package dev.mayfly.face.couchbase.kv;

import static dev.mayfly.face.couchbase.kv.DocumentsFixture.KEY;
import static dev.mayfly.face.couchbase.kv.DocumentsFixture.cas;
import static dev.mayfly.face.couchbase.kv.DocumentsFixture.refused;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.StoreRequest.Mode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The meaning of CAS, of locks and of the modes of storing, and their effect on an expiry. */
final class DocumentsTest {
    private static final long DAYS_30 = 2_592_000;
    private final DocumentsFixture fixture = new DocumentsFixture();
    private final Documents documents = fixture.documents;
    private final BucketCollection in = fixture.collection();

    @AfterEach
    void close() {
        fixture.close();
    }

    private DocumentOutcome store(Mode mode, long cas, String body) {
        return fixture.store(in, mode, cas, body, 0, ExpiryRule.REQUESTED);
    }

    private DocumentOutcome lock(int seconds) {
        return documents.lock(in, KEY, seconds);
    }

    @Test
    void addWantsNothingThereAndReplaceADocument() {
        assertEquals(refused(Refusal.NOT_FOUND), store(Mode.REPLACE, 0, "1"));
        cas(store(Mode.ADD, 0, "1"));
        assertEquals(refused(Refusal.EXISTS), store(Mode.ADD, 0, "2"));
        cas(store(Mode.REPLACE, 0, "3"));
        assertEquals("3", fixture.body(in));
    }

    @Test
    void casMustBeTheDocuments() {
        assertEquals(refused(Refusal.NOT_FOUND), store(Mode.SET, 5, "1"));
        long first = cas(store(Mode.SET, 0, "1"));
        long second = cas(store(Mode.SET, first, "2"));
        assertNotEquals(first, second);
        assertEquals(refused(Refusal.EXISTS), store(Mode.SET, first, "3"));
        assertEquals(refused(Refusal.EXISTS), documents.remove(in, KEY, new WriteTerms(first, false)));
        cas(documents.remove(in, KEY, new WriteTerms(second, false)));
        assertFalse(fixture.isLive(in));
        assertEquals(refused(Refusal.NOT_FOUND), documents.remove(in, KEY, WriteTerms.PLAIN));
    }

    @Test
    void everyWriteCountsTheRevisionOn() {
        store(Mode.SET, 0, "1");
        assertEquals(1, DocumentMeta.rev(fixture.require(in)));
        store(Mode.SET, 0, "2");
        documents.touch(in, KEY, WriteTerms.PLAIN, 100);
        assertEquals(3, DocumentMeta.rev(fixture.require(in)));
    }

    @Test
    void lockedDocumentIsWrittenWithTheLocksCasAlone() {
        long before = cas(store(Mode.SET, 0, "1"));
        long held = cas(lock(15));
        assertNotEquals(before, held);
        assertEquals(Documents.LOCKED_CAS, documents.shownCas(fixture.require(in)));
        assertEquals(refused(Refusal.LOCKED), store(Mode.SET, 0, "2"));
        assertEquals(refused(Refusal.LOCKED), store(Mode.SET, before, "2"));
        assertEquals(refused(Refusal.LOCKED), store(Mode.REPLACE, 0, "2"));
        assertEquals(refused(Refusal.EXISTS), store(Mode.ADD, 0, "2"));
        assertEquals(refused(Refusal.LOCKED), documents.remove(in, KEY, WriteTerms.PLAIN));
        assertEquals(refused(Refusal.LOCKED), documents.touch(in, KEY, WriteTerms.PLAIN, 5));
        assertEquals(refused(Refusal.LOCKED_FOR_NOW), lock(15));
        long after = cas(store(Mode.SET, held, "3"));
        assertEquals(after, documents.shownCas(fixture.require(in)));
        cas(store(Mode.SET, 0, "4"));
    }

    @Test
    void lockEndsByItsTimeOrByHand() {
        assertEquals(refused(Refusal.NOT_FOUND), lock(15));
        assertEquals(Refusal.NOT_FOUND, documents.unlock(in, KEY, 1));
        store(Mode.SET, 0, "1");
        long held = cas(lock(15));
        assertEquals(Refusal.LOCKED, documents.unlock(in, KEY, held + 1));
        assertNull(documents.unlock(in, KEY, held));
        assertEquals(Refusal.NOT_LOCKED, documents.unlock(in, KEY, held));
        assertEquals(held, documents.shownCas(fixture.require(in)));
        cas(lock(30));
        fixture.advance(29_999);
        assertEquals(refused(Refusal.LOCKED), store(Mode.SET, 0, "2"));
        fixture.advance(1);
        cas(store(Mode.SET, 0, "2"));
    }

    @Test
    void steppedWallDoesNotEndALock() {
        store(Mode.SET, 0, "1");
        cas(lock(15));
        fixture.buckets.clock().stepWall(Duration.ofSeconds(50));
        assertEquals(refused(Refusal.LOCKED), store(Mode.SET, 0, "2"));
    }

    @Test
    void lockedDocumentThatExpiresIsNoLongerInTheWay() {
        fixture.set(in, "1", 5);
        long held = cas(lock(30));
        fixture.advance(6_000);
        assertEquals(refused(Refusal.NOT_FOUND), store(Mode.SET, held, "2"));
        cas(store(Mode.SET, 0, "2"));
        assertNotEquals(Documents.LOCKED_CAS, documents.shownCas(fixture.require(in)));
        cas(store(Mode.SET, 0, "3"));
    }

    @Test
    void lockLeavesValueRevisionAndExpiryAlone() {
        fixture.set(in, "{\"a\":1}", 100);
        long expiry = fixture.expiry(in);
        cas(lock(15));
        assertEquals(expiry, fixture.expiry(in));
        assertEquals(1, DocumentMeta.rev(fixture.require(in)));
        assertEquals("{\"a\":1}", fixture.body(in));
    }

    @Test
    void documentOfNSecondsLivesUntilItsSecondIsOver() {
        fixture.advance(300);
        fixture.set(in, "1", 5);
        fixture.advance(5_699);
        assertTrue(fixture.isLive(in));
        fixture.advance(1);
        assertFalse(fixture.isLive(in));
    }

    @Test
    void thirtyDaysAreRelativeAndOneSecondMoreIsAnInstant() {
        fixture.set(in, "1", DAYS_30);
        assertEquals(fixture.now() + DAYS_30, fixture.expiry(in));
        fixture.set(in, "1", DAYS_30 + 1);
        assertFalse(fixture.isLive(in));
        fixture.set(in, "1", fixture.now() + 100);
        assertEquals(fixture.now() + 100, fixture.expiry(in));
        fixture.set(in, "1", fixture.now() - 100);
        assertFalse(fixture.isLive(in));
        fixture.set(in, "1", 0xffff_ffffL);
        assertEquals(0xffff_ffffL, fixture.expiry(in));
    }

    @Test
    void expiryBeyondTheLastInstantIsRefused() {
        fixture.buckets.clock().stepWall(Duration.ofSeconds(0xffff_ffffL - fixture.now() - 50));
        assertEquals(refused(Refusal.EXPIRY_TOO_LATE), fixture.set(in, "1", 51));
        cas(fixture.set(in, "1", 50));
        assertEquals(0xffff_ffffL, fixture.expiry(in));
    }

    @Test
    void clockSetBackEndsNoRelativeExpiryEarly() {
        fixture.set(in, "1", 10);
        fixture.buckets.clock().stepWall(Duration.ofDays(-100));
        fixture.set(in, "2", 10);
        assertTrue(fixture.isLive(in));
        fixture.advance(10_999);
        assertTrue(fixture.isLive(in));
        fixture.advance(1);
        assertFalse(fixture.isLive(in));
    }

    @Test
    void storingWithoutAnExpiryClearsIt() {
        fixture.set(in, "1", 100);
        fixture.set(in, "2", 0);
        assertEquals(0, fixture.expiry(in));
        fixture.advance(200_000);
        assertTrue(fixture.isLive(in));
    }

    @Test
    void preservedExpiryIsTheDocumentsWhateverIsAskedFor() {
        fixture.set(in, "1", 100);
        long expiry = fixture.expiry(in);
        fixture.store(in, Mode.SET, 0, "2", 500, ExpiryRule.PRESERVED);
        assertEquals(expiry, fixture.expiry(in));
        fixture.advance(101_000);
        fixture.store(in, Mode.SET, 0, "3", 500, ExpiryRule.PRESERVED);
        assertEquals(fixture.now() + 500, fixture.expiry(in));
    }

    @Test
    void preservedExpiryMayExceedALimitAndAContinuedOneMayNot() {
        fixture.set(in, "1", 0);
        fixture.bucketMaxTtl(60);
        fixture.store(in, Mode.SET, 0, "2", 5, ExpiryRule.PRESERVED);
        assertEquals(0, fixture.expiry(in));
        fixture.store(in, Mode.SET, 0, "3", 5, ExpiryRule.CONTINUED);
        assertEquals(fixture.now() + 60, fixture.expiry(in));
    }

    @Test
    void touchWithTheSameExpiryIsNoMutation() {
        long cas = cas(fixture.set(in, "1", 100));
        long expiry = fixture.expiry(in);
        assertInstanceOf(DocumentOutcome.Unchanged.class, documents.touch(in, KEY, WriteTerms.PLAIN, expiry));
        assertEquals(cas, documents.shownCas(fixture.require(in)));
        long touched = cas(documents.touch(in, KEY, WriteTerms.PLAIN, 0));
        assertNotEquals(cas, touched);
        assertEquals(0, fixture.expiry(in));
        assertEquals("1", fixture.body(in));
    }

    @Test
    void expiredDocumentIsAbsentForEveryWrite() {
        long old = cas(fixture.set(in, "1", 5));
        fixture.advance(6_000);
        assertEquals(refused(Refusal.NOT_FOUND), store(Mode.SET, old, "2"));
        assertEquals(refused(Refusal.NOT_FOUND), store(Mode.REPLACE, 0, "2"));
        assertEquals(refused(Refusal.NOT_FOUND), documents.remove(in, KEY, WriteTerms.PLAIN));
        assertEquals(refused(Refusal.NOT_FOUND), documents.touch(in, KEY, WriteTerms.PLAIN, 10));
        assertEquals(refused(Refusal.NOT_FOUND), lock(10));
        assertEquals(Refusal.NOT_FOUND, documents.unlock(in, KEY, old));
        cas(store(Mode.ADD, 0, "3"));
        assertEquals(0, fixture.expiry(in));
    }

    @Test
    void valueMayBeTwentyMebibytesLong() {
        byte[] value = new byte[Documents.VALUE_BYTES_MAX];
        StoreRequest most = new StoreRequest(Mode.SET, value, 0, 0, ExpiryRule.REQUESTED);
        cas(documents.write(in, KEY, WriteTerms.PLAIN, most));
        byte[] more = new byte[Documents.VALUE_BYTES_MAX + 1];
        StoreRequest tooMuch = new StoreRequest(Mode.SET, more, 0, 0, ExpiryRule.REQUESTED);
        assertEquals(refused(Refusal.TOO_BIG), documents.write(in, KEY, WriteTerms.PLAIN, tooMuch));
    }

    @Test
    void jsonIsFoundOutByLooking() {
        store(Mode.SET, 0, " {\"a\": [1, true, null, \"x\"]}");
        assertEquals(DocumentMeta.JSON, DocumentMeta.datatype(fixture.require(in)));
        for (String other : new String[] {"", "hello", "{\"a\": 1", "true!", "\u0001", "  "}) {
            store(Mode.SET, 0, other);
            assertEquals(0, DocumentMeta.datatype(fixture.require(in)), other);
        }
    }

    @Test
    void restartKeepsExpiryCasAndFlags() {
        long cas = cas(fixture.set(in, "1", 100));
        long expiry = fixture.expiry(in);
        fixture.buckets.restart();
        BucketCollection again =
                requireNonNull(fixture.buckets.buckets().require("default").find(0));
        assertEquals(expiry, fixture.expiry(again));
        assertEquals(cas, documents.shownCas(fixture.require(again)));
        assertEquals(0x2000006, DocumentMeta.flags(fixture.require(again)));
    }

    @Test
    void revisionsGoOnOverADeletion() {
        store(Mode.SET, 0, "1");
        documents.remove(in, KEY, WriteTerms.PLAIN);
        store(Mode.SET, 0, "2");
        assertEquals(3, DocumentMeta.rev(fixture.require(in)));
        fixture.set(in, "3", 5);
        fixture.advance(6_000);
        store(Mode.SET, 0, "4");
        assertEquals(6, DocumentMeta.rev(fixture.require(in)));
    }

    @Test
    void systemAttributesOutliveTheirDocumentAndOthersDoNot() {
        byte[] xattrs = "{\"_sync\":{\"rev\":1},\"user\":2}".getBytes(StandardCharsets.UTF_8);
        for (boolean expires : new boolean[] {true, false}) {
            documents.write(
                    in,
                    KEY,
                    WriteTerms.PLAIN,
                    _ -> new Edit.Put(
                            new byte[] {'1'}, 7, DocumentMeta.JSON, xattrs, expires ? 5 : 0, ExpiryRule.REQUESTED));
            if (expires) {
                fixture.advance(6_000);
            } else {
                documents.remove(in, KEY, WriteTerms.PLAIN);
            }
            Tombstone left = requireNonNull(documents.keyState(in, KEY).tombstone());
            DocumentMeta meta = DocumentMeta.fromBytes(left.face());
            assertEquals("{\"_sync\":{\"rev\":1}}", new String(meta.xattrs(), StandardCharsets.UTF_8));
            assertEquals(7, meta.flags());
            assertEquals(DocumentMeta.XATTR, meta.datatype());
        }
    }

    @Test
    void whoeverMeetsAnExpiredDocumentTakesItOut() {
        in.collection().definition().changePace(SweepPace.NEVER);
        fixture.set(in, "1", 5);
        fixture.advance(6_000);
        assertEquals(1, in.collection().statistics().stored());
        assertFalse(fixture.isLive(in));
        assertEquals(0, in.collection().statistics().stored());
        assertEquals(1, in.collection().statistics().byAccess());
    }
}
