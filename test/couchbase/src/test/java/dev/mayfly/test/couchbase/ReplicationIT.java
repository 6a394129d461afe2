package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.kv.UpsertOptions;
import dev.mayfly.app.server.config.Setting;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a replication takes from one server to another, and what of expiry. Both clocks stand until a test winds one. */
final class ReplicationIT {
    private static final String BUCKET = "default";
    private static final String REMOTES = "/pools/default/remoteClusters";
    private static final Duration SILENCE = Duration.ofMillis(500);
    private static final long START = 1_767_225_600L;

    private LocalServer source;
    private LocalServer target;
    private Cluster sourceCluster;
    private Cluster targetCluster;
    private Collection here;
    private Collection there;
    private DcpConsumer seen;

    @BeforeEach
    void start() throws Exception {
        source = LocalServer.start(Map.of(Setting.COUCHBASE_VBUCKETS, "64"));
        target = LocalServer.start(Map.of(Setting.COUCHBASE_VBUCKETS, "1024"));
        sourceCluster = source.connect();
        targetCluster = target.connect();
        here = sourceCluster.bucket(BUCKET).defaultCollection();
        there = targetCluster.bucket(BUCKET).defaultCollection();
        connect(source, target);
        seen = DcpConsumer.fromBeginning(
                target.endpoint(), BUCKET, settings -> settings.collectionNames("_default._default"));
    }

    @AfterEach
    void stop() {
        seen.close();
        sourceCluster.disconnect();
        targetCluster.disconnect();
        source.close();
        target.close();
    }

    private static void connect(LocalServer from, LocalServer to) {
        from.rest()
                .post(
                        REMOTES,
                        "name",
                        "other",
                        "hostname",
                        to.endpoint().management().getAuthority(),
                        "username",
                        to.endpoint().user(),
                        "password",
                        to.endpoint().password())
                .require(200);
    }

    /** Returns the id of the replication, as a part of a path. */
    private static String replicate(LocalServer from, String... settings) {
        String[] all = new String[settings.length + 8];
        String[] usual = {
            "fromBucket", BUCKET, "toCluster", "other", "toBucket", BUCKET, "replicationType", "continuous"
        };
        System.arraycopy(usual, 0, all, 0, usual.length);
        System.arraycopy(settings, 0, all, usual.length, settings.length);
        String body = from.rest()
                .post("/controller/createReplication", all)
                .require(200)
                .body();
        Matcher id = Pattern.compile("\"id\":\"([^\"]+)\"").matcher(body);
        assertTrue(id.find(), body);
        return URLEncoder.encode(id.group(1), StandardCharsets.UTF_8);
    }

    private static Wire.Answer meta(LocalServer server, String key, int vBuckets) {
        try (Wire wire = Wire.open(
                server.endpoint().kvPort(),
                server.endpoint().user(),
                server.endpoint().password(),
                BUCKET)) {
            return wire.send(Frame.of(Frame.GET_META, key)
                            .vbucket(vBucket(key, vBuckets))
                            .extras(new byte[] {2})
                            .collection(0))
                    .require(Wire.OK);
        }
    }

    private static int vBucket(String key, int vBuckets) {
        CRC32 crc = new CRC32();
        crc.update(key.getBytes(StandardCharsets.UTF_8));
        return (int) (crc.getValue() >> 16) & 0x7fff & (vBuckets - 1);
    }

    private Wire.Answer copy(String key) {
        return meta(target, key, 1024);
    }

    private static UpsertOptions expiring(long seconds) {
        return UpsertOptions.upsertOptions().expiry(Duration.ofSeconds(seconds));
    }

    private static String told(String what, String key) {
        return what + " _default._default." + key;
    }

    @Test
    void whatIsThereAndWhatComesArrivesWithItsMetadata() throws Exception {
        here.upsert("old", 1, expiring(100));
        here.upsert("old", 2, expiring(100));
        replicate(source);
        assertEquals(told("mutation", "old"), seen.next());
        assertEquals(2, there.get("old").contentAs(Integer.class));
        Wire.Answer original = meta(source, "old", 64);
        assertEquals(original.cas(), copy("old").cas());
        assertEquals(2, copy("old").revision());
        assertEquals(START + 100, copy("old").expiry());
        here.upsert("new", 1);
        assertEquals(told("mutation", "new"), seen.next());
        here.remove("new");
        assertEquals(told("deletion", "new"), seen.next());
        assertEquals(0, copy("old").status());
    }

    @Test
    void theTargetsLimitCapsWhatArrivesAndIsTheDefault() throws Exception {
        target.rest().post("/pools/default/buckets/" + BUCKET, "maxTTL", "3600").require(200);
        replicate(source);
        here.upsert("long", 1, expiring(7_200));
        assertEquals(told("mutation", "long"), seen.next());
        assertEquals(START + 3_600, copy("long").expiry());
        here.upsert("short", 1, expiring(60));
        assertEquals(told("mutation", "short"), seen.next());
        assertEquals(START + 60, copy("short").expiry());
        here.upsert("none", 1);
        assertEquals(told("mutation", "none"), seen.next());
        assertEquals(START + 3_600, copy("none").expiry());
    }

    @Test
    void theSourcesLimitIsNotReplicatedButEachExpiryIs() throws Exception {
        source.rest().post("/pools/default/buckets/" + BUCKET, "maxTTL", "3600").require(200);
        replicate(source);
        here.upsert("limited", 1);
        assertEquals(told("mutation", "limited"), seen.next());
        assertEquals(START + 3_600, copy("limited").expiry());
        there.upsert("own", 1);
        assertEquals(told("mutation", "own"), seen.next());
        assertEquals(0, copy("own").expiry());
    }

    @Test
    void anExpirationIsReplicatedThoughTheTargetsClockIsBehind() throws Exception {
        replicate(source);
        here.upsert("dies", 1, expiring(10));
        assertEquals(told("mutation", "dies"), seen.next());
        source.advance(Duration.ofSeconds(30));
        assertEquals(told("expiration", "dies"), seen.next());
        assertTrue(copy("dies").isDeleted());
    }

    @Test
    void aFilteredExpirationLeavesTheCopyUntilItsOwnEnd() throws Exception {
        replicate(source, "filterExpiration", "true");
        here.upsert("dies", 1, expiring(10));
        assertEquals(told("mutation", "dies"), seen.next());
        source.advance(Duration.ofSeconds(30));
        here.upsert("after", 1);
        assertEquals(told("mutation", "after"), seen.next());
        assertEquals(1, there.get("dies").contentAs(Integer.class));
        target.advance(Duration.ofSeconds(12));
        assertEquals(told("expiration", "dies"), seen.next());
    }

    @Test
    void aFilteredDeletionLeavesTheCopy() throws Exception {
        replicate(source, "filterDeletion", "true");
        here.upsert("stays", 1);
        assertEquals(told("mutation", "stays"), seen.next());
        here.remove("stays");
        here.upsert("after", 1);
        assertEquals(told("mutation", "after"), seen.next());
        assertEquals(1, there.get("stays").contentAs(Integer.class));
    }

    @Test
    void copiesHaveNoExpiryIfItIsTakenOff() throws Exception {
        replicate(source, "filterBypassExpiry", "true");
        here.upsert("kept", 1, expiring(10));
        assertEquals(told("mutation", "kept"), seen.next());
        assertEquals(0, copy("kept").expiry());
    }

    @Test
    void onlyKeysThatFulfilTheExpressionAreSent() throws Exception {
        source.rest()
                .post(
                        "/controller/createReplication",
                        "fromBucket",
                        BUCKET,
                        "toCluster",
                        "other",
                        "toBucket",
                        BUCKET,
                        "filterExpression",
                        "age > 3")
                .require(400);
        replicate(source, "filterExpression", "REGEXP_CONTAINS(META().id,'^a')");
        here.upsert("b", 1);
        here.upsert("a", 1);
        assertEquals(told("mutation", "a"), seen.next());
        assertNull(seen.poll(SILENCE));
    }

    @Test
    void aPausedReplicationGoesOnWhereItWas() throws Exception {
        String id = replicate(source);
        here.upsert("one", 1);
        assertEquals(told("mutation", "one"), seen.next());
        source.rest()
                .post("/settings/replications/" + id, "pauseRequested", "true")
                .require(200);
        here.upsert("two", 1);
        assertNull(seen.poll(SILENCE));
        assertTrue(source.rest().get("/pools/default/tasks").body().contains("\"status\":\"paused\""));
        source.rest()
                .post("/settings/replications/" + id, "pauseRequested", "false")
                .require(200);
        assertEquals(told("mutation", "two"), seen.next());
        source.rest().delete("/controller/cancelXDCR/" + id).require(200);
        here.upsert("three", 1);
        assertNull(seen.poll(SILENCE));
        source.rest().get("/settings/replications/" + id).require(404);
    }

    @Test
    void whatGoesBothWaysIsNoEcho() throws Exception {
        connect(target, source);
        replicate(source);
        replicate(target);
        here.upsert("k", 1);
        assertEquals(told("mutation", "k"), seen.next());
        there.upsert("k", 2);
        assertEquals(told("mutation", "k"), seen.next());
        try (DcpConsumer back = DcpConsumer.fromBeginning(
                source.endpoint(), BUCKET, settings -> settings.collectionNames("_default._default"))) {
            String last = back.next();
            while (here.get("k").contentAs(Integer.class) != 2) {
                last = back.next();
            }
            assertEquals(told("mutation", "k"), last);
        }
        assertNull(seen.poll(SILENCE));
        assertEquals(copy("k").cas(), meta(source, "k", 64).cas());
    }

    @Test
    void collectionsGoToThoseOfTheirName() throws Exception {
        String scopes = "/pools/default/buckets/" + BUCKET + "/scopes";
        for (LocalServer each : new LocalServer[] {source, target}) {
            each.rest().post(scopes, "name", "s").require(200);
            each.rest().post(scopes + "/s/collections", "name", "c").require(200);
        }
        source.rest().post(scopes + "/s/collections", "name", "alone").require(200);
        try (DcpConsumer all =
                DcpConsumer.fromBeginning(target.endpoint(), BUCKET, settings -> settings.scopeName("s"))) {
            all.next(2);
            replicate(source);
            sourceCluster.bucket(BUCKET).scope("s").collection("alone").upsert("k", 1);
            sourceCluster.bucket(BUCKET).scope("s").collection("c").upsert("k", 1);
            assertEquals("mutation s.c.k", all.next());
        }
    }

    @Test
    void aClusterThatDoesNotAnswerIsRefused() {
        source.rest()
                .post(REMOTES, "name", "nobody", "hostname", "127.0.0.1:1", "username", "a", "password", "b")
                .require(400);
        source.rest()
                .post(REMOTES, "name", "tls", "hostname", "127.0.0.1:1", "username", "a", "demandEncryption", "1")
                .require(400);
        assertTrue(source.rest().get(REMOTES).require(200).body().contains("\"name\":\"other\""));
        source.rest().delete(REMOTES + "/other").require(200);
        assertEquals("[]", source.rest().get(REMOTES).require(200).body());
    }
}
