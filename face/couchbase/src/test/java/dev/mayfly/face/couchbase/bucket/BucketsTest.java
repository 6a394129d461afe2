package dev.mayfly.face.couchbase.bucket;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.store.api.Durability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Buckets and what is in them, made, found, changed, emptied and dropped, also across a restart. */
final class BucketsTest {
    private static final DocumentKey KEY = new DocumentKey(new byte[] {'k'});

    private static void put(BucketCollection collection) {
        collection
                .collection()
                .write(
                        KEY,
                        Durability.LOGGED,
                        (_, _) -> new Decision.Put(new byte[] {'1'}, Lifetime.FOREVER, new byte[0]));
    }

    private static boolean holds(BucketCollection collection) {
        Collection documents = collection.collection();
        return documents.get(documents.reading(), KEY) != null;
    }

    private static BucketCollection find(Bucket bucket, String scope, String collection) {
        return requireNonNull(bucket.find(scope, collection));
    }

    @Test
    void newFolderHasOneBucketAndADroppedOneStaysAway() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            Bucket bucket = fixture.buckets().require("default");
            assertEquals(BucketType.COUCHBASE, bucket.settings().type());
            assertTrue(bucket.settings().isFlushEnabled());
            fixture.buckets().drop(bucket);
            assertTrue(bucket.isDropped());
            assertNull(fixture.buckets().find("default"));
            fixture.restart();
            assertTrue(fixture.buckets().all().isEmpty());
        }
    }

    @Test
    void collectionsAreFoundByNumberAndByPath() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            Bucket bucket = fixture.buckets().require("default");
            assertSame(bucket.find(0), bucket.find("_default", "_default"));
            fixture.changes().createScope(bucket, "s");
            for (int index = 0; index < 100; index++) {
                fixture.changes().createCollection(bucket, "s", "c" + index, ManifestChanges.Properties.NONE);
            }
            for (BucketCollection each : bucket.collections()) {
                assertSame(each, bucket.find(each.uid()));
                assertSame(each, bucket.find(each.path()));
            }
            assertEquals(103, bucket.collections().size());
            assertNull(bucket.find(1));
            assertNull(bucket.find(110));
        }
    }

    @Test
    void numbersOfTheManifestGrowAndAreNotUsedTwice() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            Bucket bucket = fixture.buckets().require("default");
            assertEquals("1", bucket.manifest().hexUid());
            fixture.changes().createScope(bucket, "s");
            Manifest created = fixture.changes().createCollection(bucket, "s", "c", ManifestChanges.Properties.NONE);
            assertEquals("3", created.hexUid());
            int uid = find(bucket, "s", "c").uid();
            assertEquals("4", fixture.changes().dropCollection(bucket, "s", "c").hexUid());
            fixture.restart();
            Bucket again = fixture.buckets().require("default");
            assertEquals(4, again.manifest().uid());
            fixture.changes().createCollection(again, "s", "c", ManifestChanges.Properties.NONE);
            assertEquals(uid + 1, find(again, "s", "c").uid());
            assertEquals(bucket.uuid(), again.uuid());
        }
    }

    @Test
    void releaseBeforeTheSystemScopeHasNone() {
        BucketRules rules = new BucketRules(CouchbaseRelease.R7_2, Edition.ENTERPRISE, 64);
        try (BucketsFixture fixture = new BucketsFixture(rules)) {
            Bucket bucket = fixture.buckets().require("default");
            assertEquals(0, bucket.manifest().uid());
            assertEquals(1, bucket.manifest().scopes().size());
            assertEquals(64, bucket.vBuckets());
        }
        try (BucketsFixture fixture = new BucketsFixture()) {
            Bucket bucket = fixture.buckets().require("default");
            assertEquals(
                    MaxTtl.UNLIMITED,
                    find(bucket, "_system", "_query").definition().maxTtl());
        }
    }

    @Test
    void limitOfACollectionReplacesItsBuckets() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            Bucket bucket = fixture.buckets().require("default");
            fixture.buckets().update(bucket, bucket.settings().with(Map.of("maxTTL", "60")));
            assertEquals(60, find(bucket, "_default", "_default").ttlLimit());
            fixture.changes().createCollection(bucket, "_default", "c", new ManifestChanges.Properties(90, null));
            assertEquals(90, find(bucket, "_default", "c").ttlLimit());
            fixture.changes()
                    .modifyCollection(bucket, "_default", "c", new ManifestChanges.Properties(MaxTtl.UNLIMITED, null));
            fixture.restart();
            Bucket again = fixture.buckets().require("default");
            assertEquals(0, find(again, "_default", "c").ttlLimit());
            assertEquals(60, find(again, "_default", "_default").ttlLimit());
        }
    }

    @Test
    void flushEmptiesEveryCollectionAndKeepsTheirNumbers() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            Bucket bucket = fixture.buckets().require("default");
            fixture.changes().createCollection(bucket, "_default", "c", ManifestChanges.Properties.NONE);
            put(find(bucket, "_default", "c"));
            put(find(bucket, "_default", "_default"));
            int uid = find(bucket, "_default", "c").uid();
            fixture.buckets().flush(bucket);
            assertEquals(uid, find(bucket, "_default", "c").uid());
            fixture.restart();
            Bucket again = fixture.buckets().require("default");
            again.collections().forEach(each -> assertFalse(holds(each), each.path()));
        }
    }

    @Test
    void flushThatWasCutShortIsEndedByTheNextProcess() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            put(find(fixture.buckets().require("default"), "_default", "_default"));
            FaceRecords records = fixture.engine().records(Buckets.FACE);
            byte[] kept = requireNonNull(records.get("bucket/default"));
            records.put(
                    "bucket/default",
                    BucketRecord.fromBytes(kept).flushing(true).toBytes());
            fixture.restart();
            assertFalse(holds(find(fixture.buckets().require("default"), "_default", "_default")));
            put(find(fixture.buckets().require("default"), "_default", "_default"));
            fixture.restart();
            assertTrue(holds(find(fixture.buckets().require("default"), "_default", "_default")));
        }
    }

    @Test
    void listenersHearOfEveryChange() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            List<String> heard = new ArrayList<>();
            fixture.buckets().addListener(each -> heard.add(each.name() + (each.isDropped() ? " gone" : "")));
            Bucket bucket = fixture.buckets().create("b", BucketSettings.plain());
            fixture.changes().createScope(bucket, "s");
            fixture.buckets().flush(bucket);
            fixture.buckets().drop(bucket);
            assertEquals(List.of("b", "b", "b", "b gone"), heard);
        }
    }

    @Test
    void ephemeralBucketIsEmptyAfterARestartAndKeepsItsCollections() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            BucketSettings ephemeral = BucketSettings.plain().with(Map.of(BucketSettings.TYPE, "ephemeral"));
            Bucket bucket = fixture.buckets().create("e", ephemeral);
            fixture.changes().createCollection(bucket, "_default", "c", ManifestChanges.Properties.NONE);
            put(find(bucket, "_default", "c"));
            put(find(fixture.buckets().require("default"), "_default", "_default"));
            fixture.restart();
            assertFalse(holds(find(fixture.buckets().require("e"), "_default", "c")));
            assertTrue(holds(find(fixture.buckets().require("default"), "_default", "_default")));
        }
    }

    @Test
    void droppedBucketLeavesNothingToOneOfItsName() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            Bucket bucket = fixture.buckets().require("default");
            put(find(bucket, "_default", "_default"));
            fixture.buckets().drop(bucket);
            assertNull(bucket.find(0));
            assertTrue(fixture.engine().collections(Buckets.FACE).isEmpty());
            Bucket again = fixture.buckets().create("default", BucketSettings.plain());
            assertNotEquals(bucket.uuid(), again.uuid());
            assertFalse(holds(find(again, "_default", "_default")));
        }
    }

    @Test
    void nameIsTakenInWhateverCase() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            BucketException refused = assertThrows(
                    BucketException.class, () -> fixture.buckets().create("Default", BucketSettings.plain()));
            assertEquals("Bucket with given name already exists", refused.text());
        }
    }

    @Test
    void whatAnEarlyEndHasLeftIsTakenOut() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            CollectionName stray = new CollectionName(Buckets.FACE, "default", "s.c");
            Collection like = find(fixture.buckets().require("default"), "_default", "_default")
                    .collection();
            fixture.engine().catalog().rename(like.name(), stray, false);
            fixture.restart();
            assertNull(fixture.engine().find(stray));
            assertNotNull(fixture.buckets().require("default").find(0));
        }
    }

    @Test
    void tombstoneOfACollectionIsForgottenAfterItsInterval() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            Bucket bucket = fixture.buckets().require("default");
            fixture.changes().createCollection(bucket, "_default", "c", ManifestChanges.Properties.NONE);
            fixture.changes().dropCollection(bucket, "_default", "c");
            long interval = Duration.ofHours(1).toMillis();
            fixture.clock().advance(Duration.ofMinutes(59));
            assertEquals(0, fixture.buckets().purgeTombstones(bucket, interval));
            fixture.clock().advance(Duration.ofMinutes(1));
            assertEquals(1, fixture.buckets().purgeTombstones(bucket, interval));
            assertEquals(0, fixture.buckets().purgeTombstones(bucket, interval));
        }
    }

    @Test
    void revisionGrowsWithEveryChangeAndEveryStart() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            long first = fixture.buckets().revision();
            fixture.buckets().create("b", BucketSettings.plain());
            long second = fixture.buckets().revision();
            assertTrue(second > first);
            fixture.restart();
            assertTrue(fixture.buckets().revision() > second);
        }
    }

    @Test
    void vBucketIsFoundByTheKeyAlone() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            Bucket bucket = fixture.buckets().require("default");
            assertEquals(115, bucket.vBucketOf(new byte[] {'f', 'o', 'o'}, 0, 3));
            assertNotEquals(bucket.vBucketUuid(1), bucket.vBucketUuid(2));
            assertEquals(bucket.vBucketUuid(1), bucket.vBucketUuid(1));
        }
    }
}
