package dev.mayfly.face.couchbase.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Decision;
import dev.mayfly.engine.ExpiryStatistics;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.store.api.Durability;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The three ways in which a bucket gets rid of what has expired, and what each counts. */
class ExpiryPagerTest {
    private final BucketsFixture fixture = new BucketsFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private Bucket bucket() {
        return requireNonNull(fixture.buckets().find(Buckets.DEFAULT));
    }

    private ExpiryPager pager() {
        return fixture.buckets().pager();
    }

    private Collection collection(String path) {
        return requireNonNull(bucket().find(path)).collection();
    }

    private static DocumentKey key(String name) {
        return new DocumentKey(name.getBytes(UTF_8));
    }

    /** Writes a document that lives so many seconds. */
    private void write(String path, String name, int seconds) {
        long expiry = fixture.clock().wallMillis() / 1_000 + seconds;
        byte[] face = new DocumentMeta(1, 1, 0, 0, DocumentMeta.NO_XATTRS).toBytes();
        collection(path)
                .write(key(name), Durability.LOGGED, (_, _) ->
                        new Decision.Put(new byte[] {'1'}, Expiry.lifetime(expiry), face));
    }

    private ExpiryStatistics statistics() {
        return pager().statistics(bucket());
    }

    private void advance(long seconds) {
        fixture.clock().advance(Duration.ofSeconds(seconds));
    }

    @Test
    void whatHasExpiredGoesAtOnceAsLongAsNobodySetsAnInterval() {
        assertEquals(ExpiryPager.INTERVAL_DEFAULT, pager().interval(bucket()));
        write("_default._default", "k", 5);
        advance(7);
        assertEquals(0, statistics().stored());
        assertEquals(1, statistics().bySweeps());
        assertEquals(1, statistics().tombstones());
    }

    @Test
    void anIntervalHoldsForAllCollectionsAndAfterARestart() {
        pager().setInterval(bucket(), 60);
        fixture.changes().createScope(bucket(), "s");
        fixture.changes().createCollection(bucket(), "s", "c", ManifestChanges.Properties.NONE);
        write("s.c", "k", 5);
        advance(59);
        assertEquals(1, statistics().stored());
        assertEquals(0, statistics().live());
        fixture.restart();
        assertEquals(60, pager().interval(bucket()));
        advance(59);
        assertEquals(1, statistics().stored());
        assertEquals(0, statistics().sweeps());
        advance(1);
        assertEquals(0, statistics().stored());
        assertTrue(statistics().sweeps() > 0);
    }

    @Test
    void withoutAPagerACompactionOrALookTakesOutWhatHasExpired() {
        pager().setInterval(bucket(), 0);
        assertFalse(pager().isEnabled(bucket()));
        write("_default._default", "k1", 5);
        write("_default._default", "k2", 5);
        advance(100_000);
        assertEquals(2, statistics().stored());
        assertEquals(0, statistics().live());
        Collection collection = collection("_default._default");
        assertNull(collection.getOrReclaim(collection.reading(), key("k1")));
        assertEquals(1, statistics().byAccess());
        pager().compact(bucket(), false);
        assertEquals(1, statistics().byCompactions());
        assertEquals(0, statistics().bySweeps());
        assertEquals(0, statistics().stored());
        assertEquals(2, statistics().tombstones());
        pager().compact(bucket(), true);
        assertEquals(0, statistics().tombstones());
    }

    @Test
    void anIntervalComesBackWhenThePagerIsSwitchedOnAgain() {
        pager().setInterval(bucket(), 30);
        pager().setEnabled(bucket(), false);
        assertEquals(0, pager().interval(bucket()));
        pager().setEnabled(bucket(), true);
        assertEquals(30, pager().interval(bucket()));
        pager().setInterval(bucket(), 0);
        pager().setEnabled(bucket(), true);
        assertEquals(ExpiryPager.INTERVAL_DEFAULT, pager().interval(bucket()));
    }
}
