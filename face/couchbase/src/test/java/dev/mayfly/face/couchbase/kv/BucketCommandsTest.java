package dev.mayfly.face.couchbase.kv;

import static dev.mayfly.face.couchbase.kv.KvClient.EINVAL;
import static dev.mayfly.face.couchbase.kv.KvClient.ENOENT;
import static dev.mayfly.face.couchbase.kv.KvClient.NOT_SUPPORTED;
import static dev.mayfly.face.couchbase.kv.KvClient.OK;
import static dev.mayfly.face.couchbase.kv.KvClient.ints;
import static dev.mayfly.face.couchbase.kv.KvClient.storing;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The commands about a bucket as a whole: its numbers, its parameters, its vBuckets. */
final class BucketCommandsTest {
    private static final int STAT = 0x10;
    private static final int SET_PARAM = 0x82;
    private static final int NOT_MY_VBUCKET = 0x07;

    private final KvClient client;

    BucketCommandsTest() throws IOException {
        client = new KvClient();
    }

    @AfterEach
    void close() throws IOException {
        client.close();
    }

    private Map<String, String> stats(String group) throws IOException {
        Map<String, String> stats = new TreeMap<>();
        client.peer.send(KvFrame.of(STAT).key(group).opaque(900).bytes());
        KvAnswer next = client.peer.receive().require(OK);
        while (next.key().length > 0) {
            stats.put(next.keyText(), next.text());
            next = client.peer.receive().require(OK);
        }
        return stats;
    }

    private KvAnswer param(String name, String value) throws IOException {
        return client.ask(KvFrame.of(SET_PARAM).extras(ints(1)).key(name).value(value));
    }

    private void settings(String name, String value) {
        Bucket bucket = client.fixture.buckets().require("default");
        client.fixture.buckets().update(bucket, bucket.settings().with(Map.of(name, value)));
    }

    @Test
    void expiredDocumentsAreCountedByWhatTookThemOut() throws IOException {
        param("exp_pager_stime", "0").require(OK);
        client.set("a", "1", 5);
        client.set("b", "1", 5);
        client.set("c", "1", 5);
        client.set("d", "1", 0);
        assertEquals("4", stats("").get("curr_items"));
        client.advance(Duration.ofSeconds(20));
        assertEquals("1", stats("").get("curr_items"));
        client.get("a").require(ENOENT);
        client.set("b", "2", 0).require(OK);
        Map<String, String> stats = stats("");
        assertEquals("2", stats.get("ep_expired_access"));
        assertEquals("0", stats.get("ep_expired_pager"));
        assertEquals("2", stats.get("vb_active_expired"));
        param("exp_pager_stime", "60").require(OK);
        client.advance(Duration.ofSeconds(121));
        assertEquals("1", stats("").get("ep_expired_pager"));
        assertEquals("3", stats("").get("vb_active_expired"));
        assertEquals("60", stats("").get("ep_exp_pager_stime"));
        assertEquals("2", stats("").get("curr_items"));
    }

    @Test
    void pagerIsSetWithinItsBounds() throws IOException {
        assertEquals("600", stats("").get("ep_exp_pager_stime"));
        assertEquals("-1", stats("").get("ep_exp_pager_initial_run_time"));
        param("exp_pager_initial_run_time", "23").require(OK);
        param("exp_pager_initial_run_time", "24").require(EINVAL);
        param("exp_pager_initial_run_time", "-2").require(EINVAL);
        param("exp_pager_stime", "-1").require(EINVAL);
        param("exp_pager_stime", "soon").require(EINVAL);
        param("exp_pager_enabled", "false").require(OK);
        param("exp_pager_enabled", "maybe").require(EINVAL);
        assertEquals("false", stats("").get("ep_exp_pager_enabled"));
        assertEquals("23", stats("").get("ep_exp_pager_initial_run_time"));
        param("no_such_thing", "1").require(EINVAL);
        client.ask(KvFrame.of(SET_PARAM).extras(ints(2)).key("a").value("1")).require(ENOENT);
        client.ask(KvFrame.of(SET_PARAM).extras(ints(9)).key("a").value("1")).require(EINVAL);
    }

    @Test
    void maximumTimeToLiveIsSetWithinItsBounds() throws IOException {
        param("max_ttl", "-1").require(EINVAL);
        param("max_ttl", "2147483648").require(EINVAL);
        param("max_ttl", "2147483647").require(OK);
        param("max_ttl", "100").require(OK);
        assertEquals("100", stats("").get("ep_max_ttl"));
        client.set("k", "1", 0).require(OK);
        assertEquals(client.now() + 100, client.expiry("k"));
    }

    @Test
    void groupsOfStatisticsAreToldApart() throws IOException {
        assertEquals("active", stats("vbucket").get("vb_1023"));
        Map<String, String> details = stats("vbucket-details 5");
        assertEquals("active", details.get("vb_5"));
        assertNull(details.get("vb_6"));
        assertTrue(stats("vbucket-seqno").containsKey("vb_0:high_seqno"));
        client.set("k", "1", 0);
        assertEquals("1", stats("collections").get("0x0:0x0:items"));
        assertEquals("_default", stats("scopes").get("0x0:name"));
        client.ask(KvFrame.of(STAT).key("vbucket-details 1024")).require(NOT_MY_VBUCKET);
        client.ask(KvFrame.of(STAT).key("vbucket-details x")).require(EINVAL);
        client.ask(KvFrame.of(STAT).key("timings")).require(NOT_SUPPORTED);
        client.ask(KvFrame.of(STAT).key("nothing")).require(ENOENT);
    }

    @Test
    void writtenDocumentsAreObservedAsPersisted() throws IOException {
        KvAnswer set = client.set("k", "1", 0).require(OK);
        byte[] asked = ByteBuffer.allocate(10)
                .putShort((short) 0)
                .putShort((short) 1)
                .put((byte) 'k')
                .putShort((short) 0)
                .putShort((short) 1)
                .put((byte) 'n')
                .array();
        KvAnswer observed = client.ask(KvFrame.of(0x92).value(asked)).require(OK);
        assertEquals(1, observed.value()[5]);
        assertEquals(set.cas(), ByteBuffer.wrap(observed.value()).getLong(6));
        assertEquals((byte) 0x80, observed.value()[19]);
        client.delete("k");
        assertEquals(
                (byte) 0x81,
                client.ask(KvFrame.of(0x92).value(asked)).require(OK).value()[5]);
        client.ask(KvFrame.of(0x92).value(new byte[] {0, 0, 0, 9, 1})).require(EINVAL);
    }

    @Test
    void sequenceOfWritesIsObservedByItsName() throws IOException {
        KvAnswer set = client.set("k", "1", 0).require(OK);
        byte[] uuid = ByteBuffer.allocate(8).putLong(set.extrasLong(0)).array();
        ByteBuffer observed = ByteBuffer.wrap(
                client.ask(KvFrame.of(0x91).value(uuid)).require(OK).value());
        assertEquals(0, observed.get());
        assertEquals(0, observed.getShort());
        assertEquals(set.extrasLong(0), observed.getLong());
        assertTrue(observed.getLong() >= set.extrasLong(8));
        client.ask(KvFrame.of(0x91).value(new byte[8])).require(ENOENT);
        client.ask(KvFrame.of(0x91).value(new byte[7])).require(EINVAL);
        client.ask(KvFrame.of(0x91).value(uuid).vbucket(1024)).require(NOT_MY_VBUCKET);
        assertEquals(10 * 1024, client.ask(KvFrame.of(0x48)).require(OK).value().length);
        assertEquals(16, client.ask(KvFrame.of(0x96)).require(OK).value().length);
    }

    @Test
    void whatIsNotHereIsRefusedAsTheServerDoes() throws IOException {
        client.set("k", "1", 0);
        client.ask(KvFrame.of(0x83).key("k")).require(NOT_MY_VBUCKET);
        client.ask(KvFrame.of(0x08).extras(ints(0))).require(NOT_SUPPORTED);
        client.ask(KvFrame.of(0x1b).extras(ints(1))).require(OK);
    }

    @Test
    void someDocumentIsRead() throws IOException {
        client.ask(KvFrame.of(0xb6)).require(ENOENT);
        client.set("k", "1", 0);
        KvAnswer found = client.ask(KvFrame.of(0xb6)).require(OK);
        assertEquals("k", found.keyText());
        assertEquals("1", found.text());
    }

    @Test
    void replicasThatAreNowhereMakeDurabilityImpossible() throws IOException {
        settings("replicaNumber", "1");
        client.ask(storing(0x01, "k", "1", 0).framing(0x11, 1)).require(0xa1);
        client.set("k", "1", 0).require(OK);
        settings("replicaNumber", "0");
        client.ask(storing(0x01, "k", "1", 0).framing(0x11, 1)).require(OK);
    }

    @Test
    void bucketsLeastDurabilityCountsForEveryWrite() throws IOException {
        settings("durabilityMinLevel", "majority");
        client.set("k", "1", 0).require(OK);
        settings("replicaNumber", "2");
        client.set("k", "1", 0).require(0xa1);
    }

    @Test
    void parametersAndStatisticsWantTheirPrivileges() throws IOException {
        try (KvPeer reader = client.fixture.connect()) {
            reader.login(CouchbaseFixture.READER).require(OK);
            reader.ask(KvFrame.of(0x89).key("default")).require(OK);
            reader.ask(KvFrame.of(SET_PARAM).extras(ints(1)).key("max_ttl").value("1"))
                    .require(0x24);
            reader.ask(storing(0x01, "k", "1", 0)).require(0x24);
            reader.ask(KvFrame.of(0x00).key("k")).require(ENOENT);
        }
    }

    @Test
    void virtualClockIsWoundByItsOffset() throws IOException {
        client.set("k", "1", 10).require(OK);
        long now = client.now();
        client.ask(adjusting(10, 0)).require(OK);
        client.ask(adjusting(10, 0)).require(OK);
        assertEquals(now + 10, client.now());
        client.get("k").require(OK);
        client.ask(adjusting(11, 0)).require(OK);
        client.get("k").require(ENOENT);
        client.ask(adjusting(5, 0)).require(EINVAL);
        client.ask(adjusting(20, 2)).require(EINVAL);
    }

    private static KvFrame adjusting(long seconds, int kind) {
        return KvFrame.of(0xfc)
                .extras(ByteBuffer.allocate(9).putLong(seconds).put((byte) kind).array());
    }

    @Test
    void bucketInMemoryPersistsNothing() throws IOException {
        Map<String, String> settings = Map.of("bucketType", "ephemeral", "ramQuotaMB", "100", "replicaNumber", "0");
        client.fixture.buckets().create("fleeting", BucketSettings.of(settings));
        client.ask(KvFrame.of(0x89).key("fleeting")).require(OK);
        client.ask(storing(0x01, "k", "1", 0).framing(0x11, 1)).require(OK);
        client.ask(storing(0x01, "k", "1", 0).framing(0x11, 2)).require(0xa0);
        client.ask(storing(0x01, "k", "1", 0).framing(0x11, 3)).require(0xa0);
    }
}
