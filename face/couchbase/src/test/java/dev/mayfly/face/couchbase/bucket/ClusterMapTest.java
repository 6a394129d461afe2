package dev.mayfly.face.couchbase.bucket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Every field without which a client fails is in the map, and grows or stays as clients rely on. */
final class ClusterMapTest {
    private static final NodePorts PORTS = new NodePorts(11_210, 8_091, 8_093, false);

    private static ClusterServers servers(BucketsFixture fixture, NodePorts ports) {
        return new ClusterServers(fixture.engine().nodes(), () -> ports);
    }

    private static JsonNode map(BucketsFixture fixture, String bucket) {
        ClusterMap map = new ClusterMap(fixture.buckets(), servers(fixture, PORTS));
        return CouchbaseJson.read(map.of(fixture.buckets().require(bucket), ClusterMap.SAME_HOST));
    }

    @Test
    void mapOfABucketHasWhatClientsFailWithout() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            JsonNode json = map(fixture, "default");
            JsonNode node = json.path("nodesExt").path(0);
            assertEquals(11_210, node.path("services").path("kv").asInt());
            assertEquals(8_091, node.path("services").path("mgmt").asInt());
            assertEquals(8_093, node.path("services").path("n1ql").asInt());
            assertTrue(node.path("thisNode").asBoolean());
            assertTrue(json.path("rev").isIntegralNumber());
            assertEquals("vbucket", json.path("nodeLocator").asString());
            assertEquals(1, json.path("nodes").size());
            assertEquals("default", json.path("name").asString());
            assertEquals(32, json.path("uuid").asString().length());
            assertEquals("1", json.path("collectionsManifestUid").asString());
            JsonNode partitions = json.path("vBucketServerMap");
            assertEquals(1_024, partitions.path("vBucketMap").size());
            assertEquals("[0]", partitions.path("vBucketMap").path(1_023).toString());
            assertEquals(0, partitions.path("numReplicas").asInt());
            assertEquals("$HOST:11210", partitions.path("serverList").path(0).asString());
        }
    }

    @Test
    void replicaThatNoNodeHasIsMinusOne() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            fixture.buckets().create("b", BucketSettings.plain().with(Map.of("replicaNumber", "2")));
            assertEquals(
                    "[0,-1,-1]",
                    map(fixture, "b")
                            .path("vBucketServerMap")
                            .path("vBucketMap")
                            .path(7)
                            .toString());
        }
    }

    @Test
    void mapWithoutABucketHasTheNodeAlone() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            JsonNode json = CouchbaseJson.read(new ClusterMap(fixture.buckets(), servers(fixture, PORTS)).global());
            assertEquals(1, json.path("nodesExt").size());
            assertFalse(json.has("nodes") || json.has("name") || json.has("vBucketServerMap"));
        }
    }

    @Test
    void encryptedPortsAreTheSamePorts() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            ClusterMap map = new ClusterMap(fixture.buckets(), servers(fixture, new NodePorts(1, 2, 3, true)));
            JsonNode services =
                    CouchbaseJson.read(map.global()).path("nodesExt").path(0).path("services");
            assertEquals(1, services.path("kvSSL").asInt());
            assertEquals(2, services.path("mgmtSSL").asInt());
            assertEquals(3, services.path("n1qlSSL").asInt());
        }
    }

    @Test
    void bucketWithoutPartitionsSaysSo() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            fixture.buckets().create("m", BucketSettings.plain().with(Map.of("bucketType", "memcached")));
            JsonNode json = map(fixture, "m");
            assertEquals("ketama", json.path("nodeLocator").asString());
            assertFalse(json.has("vBucketServerMap") || json.has("collectionsManifestUid"));
        }
    }

    @Test
    void nodeKeepsItsIdentity() {
        try (BucketsFixture fixture = new BucketsFixture()) {
            String node = fixture.buckets().node();
            fixture.restart();
            assertEquals(node, fixture.buckets().node());
        }
    }
}
