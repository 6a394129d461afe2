package dev.mayfly.face.couchbase.bucket;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.face.couchbase.access.StoredUser;
import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.access.UserDomain;
import dev.mayfly.store.api.NodeEntry;
import dev.mayfly.store.api.NodeTable;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Two servers over one store: each knows what the other has changed before it answers. */
final class SharedBucketsTest {
    private static final long TTL_MILLIS = 10_000;
    private static final NodePorts PORTS = new NodePorts(11_210, 8_091, 8_093, false);

    private final SharedMemoryStore store = new SharedMemoryStore();
    private final BucketRules rules = new BucketRules(CouchbaseRelease.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS);
    private final BucketsFixture one = new BucketsFixture(rules, store);
    private final BucketsFixture other = new BucketsFixture(rules, store);

    @AfterEach
    void close() {
        one.close();
        other.close();
        store.close();
    }

    @Test
    void bothHaveTheSameBucketToBeginWith() {
        assertEquals(
                one.buckets().require(Buckets.DEFAULT).uuid(),
                other.buckets().require(Buckets.DEFAULT).uuid());
        assertEquals(one.buckets().node(), other.buckets().node());
    }

    @Test
    void bucketsThatComeChangeAndGoAreSeen() {
        one.buckets().create("b", BucketSettings.plain());
        Bucket seen = other.buckets().require("b");
        assertEquals(16, seen.shards());
        Bucket own = one.buckets().require("b");
        one.buckets().update(own, own.settings().with(Map.of(BucketSettings.MAX_TTL, "60")));
        assertEquals(60, other.buckets().require("b").settings().maxTtl());
        assertThrows(BucketException.class, () -> other.buckets().create("b", BucketSettings.plain()));
        other.buckets().drop(seen);
        assertNull(one.buckets().find("b"));
        assertTrue(own.isDropped());
    }

    @Test
    void collectionsThatComeAndGoAreSeen() {
        Bucket bucket = other.buckets().require(Buckets.DEFAULT);
        one.changes().createScope(one.buckets().require(Buckets.DEFAULT), "s");
        one.changes()
                .createCollection(one.buckets().require(Buckets.DEFAULT), "s", "c", ManifestChanges.Properties.NONE);
        other.buckets().refresh();
        BucketCollection collection = requireNonNull(bucket.find("s", "c"));
        BucketCollection same =
                requireNonNull(one.buckets().require(Buckets.DEFAULT).find("s", "c"));
        assertEquals(same.uid(), collection.uid());
        assertEquals(
                same.collection().record().id(),
                collection.collection().record().id());
        other.changes().dropCollection(bucket, "s", "c");
        assertNull(one.buckets().require(Buckets.DEFAULT).find("s", "c"));
    }

    @Test
    void changesOfBothAreKept() {
        for (int number = 0; number < 10; number++) {
            BucketsFixture maker = number % 2 == 0 ? one : other;
            maker.changes().createScope(maker.buckets().require(Buckets.DEFAULT), "s" + number);
        }
        for (BucketsFixture each : List.of(one, other)) {
            Manifest manifest = each.buckets().require(Buckets.DEFAULT).manifest();
            for (int number = 0; number < 10; number++) {
                assertNotNull(manifest.find("s" + number), "s" + number);
            }
        }
    }

    @Test
    void whatCouldNotBeReadIsReadByTheNext() {
        Fault away = new Fault.Failure(StoreException.Reason.UNAVAILABLE);
        int failures = 0;
        for (StoreCall call : List.of(StoreCall.GET, StoreCall.SCAN)) {
            for (int nth = 1; nth <= 4; nth++) {
                String name = call + "-" + nth;
                one.buckets().create(name, BucketSettings.plain());
                other.faults().plan(FaultPlan.at(call, nth, away));
                failures += isFailing(() -> other.buckets().find(name)) ? 1 : 0;
                other.faults().plan(FaultPlan.NONE);
                assertNotNull(requireNonNull(other.buckets().find(name)).find("_default", "_default"), name);
            }
        }
        assertTrue(failures >= 4, "failures " + failures);
    }

    private static boolean isFailing(Runnable work) {
        try {
            work.run();
            return false;
        } catch (EngineException _) {
            return true;
        }
    }

    @Test
    void theRevisionGrowsOverBoth() {
        List<String> told = new ArrayList<>();
        other.buckets().addListener(bucket -> told.add(bucket.name()));
        long before = other.buckets().revision();
        one.buckets().create("b", BucketSettings.plain());
        other.buckets().refresh();
        assertTrue(other.buckets().revision() > before);
        assertEquals(one.buckets().revision(), other.buckets().revision());
        assertEquals(Set.of("b", Buckets.DEFAULT), new HashSet<>(told));
        other.buckets().serversChanged();
        long last = other.buckets().revision();
        one.buckets().serversChanged();
        assertTrue(one.buckets().revision() > last);
    }

    @Test
    void usersThatComeAndGoAreSeen() {
        StoredUsers users = new StoredUsers(one.engine().records(Buckets.FACE), List.of());
        StoredUsers seen = new StoredUsers(other.engine().records(Buckets.FACE), List.of());
        StoredUser ann = new StoredUser(UserDomain.LOCAL, "ann", "Ann", Map.of(), 0, List.of("admin"), List.of());
        users.put(ann);
        assertNotNull(seen.find(UserDomain.LOCAL, "ann"));
        assertNotNull(seen.identity("ann"));
        users.delete(ann);
        assertNull(seen.find(UserDomain.LOCAL, "ann"));
        assertNull(seen.identity("ann"));
    }

    private JsonNode map() {
        ClusterMap map =
                new ClusterMap(one.buckets(), new ClusterServers(one.engine().nodes(), () -> PORTS));
        return CouchbaseJson.read(map.of(one.buckets().require(Buckets.DEFAULT), ClusterMap.SAME_HOST));
    }

    private static Set<Integer> servers(JsonNode map) {
        Set<Integer> servers = new HashSet<>();
        map.path("vBucketServerMap")
                .path("vBucketMap")
                .forEach(row -> servers.add(row.path(0).asInt()));
        return servers;
    }

    @Test
    void theMapHasAllServersAndDividesVBucketsByShards() {
        NodeTable nodes = store.cluster().orElseThrow().nodes();
        Map<String, String> facts = Map.of(
                "address",
                "10.0.0.7",
                "port couchbase",
                "18091",
                "port couchbase-kv",
                "11299",
                "port couchbase-query",
                "18093");
        nodes.announce(new NodeEntry("zz", facts), TTL_MILLIS);
        nodes.announce(new NodeEntry("without", Map.of("address", "10.0.0.8")), TTL_MILLIS);
        one.engine().nodes().beat();
        JsonNode map = map();
        assertEquals(2, map.path("nodesExt").size());
        assertEquals(2, map.path("nodes").size());
        assertTrue(map.path("nodesExt").path(0).path("thisNode").asBoolean());
        JsonNode second = map.path("nodesExt").path(1);
        assertEquals("10.0.0.7", second.path("hostname").asString());
        assertEquals(11_299, second.path("services").path("kv").asInt());
        assertEquals(18_091, second.path("services").path("mgmt").asInt());
        assertEquals(18_093, second.path("services").path("n1ql").asInt());
        assertEquals(
                "10.0.0.7:11299",
                map.path("vBucketServerMap").path("serverList").path(1).asString());
        assertEquals(Set.of(0, 1), servers(map));
        JsonNode rows = map.path("vBucketServerMap").path("vBucketMap");
        for (int vBucket = 0; vBucket < rows.size(); vBucket++) {
            int shard = VBucketHash.shardOf(vBucket, 16);
            for (int like = 0; like < vBucket; like++) {
                if (VBucketHash.shardOf(like, 16) == shard) {
                    assertEquals(rows.path(like), rows.path(vBucket));
                }
            }
        }
        nodes.remove("zz");
        one.engine().nodes().beat();
        JsonNode alone = map();
        assertEquals(1, alone.path("nodesExt").size());
        assertEquals(
                "$HOST:11210",
                alone.path("vBucketServerMap").path("serverList").path(0).asString());
    }
}
