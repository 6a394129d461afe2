package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.error.BucketExistsException;
import com.couchbase.client.core.error.BucketNotFlushableException;
import com.couchbase.client.core.error.BucketNotFoundException;
import com.couchbase.client.core.error.CollectionExistsException;
import com.couchbase.client.core.error.CollectionNotFoundException;
import com.couchbase.client.core.error.InvalidArgumentException;
import com.couchbase.client.core.error.ScopeExistsException;
import com.couchbase.client.core.error.ScopeNotFoundException;
import com.couchbase.client.core.service.ServiceType;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.diagnostics.WaitUntilReadyOptions;
import com.couchbase.client.java.manager.bucket.BucketManager;
import com.couchbase.client.java.manager.bucket.BucketSettings;
import com.couchbase.client.java.manager.bucket.BucketType;
import com.couchbase.client.java.manager.collection.CollectionManager;
import com.couchbase.client.java.manager.collection.CreateCollectionSettings;
import com.couchbase.client.java.manager.collection.UpdateCollectionSettings;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The managers of the Java client: buckets, scopes and collections, with the exceptions that it makes of answers. */
final class ManagersIT {
    private static LocalServer server;
    private static Cluster cluster;

    @BeforeAll
    static void start() throws Exception {
        server = LocalServer.start(Map.of());
        cluster = server.connect();
        cluster.waitUntilReady(
                Duration.ofSeconds(20),
                WaitUntilReadyOptions.waitUntilReadyOptions().serviceTypes(ServiceType.KV, ServiceType.MANAGER));
    }

    @AfterAll
    static void stop() {
        cluster.disconnect();
        server.close();
    }

    @Test
    void bucketIsMadeShownChangedAndDropped() {
        BucketManager buckets = cluster.buckets();
        buckets.createBucket(BucketSettings.create("made").ramQuotaMB(128).maxExpiry(Duration.ofSeconds(90)));
        assertThrows(BucketExistsException.class, () -> buckets.createBucket(BucketSettings.create("made")));
        BucketSettings shown = buckets.getBucket("made");
        assertEquals(128, shown.ramQuotaMB());
        assertEquals(Duration.ofSeconds(90), shown.maxExpiry());
        assertEquals(BucketType.COUCHBASE, shown.bucketType());
        assertFalse(shown.flushEnabled());
        assertThrows(BucketNotFlushableException.class, () -> buckets.flushBucket("made"));
        buckets.updateBucket(shown.ramQuotaMB(200).flushEnabled(true).maxExpiry(Duration.ofSeconds(7)));
        BucketSettings changed = buckets.getBucket("made");
        assertEquals(200, changed.ramQuotaMB());
        assertEquals(Duration.ofSeconds(7), changed.maxExpiry());
        buckets.flushBucket("made");
        assertTrue(buckets.getAllBuckets().containsKey("made"));
        buckets.dropBucket("made");
        assertThrows(BucketNotFoundException.class, () -> buckets.getBucket("made"));
        assertThrows(BucketNotFoundException.class, () -> buckets.dropBucket("made"));
    }

    @Test
    void scopesAndCollectionsAreMadeShownChangedAndDropped() {
        CollectionManager collections = cluster.bucket("default").collections();
        collections.createScope("s");
        assertThrows(ScopeExistsException.class, () -> collections.createScope("s"));
        collections.createCollection(
                "s", "c", CreateCollectionSettings.createCollectionSettings().maxExpiry(Duration.ofSeconds(30)));
        assertThrows(CollectionExistsException.class, () -> collections.createCollection("s", "c"));
        assertThrows(ScopeNotFoundException.class, () -> collections.createCollection("none", "c"));
        assertEquals(Duration.ofSeconds(30), expiry(collections));
        collections.updateCollection(
                "s", "c", UpdateCollectionSettings.updateCollectionSettings().maxExpiry(Duration.ofSeconds(-1)));
        assertEquals(
                Duration.ofSeconds(-1), expiry(collections));
        assertThrows(CollectionNotFoundException.class, () -> collections.dropCollection("s", "none"));
        assertThrows(InvalidArgumentException.class, () -> collections.dropScope("_default"));
        collections.dropCollection("s", "c");
        collections.dropScope("s");
        assertThrows(ScopeNotFoundException.class, () -> collections.dropScope("s"));
    }

    private static Duration expiry(CollectionManager collections) {
        return collections.getAllScopes().stream()
                .filter(scope -> scope.name().equals("s"))
                .flatMap(scope -> scope.collections().stream())
                .filter(each -> each.name().equals("c"))
                .findFirst()
                .orElseThrow()
                .maxExpiry();
    }
}
