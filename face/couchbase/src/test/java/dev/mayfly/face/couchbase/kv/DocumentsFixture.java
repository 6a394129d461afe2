package dev.mayfly.face.couchbase.kv;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Documents of one bucket in memory, on a clock that a test winds. */
final class DocumentsFixture implements AutoCloseable {
    static final DocumentKey KEY = new DocumentKey(new byte[] {'k'});
    static final long START_SECONDS = BucketsFixture.START / 1_000;

    final BucketsFixture buckets = new BucketsFixture();
    final CasClock cas = new CasClock(buckets.engine().clock());
    final Documents documents = new Documents(cas, buckets.clock());
    final Bucket bucket = buckets.buckets().require("default");

    BucketCollection collection() {
        return requireNonNull(bucket.find(0));
    }

    /** A collection of its own with this maximum time to live, null for none said. */
    BucketCollection collection(String name, @Nullable Integer maxTtl) {
        buckets.changes().createCollection(bucket, "_default", name, new ManifestChanges.Properties(maxTtl, null));
        return requireNonNull(bucket.find("_default", name));
    }

    void bucketMaxTtl(int seconds) {
        buckets.buckets().update(bucket, bucket.settings().with(Map.of("maxTTL", Integer.toString(seconds))));
    }

    static long now(BucketsFixture buckets) {
        return buckets.clock().wallMillis() / 1_000;
    }

    long now() {
        return now(buckets);
    }

    void advance(long millis) {
        buckets.clock().advance(Duration.ofMillis(millis));
    }

    DocumentOutcome set(BucketCollection in, String body, long expiry) {
        return store(in, StoreRequest.Mode.SET, WriteTerms.ANY_CAS, body, expiry, ExpiryRule.REQUESTED);
    }

    DocumentOutcome store(
            BucketCollection in, StoreRequest.Mode mode, long cas, String body, long expiry, ExpiryRule rule) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return documents.write(
                in, KEY, new WriteTerms(cas, false), new StoreRequest(mode, bytes, 0x2000006, expiry, rule));
    }

    Document require(BucketCollection in) {
        return requireNonNull(documents.get(in, KEY), "there is no document");
    }

    long expiry(BucketCollection in) {
        return DocumentMeta.expiry(require(in));
    }

    String body(BucketCollection in) {
        return new String(require(in).body(), StandardCharsets.UTF_8);
    }

    boolean isLive(BucketCollection in) {
        return documents.get(in, KEY) != null;
    }

    static long cas(DocumentOutcome outcome) {
        return assertInstanceOf(DocumentOutcome.Written.class, outcome).cas();
    }

    static DocumentOutcome refused(Refusal why) {
        return new DocumentOutcome.Refused(why);
    }

    @Override
    public void close() {
        buckets.close();
    }
}
