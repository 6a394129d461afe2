package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.json.JsonArray;
import com.couchbase.client.java.json.JsonObject;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.couchbase.Wire.Answer;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The description of the cluster that clients get, without which SDKs fail, hang or abort. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class ConfigurationIT {
    private static final int UNKNOWN_SCOPE = 0x8c;

    private CouchbaseEndpoint endpoint;
    private Rest rest;

    @BeforeEach
    void prepare(CouchbaseEndpoint endpoint) {
        this.endpoint = endpoint;
        this.rest = new Rest(endpoint.management(), endpoint.user(), endpoint.password());
    }

    private Wire open() {
        return Wire.open(endpoint.kvPort(), endpoint.user(), endpoint.password(), "default");
    }

    @Test
    void onlyFeaturesThatAreAskedForAndKnownAreGranted() {
        try (Wire wire = Wire.open(endpoint.kvPort())) {
            Set<Integer> granted = new HashSet<>();
            ByteBuffer list = ByteBuffer.wrap(
                    wire.hello(0x04, 0x06, 0x07, 0x08, 0x12, 0x14, 0x7fff).value());
            while (list.hasRemaining()) {
                granted.add((int) list.getShort());
            }
            assertEquals(Set.of(0x04, 0x06, 0x07, 0x08, 0x12, 0x14), granted);
        }
    }

    @Test
    void strongMechanismsAreOfferedOnPlainConnections() {
        try (Wire wire = Wire.open(endpoint.kvPort())) {
            String mechanisms = wire.send(Frame.of(Frame.SASL_LIST).vbucket(0)).text();
            assertTrue(
                    List.of(mechanisms.split(" ")).containsAll(List.of("SCRAM-SHA512", "SCRAM-SHA256", "SCRAM-SHA1")),
                    mechanisms);
        }
    }

    @Test
    void everyErrorOfTheMapHasWhatSdksRead() {
        try (Wire wire = open()) {
            JsonObject map = JsonObject.fromJson(
                    wire.send(Frame.of(Frame.GET_ERROR_MAP).vbucket(0).value(new byte[] {0, 2}))
                            .require(Wire.OK)
                            .text());
            assertEquals(2, map.getInt("version"));
            assertNotNull(map.getInt("revision"));
            JsonObject errors = map.getObject("errors");
            for (String code : errors.getNames()) {
                JsonObject error = errors.getObject(code);
                Integer.parseInt(code, 16);
                assertFalse(error.getString("name").isEmpty(), code);
                assertFalse(error.getString("desc").isEmpty(), code);
                assertNotNull(error.getArray("attrs"), code);
            }
        }
    }

    @Test
    void bucketIsToldFromOneThatIsNot() {
        try (Wire wire = Wire.open(endpoint.kvPort())) {
            wire.hello(Wire.FEATURES);
            wire.select("default").require(Wire.EACCESS);
            wire.send(Frame.of(Frame.GET, "a").collection(0)).require(Wire.EACCESS);
            wire.login(endpoint.user(), endpoint.password()).require(Wire.OK);
            int status = wire.select("nothing").status();
            assertTrue(status == Wire.EACCESS || status == Wire.KEY_ENOENT, () -> "status " + status);
            wire.send(Frame.of(Frame.GET, "a").collection(0)).require(Wire.NO_BUCKET);
            wire.select("default").require(Wire.OK);
        }
    }

    @Test
    void configWithoutBucketNamesTheServices() {
        try (Wire wire = Wire.open(endpoint.kvPort())) {
            wire.hello(Wire.FEATURES);
            wire.login(endpoint.user(), endpoint.password()).require(Wire.OK);
            JsonObject config = JsonObject.fromJson(
                    wire.send(Frame.of(Frame.GET_CLUSTER_CONFIG).vbucket(0))
                            .require(Wire.OK)
                            .text());
            assertServices(config);
            assertFalse(config.containsKey("nodes"), config::toString);
        }
    }

    private void assertServices(JsonObject config) {
        assertTrue(config.getInt("rev") >= 0);
        JsonArray nodes = config.getArray("nodesExt");
        assertEquals(1, nodes.size());
        JsonObject services = nodes.getObject(0).getObject("services");
        assertEquals(endpoint.kvPort(), services.getInt("kv"));
        assertEquals(endpoint.management().getPort(), services.getInt("mgmt"));
        assertEquals(endpoint.query().getPort(), services.getInt("n1ql"));
        // A port that does not answer is not announced: clients ping whatever is.
        assertFalse(services.containsKey("fts") || services.containsKey("cbas") || services.containsKey("capi"));
    }

    @Test
    void configOfTheBucketHasItsMap() {
        try (Wire wire = open()) {
            assertBucket(JsonObject.fromJson(
                    wire.send(Frame.of(Frame.GET_CLUSTER_CONFIG).vbucket(0))
                            .require(Wire.OK)
                            .text()));
        }
        assertBucket(rest.get("/pools/default/b/default").require(200).json());
    }

    private void assertBucket(JsonObject config) {
        assertServices(config);
        assertEquals("default", config.getString("name"));
        assertFalse(config.getString("uuid").isEmpty());
        assertEquals("vbucket", config.getString("nodeLocator"));
        assertEquals(1, config.getArray("nodes").size());
        Long.parseLong(config.getString("collectionsManifestUid"), 16);
        JsonObject map = config.getObject("vBucketServerMap");
        assertEquals(0, map.getInt("numReplicas"));
        assertEquals(1024, map.getArray("vBucketMap").size());
        assertEquals(0, map.getArray("vBucketMap").getArray(1023).getInt(0));
        List<Object> capabilities = config.getArray("bucketCapabilities").toList();
        assertTrue(capabilities.containsAll(
                List.of("collections", "durableWrite", "xattr", "tombstonedUserXAttrs", "rangeScan", "nodesExt")));
        assertFalse(capabilities.contains("nonDedupedHistory"));
    }

    @Test
    void configThatIsKnownIsNotSentAgain() {
        try (Wire wire = Wire.open(endpoint.kvPort())) {
            wire.hello(0x08, 0x07, 0x1d, 0x0b, 0x12);
            wire.login(endpoint.user(), endpoint.password()).require(Wire.OK);
            wire.select("default").require(Wire.OK);
            JsonObject config = JsonObject.fromJson(
                    wire.send(Frame.of(Frame.GET_CLUSTER_CONFIG).vbucket(0))
                            .require(Wire.OK)
                            .text());
            long epoch = config.containsKey("revEpoch") ? config.getLong("revEpoch") : 0;
            byte[] known = Frame.concat(Frame.u64(epoch), Frame.u64(config.getLong("rev")));
            Answer again =
                    wire.send(Frame.of(Frame.GET_CLUSTER_CONFIG).vbucket(0).extras(known));
            assertEquals("", again.require(Wire.OK).text());
        }
    }

    @Test
    void wrongVbucketCarriesTheConfig() {
        try (Wire wire = open()) {
            Answer answer = wire.send(Frame.of(Frame.GET, "a").collection(0).vbucket(1024))
                    .require(Wire.NOT_MY_VBUCKET);
            assertBucket(JsonObject.fromJson(answer.text()));
        }
    }

    @Test
    void unknownCollectionsTellTheManifest() {
        try (Wire wire = open()) {
            Answer collection =
                    wire.send(Frame.of(Frame.GET_COLLECTION_ID).vbucket(0).value("_default.none"));
            assertTrue(
                    collection.require(Wire.UNKNOWN_COLLECTION).text().contains("manifest_uid"), collection::toString);
            wire.send(Frame.of(Frame.GET_COLLECTION_ID).vbucket(0).value("none.none"))
                    .require(UNKNOWN_SCOPE);
            wire.send(Frame.of(Frame.GET, "a").collection(0x7777)).require(Wire.UNKNOWN_COLLECTION);
            JsonObject manifest =
                    JsonObject.fromJson(wire.send(Frame.of(Frame.GET_MANIFEST).vbucket(0))
                            .require(Wire.OK)
                            .text());
            Long.parseLong(manifest.getString("uid"), 16);
            JsonObject scope = manifest.getArray("scopes").getObject(0);
            Long.parseLong(scope.getString("uid"), 16);
            Long.parseLong(scope.getArray("collections").getObject(0).getString("uid"), 16);
        }
    }

    @Test
    void bucketOverRestHasWhatSdksInsistOn() {
        JsonObject bucket =
                rest.get("/pools/default/buckets/default").require(200).json();
        for (String field : List.of(
                "name", "uuid", "bucketType", "evictionPolicy", "conflictResolutionType", "durabilityMinLevel")) {
            assertNotNull(bucket.getString(field), field);
        }
        assertTrue(bucket.getObject("quota").getLong("rawRAM") > 0);
        assertTrue(bucket.getObject("controllers").containsKey("flush"));
        assertNotNull(bucket.getInt("replicaNumber"));
        assertNotNull(bucket.getBoolean("replicaIndex"));
        assertEquals(0, bucket.getInt("maxTTL"));
        JsonObject node = bucket.getArray("nodes").getObject(0);
        assertEquals("healthy", node.getString("status"));
        assertNotNull(node.getString("hostname"));
        assertNotNull(node.getString("version"));
        assertNotNull(node.getArray("services"));
        assertNotNull(node.getObject("ports"));
    }

    @Test
    void metricsOfAQueryAreComplete() {
        Rest query = new Rest(endpoint.query(), endpoint.user(), endpoint.password());
        JsonObject answer = query.json("POST", "/query", "{\"statement\":\"SELECT 1\",\"metrics\":true}")
                .require(200)
                .json();
        JsonObject metrics = answer.getObject("metrics");
        assertEquals(1, metrics.getInt("resultCount"));
        assertTrue(metrics.getInt("resultSize") > 0);
        assertTrue(metrics.getString("executionTime").endsWith("s"));
        assertTrue(metrics.getString("elapsedTime").endsWith("s"));
        assertNotNull(answer.getString("requestID"));
        assertEquals("success", answer.getString("status"));
        query.get("/admin/ping").require(200);
    }

    @Test
    void pipelinedLoginAndSelectionAreAnsweredInOrder() {
        try (Wire wire = Wire.open(endpoint.kvPort())) {
            wire.hello(Wire.FEATURES);
            List<Answer> answers = wire.send(
                    List.of(
                            Frame.of(Frame.SASL_AUTH, "PLAIN")
                                    .vbucket(0)
                                    .opaque(1)
                                    .value("\0" + endpoint.user() + "\0" + endpoint.password()),
                            Frame.of(Frame.SELECT_BUCKET, "default").opaque(2),
                            Frame.set("a", 0, "1").collection(0).opaque(3),
                            Frame.of(Frame.GET, "a").collection(0).opaque(4)),
                    4);
            for (int at = 0; at < 4; at++) {
                assertEquals(at + 1, answers.get(at).require(Wire.OK).opaque());
            }
        }
    }

    @Test
    void fewerVbucketsAreAsGood() throws Exception {
        try (LocalServer server = LocalServer.start(Map.of(Setting.COUCHBASE_VBUCKETS, "64"));
                Cluster cluster = server.connect()) {
            cluster.bucket("default").waitUntilReady(Duration.ofSeconds(30));
            for (int number = 0; number < 100; number++) {
                cluster.bucket("default").defaultCollection().upsert("k" + number, number);
                assertEquals(
                        number,
                        cluster.bucket("default")
                                .defaultCollection()
                                .get("k" + number)
                                .contentAs(Integer.class));
            }
        }
    }

    @Test
    void releaseAndEditionAreAnnounced() throws Exception {
        assertTrue(rest.get("/pools").json().getString("implementationVersion").startsWith("7.6"));
        assertTrue(rest.get("/pools").json().getString("implementationVersion").endsWith("enterprise"));
        try (LocalServer old =
                LocalServer.start(Map.of(Setting.COUCHBASE_COMPAT, "7.2", Setting.COUCHBASE_EDITION, "community"))) {
            String version = old.rest().get("/pools").json().getString("implementationVersion");
            assertTrue(version.startsWith("7.2") && version.endsWith("community"), version);
        }
    }
}
