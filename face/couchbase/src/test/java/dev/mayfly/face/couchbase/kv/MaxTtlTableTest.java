package dev.mayfly.face.couchbase.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which of the expiries of document, collection and bucket counts. */
final class MaxTtlTableTest {
    private static final long NEVER = 0;
    private final DocumentsFixture fixture = new DocumentsFixture();
    private int made;

    @AfterEach
    void close() {
        fixture.close();
    }

    /** For how many seconds from now a document lives. */
    private long lives(long document, @Nullable Integer collection, int bucket) {
        fixture.bucketMaxTtl(bucket);
        BucketCollection in = fixture.collection("c" + made++, collection);
        fixture.set(in, "{}", document);
        long expiry = fixture.expiry(in);
        return expiry == 0 ? NEVER : expiry - fixture.now();
    }

    @Test
    void whatNobodyLimitsNeverExpires() {
        assertEquals(NEVER, lives(0, null, 0));
        assertEquals(NEVER, lives(0, 0, 0));
    }

    @Test
    void collectionWithoutALimitTakesTheBuckets() {
        assertEquals(70, lives(0, null, 70));
        assertEquals(70, lives(0, 0, 70));
    }

    @Test
    void collectionsLimitReplacesTheBuckets() {
        assertEquals(50, lives(0, 50, 0));
        assertEquals(50, lives(0, 50, 20));
        assertEquals(50, lives(0, 50, 70));
        assertEquals(30, lives(30, 50, 20));
    }

    @Test
    void documentsOwnExpiryCountsWithinTheLimit() {
        assertEquals(10, lives(10, null, 0));
        assertEquals(10, lives(10, 0, 70));
        assertEquals(10, lives(10, 50, 0));
        assertEquals(10, lives(10, 50, 70));
    }

    @Test
    void longerExpiryIsCutToTheLimit() {
        assertEquals(50, lives(100, 50, 0));
        assertEquals(50, lives(100, 50, 70));
        assertEquals(50, lives(100, 50, 20));
        assertEquals(70, lives(100, null, 70));
        assertEquals(70, lives(100, 0, 70));
    }

    @Test
    void collectionWithoutAnyLimitDoesNotAskTheBucket() {
        assertEquals(NEVER, lives(0, -1, 70));
        assertEquals(100, lives(100, -1, 70));
    }

    @Test
    void absoluteExpiryIsCutToTheLimitToo() {
        long now = fixture.now();
        assertEquals(50, lives(now + 100, 50, 0));
        assertEquals(40, lives(now + 40, 50, 0));
    }

    @Test
    void touchIsCutToTheLimitAndZeroBecomesTheLimit() {
        BucketCollection in = fixture.collection("c", 50);
        fixture.set(in, "{}", 10);
        fixture.documents.touch(in, DocumentsFixture.KEY, WriteTerms.PLAIN, 0);
        assertEquals(fixture.now() + 50, fixture.expiry(in));
        fixture.documents.touch(in, DocumentsFixture.KEY, WriteTerms.PLAIN, 20);
        assertEquals(fixture.now() + 20, fixture.expiry(in));
        fixture.documents.touch(in, DocumentsFixture.KEY, WriteTerms.PLAIN, fixture.now() + 200);
        assertEquals(fixture.now() + 50, fixture.expiry(in));
    }

    @Test
    void changedLimitCountsForWhatIsWrittenAfterIt() {
        BucketCollection in = fixture.collection();
        fixture.set(in, "{}", 0);
        fixture.bucketMaxTtl(10);
        assertEquals(NEVER, fixture.expiry(in));
        fixture.set(in, "{}", 0);
        assertEquals(fixture.now() + 10, fixture.expiry(in));
        fixture.bucketMaxTtl(1_000);
        assertEquals(fixture.now() + 10, fixture.expiry(in));
        fixture.bucketMaxTtl(0);
        fixture.set(in, "{}", 0);
        assertEquals(NEVER, fixture.expiry(in));
    }
}
