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
import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.core.error.InvalidArgumentException;
import com.couchbase.client.core.error.ScopeExistsException;
import com.couchbase.client.core.error.ScopeNotFoundException;
import com.couchbase.client.core.error.UserNotFoundException;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.manager.bucket.BucketManager;
import com.couchbase.client.java.manager.bucket.BucketSettings;
import com.couchbase.client.java.manager.bucket.BucketType;
import com.couchbase.client.java.manager.collection.CollectionManager;
import com.couchbase.client.java.manager.collection.CollectionSpec;
import com.couchbase.client.java.manager.collection.CreateCollectionSettings;
import com.couchbase.client.java.manager.collection.ScopeSpec;
import com.couchbase.client.java.manager.collection.UpdateCollectionSettings;
import com.couchbase.client.java.manager.query.CollectionQueryIndexManager;
import com.couchbase.client.java.manager.query.CreatePrimaryQueryIndexOptions;
import com.couchbase.client.java.manager.query.CreateQueryIndexOptions;
import com.couchbase.client.java.manager.query.QueryIndex;
import com.couchbase.client.java.manager.user.AuthDomain;
import com.couchbase.client.java.manager.user.Role;
import com.couchbase.client.java.manager.user.User;
import com.couchbase.client.java.manager.user.UserManager;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Buckets, scopes, collections, users and indexes through the managers of the SDK for Java. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
@Fresh
final class ManagersIT {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Test
    void bucketsAreMadeChangedFlushedAndDropped(Cluster cluster) {
        BucketManager buckets = cluster.buckets();
        assertTrue(buckets.getAllBuckets().containsKey("default"));
        BucketSettings made = BucketSettings.create("shop")
                .ramQuotaMB(100)
                .numReplicas(0)
                .flushEnabled(true)
                .maxExpiry(Duration.ofSeconds(300));
        buckets.createBucket(made);
        assertThrows(BucketExistsException.class, () -> buckets.createBucket(made));
        BucketSettings read = buckets.getBucket("shop");
        assertEquals(BucketType.COUCHBASE, read.bucketType());
        assertEquals(100, read.ramQuotaMB());
        assertEquals(Duration.ofSeconds(300), read.maxExpiry());
        assertTrue(read.flushEnabled());
        assertTrue(read.healthy());
        buckets.updateBucket(read.maxExpiry(Duration.ofSeconds(60)));
        assertEquals(Duration.ofSeconds(60), buckets.getBucket("shop").maxExpiry());
        cluster.bucket("shop").waitUntilReady(PATIENCE);
        cluster.bucket("shop").defaultCollection().upsert("a", 1);
        buckets.flushBucket("shop");
        assertFalse(cluster.bucket("shop").defaultCollection().exists("a").exists());
        buckets.updateBucket(read.flushEnabled(false));
        assertThrows(BucketNotFlushableException.class, () -> buckets.flushBucket("shop"));
        buckets.dropBucket("shop");
        assertThrows(BucketNotFoundException.class, () -> buckets.getBucket("shop"));
        assertThrows(BucketNotFoundException.class, () -> buckets.dropBucket("shop"));
    }

    @Test
    void ephemeralBucketsAreToldFromOthers(Cluster cluster) {
        cluster.buckets().createBucket(BucketSettings.create("fleeting").bucketType(BucketType.EPHEMERAL));
        assertEquals(
                BucketType.EPHEMERAL, cluster.buckets().getBucket("fleeting").bucketType());
        assertThrows(
                CouchbaseException.class, () -> cluster.buckets().createBucket(BucketSettings.create("bad name!")));
    }

    @Test
    void scopesAndCollectionsAreMadeChangedAndDropped(Cluster cluster) {
        CollectionManager manager = cluster.bucket("default").collections();
        manager.createScope("shop");
        assertThrows(ScopeExistsException.class, () -> manager.createScope("shop"));
        CreateCollectionSettings settings =
                CreateCollectionSettings.createCollectionSettings().maxExpiry(Duration.ofSeconds(60));
        manager.createCollection("shop", "carts", settings);
        assertThrows(CollectionExistsException.class, () -> manager.createCollection("shop", "carts", settings));
        assertThrows(ScopeNotFoundException.class, () -> manager.createCollection("none", "carts", settings));
        assertEquals(Duration.ofSeconds(60), carts(manager).maxExpiry());
        var carts = cluster.bucket("default").scope("shop").collection("carts");
        carts.upsert("a", Ground.document());
        assertEquals(Ground.document(), carts.get("a").contentAsObject());
        manager.updateCollection(
                "shop",
                "carts",
                UpdateCollectionSettings.updateCollectionSettings().maxExpiry(Duration.ofSeconds(90)));
        assertEquals(Duration.ofSeconds(90), carts(manager).maxExpiry());
        assertThrows(
                CollectionNotFoundException.class,
                () -> manager.updateCollection(
                        "shop",
                        "none",
                        UpdateCollectionSettings.updateCollectionSettings().maxExpiry(Duration.ofSeconds(90))));
        manager.dropCollection("shop", "carts");
        assertThrows(CollectionNotFoundException.class, () -> manager.dropCollection("shop", "carts"));
        manager.createCollection("shop", "carts", CreateCollectionSettings.createCollectionSettings());
        // A collection of the same name is another one.
        assertFalse(carts.exists("a").exists());
        manager.dropScope("shop");
        assertThrows(ScopeNotFoundException.class, () -> manager.dropScope("shop"));
        assertThrows(InvalidArgumentException.class, () -> manager.createScope("%bad name"));
    }

    private static CollectionSpec carts(CollectionManager manager) {
        ScopeSpec shop = manager.getAllScopes().stream()
                .filter(scope -> scope.name().equals("shop"))
                .findFirst()
                .orElseThrow();
        return shop.collections().iterator().next();
    }

    @Test
    void usersAreMadeLogInAndAreDropped(Cluster cluster, CouchbaseEndpoint endpoint) {
        UserManager users = cluster.users();
        users.upsertUser(new User("ann")
                .password("secret of ann")
                .displayName("Ann")
                .roles(new Role("bucket_full_access", "default"), new Role("query_select", "default")));
        var found = users.getUser(AuthDomain.LOCAL, "ann").user();
        assertEquals("Ann", found.displayName());
        assertEquals(2, found.roles().size());
        assertTrue(users.getAllUsers().stream()
                .anyMatch(user -> user.user().username().equals("ann")));
        assertFalse(users.getRoles().isEmpty());
        try (Cluster other = Cluster.connect(endpoint.connectionString(), "ann", "secret of ann")) {
            other.bucket("default").waitUntilReady(PATIENCE);
            other.bucket("default").defaultCollection().upsert("a", 1);
        }
        Rest stranger = new Rest(endpoint.management(), "ann", "wrong");
        stranger.get("/pools/default").require(401);
        try (Wire wire = Wire.open(endpoint.kvPort())) {
            wire.login("ann", "wrong").require(Wire.AUTH_ERROR);
        }
        users.dropUser("ann");
        assertThrows(UserNotFoundException.class, () -> users.getUser(AuthDomain.LOCAL, "ann"));
        assertThrows(UserNotFoundException.class, () -> users.dropUser("ann"));
        try (Wire wire = Wire.open(endpoint.kvPort())) {
            wire.login("ann", "secret of ann").require(Wire.AUTH_ERROR);
        }
    }

    @Test
    void wrongPasswordOpensNothing(CouchbaseEndpoint endpoint) {
        try (Cluster stranger = Cluster.connect(endpoint.connectionString(), "Administrator", "wrong")) {
            // The SDK asks again until its time is over, and then tells why.
            CouchbaseException refused = assertThrows(
                    CouchbaseException.class, () -> stranger.bucket("default").waitUntilReady(Duration.ofSeconds(2)));
            assertTrue(String.valueOf(refused.getMessage()).contains("WAIT_FOR_CONFIG"), refused::toString);
        }
    }

    @Test
    void indexesAreMadeListedBuiltAndDropped(Cluster cluster) {
        CollectionQueryIndexManager indexes =
                cluster.bucket("default").defaultCollection().queryIndexes();
        indexes.createPrimaryIndex();
        indexes.createPrimaryIndex(
                CreatePrimaryQueryIndexOptions.createPrimaryQueryIndexOptions().ignoreIfExists(true));
        indexes.createIndex("byN", List.of("n"));
        indexes.createIndex(
                "later",
                List.of("`list`"),
                CreateQueryIndexOptions.createQueryIndexOptions().deferred(true));
        indexes.buildDeferredIndexes();
        indexes.watchIndexes(List.of("byN", "later"), PATIENCE);
        Set<String> names =
                indexes.getAllIndexes().stream().map(QueryIndex::name).collect(Collectors.toSet());
        assertEquals(Set.of("#primary", "byN", "later"), names);
        indexes.dropIndex("byN");
        indexes.dropIndex("later");
        indexes.dropPrimaryIndex();
        assertEquals(List.of(), indexes.getAllIndexes());
    }
}
