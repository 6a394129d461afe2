package dev.mayfly.test.couchbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.dcp.Client;
import com.couchbase.client.dcp.StreamFrom;
import com.couchbase.client.dcp.StreamTo;
import com.couchbase.client.dcp.config.CompressionMode;
import com.couchbase.client.dcp.highlevel.DocumentChange;
import com.couchbase.client.dcp.highlevel.SnapshotMarker;
import com.couchbase.client.dcp.highlevel.StreamOffset;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.json.JsonArray;
import com.couchbase.client.java.kv.MutateInSpec;
import com.couchbase.client.java.kv.UpsertOptions;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a consumer of DCP hears: everything, in order, once. */
final class DcpIT {
    private static final String BUCKET = "default";
    private static final Duration SILENCE = Duration.ofMillis(300);
    private static final UnaryOperator<Client.Builder> PLAIN = builder -> builder;

    private LocalServer server;
    private Cluster cluster;
    private Collection documents;

    @BeforeEach
    void start() throws Exception {
        server = LocalServer.start(Map.of(Setting.COUCHBASE_VBUCKETS, "64"));
        cluster = server.connect();
        documents = cluster.bucket(BUCKET).defaultCollection();
    }

    @AfterEach
    void stop() {
        cluster.disconnect();
        server.close();
    }

    private DcpConsumer consumer(UnaryOperator<Client.Builder> settings) {
        return DcpConsumer.fromBeginning(server.endpoint(), BUCKET, settings);
    }

    private List<String> put(String prefix, int count) {
        List<String> told = new ArrayList<>();
        for (int each = 0; each < count; each++) {
            documents.upsert(prefix + each, each);
            told.add("mutation _default._default." + prefix + each);
        }
        told.sort(null);
        return told;
    }

    private String stat(String name) {
        return stats("").getOrDefault(name, "");
    }

    private Map<String, String> stats(String group) {
        try (Wire wire = Wire.open(
                server.endpoint().kvPort(),
                server.endpoint().user(),
                server.endpoint().password(),
                BUCKET)) {
            return wire.stats(group);
        }
    }

    private DcpConsumer onDefault() {
        return consumer(builder -> builder.collectionNames("_default._default"));
    }

    @Test
    void whatIsThereIsToldAndThenWhatComes() throws Exception {
        List<String> before = put("old", 300);
        documents.remove("old7");
        before.remove("mutation _default._default.old7");
        before.add("deletion _default._default.old7");
        before.sort(null);
        try (DcpConsumer consumer = onDefault()) {
            assertEquals(before, consumer.next(300));
            assertEquals(put("new", 50), consumer.next(50));
            documents.remove("new3");
            assertEquals("deletion _default._default.new3", consumer.next());
            assertEachVBucketIsInOrder(consumer);
        }
    }

    private static void assertEachVBucketIsInOrder(DcpConsumer consumer) {
        Map<Integer, Long> last = new HashMap<>();
        for (DocumentChange change : consumer.changes()) {
            long seqno = change.getOffset().getSeqno();
            Long before = last.put(change.getVbucket(), seqno);
            assertTrue(before == null || before < seqno, "the numbers of a vBucket do not increase");
            SnapshotMarker snapshot = change.getOffset().getSnapshot();
            assertTrue(snapshot.getStartSeqno() <= seqno && seqno <= snapshot.getEndSeqno(), "outside of its snapshot");
        }
    }

    @Test
    void expiryIsToldAtItsDeadlineAndOnceWhateverThePagerDoes() throws Exception {
        documents.upsert("dies", 1, UpsertOptions.upsertOptions().expiry(Duration.ofSeconds(10)));
        try (DcpConsumer consumer = onDefault()) {
            assertEquals("mutation _default._default.dies", consumer.next());
            server.advance(Duration.ofSeconds(10));
            assertNull(consumer.poll(SILENCE), "told before its deadline");
            server.advance(Duration.ofSeconds(2));
            assertEquals("expiration _default._default.dies", consumer.next());
            assertEquals("0", stat("ep_expired_pager"));
            server.advance(Duration.ofMinutes(11));
            assertEquals("1", stat("ep_expired_pager"));
            assertNull(consumer.poll(SILENCE), "told twice");
        }
        try (DcpConsumer later = onDefault()) {
            assertEquals("expiration _default._default.dies", later.next());
            assertNull(later.poll(SILENCE), "told twice");
        }
    }

    @Test
    void expiryIsADeletionToAConsumerThatDoesNotAskForMore() throws Exception {
        documents.upsert("dies", 1, UpsertOptions.upsertOptions().expiry(Duration.ofSeconds(10)));
        try (DcpConsumer consumer = consumer(builder ->
                builder.collectionNames("_default._default").controlParam("enable_expiry_opcode", "false"))) {
            assertEquals("mutation _default._default.dies", consumer.next());
            server.advance(Duration.ofSeconds(12));
            assertEquals("deletion _default._default.dies", consumer.next());
        }
    }

    @Test
    void scopesAndCollectionsAreToldWithTheirLimitAndDocumentsByThem() throws Exception {
        try (DcpConsumer consumer = consumer(PLAIN)) {
            assertEquals(List.of("collection _mobile 0", "collection _query 0", "scope _system"), consumer.next(3));
            Rest rest = server.rest();
            rest.post("/pools/default/buckets/" + BUCKET + "/scopes", "name", "s")
                    .require(200);
            rest.post("/pools/default/buckets/" + BUCKET + "/scopes/s/collections", "name", "c", "maxTTL", "60")
                    .require(200);
            assertEquals("scope s", consumer.next());
            assertEquals("collection c 60", consumer.next());
            Collection made = cluster.bucket(BUCKET).scope("s").collection("c");
            made.upsert("k", 1);
            assertEquals("mutation s.c.k", consumer.next());
            try (DcpConsumer ofScope = consumer(builder -> builder.scopeName("s"));
                    DcpConsumer ofDefault = onDefault()) {
                assertEquals(List.of("collection c 60", "mutation s.c.k", "scope s"), ofScope.next(3));
                put("here", 1);
                assertEquals("mutation _default._default.here0", ofDefault.next());
                assertNull(ofScope.poll(SILENCE));
                rest.delete("/pools/default/buckets/" + BUCKET + "/scopes/s").require(200);
                assertTrue(ofScope.next().startsWith("dropped collection"));
                assertTrue(ofScope.next().startsWith("dropped scope"));
                assertEquals("end FILTER_EMPTY", ofScope.next());
            }
        }
    }

    @Test
    void aStreamGoesOnWhereItWasLeft() throws Exception {
        put("old", 100);
        Map<Integer, StreamOffset> offsets;
        try (DcpConsumer consumer = onDefault()) {
            consumer.next(100);
            offsets = consumer.offsets();
        }
        List<String> more = put("new", 100);
        try (DcpConsumer again = DcpConsumer.connect(
                server.endpoint(), BUCKET, builder -> builder.collectionNames("_default._default"))) {
            again.resume(again.allOffsets(offsets));
            assertEquals(more, again.next(100));
            assertNull(again.poll(SILENCE));
        }
    }

    @Test
    void aStreamFromNowHearsOnlyWhatComes() throws Exception {
        put("old", 50);
        try (DcpConsumer consumer = DcpConsumer.connect(server.endpoint(), BUCKET, PLAIN)) {
            consumer.stream(StreamFrom.NOW, StreamTo.INFINITY);
            assertEquals(put("new", 20), consumer.next(20));
        }
    }

    @Test
    void aStreamToNowEnds() throws Exception {
        List<String> all = put("old", 50);
        try (DcpConsumer consumer = DcpConsumer.connect(
                server.endpoint(), BUCKET, builder -> builder.collectionNames("_default._default"))) {
            consumer.stream(StreamFrom.BEGINNING, StreamTo.NOW);
            all.add("end OK");
            all.sort(null);
            assertEquals(all, consumer.next(51));
        }
    }

    @Test
    void aClientOfAnotherHistoryIsSentBack() throws Exception {
        put("old", 1);
        try (DcpConsumer consumer = DcpConsumer.connect(
                server.endpoint(), BUCKET, builder -> builder.collectionNames("_default._default"))) {
            int vBucket =
                    documents.upsert("old0", 1).mutationToken().orElseThrow().partitionID();
            consumer.resume(Map.of(vBucket, new StreamOffset(4711, 5, new SnapshotMarker(5, 5), 0)));
            assertEquals("rollback to 0", consumer.next());
            assertEquals("mutation _default._default.old0", consumer.next());
        }
    }

    @Test
    void aSlowReaderIsSentNoMoreThanItsBufferHolds() throws Exception {
        int count = 400;
        String large = "x".repeat(2_000);
        for (int each = 0; each < count; each++) {
            documents.upsert("large" + each, large);
        }
        try (DcpConsumer consumer = DcpConsumer.connect(
                server.endpoint(),
                BUCKET,
                builder -> builder.collectionNames("_default._default").flowControl(100_000))) {
            consumer.stopAcknowledging();
            consumer.stream(StreamFrom.BEGINNING, StreamTo.INFINITY);
            int told = 0;
            while (consumer.poll(SILENCE) != null) {
                told++;
            }
            assertTrue(told > 0 && told < count / 2, "told " + told);
            assertTrue(stats("dcp").containsValue("true"), "no connection is paused");
            consumer.acknowledgeAll();
            consumer.next(count - told);
            assertNull(consumer.poll(SILENCE));
        }
    }

    @Test
    void attributesAreSentIfAskedForAndValuesAreCompressed() throws Exception {
        documents.upsert("a", "x".repeat(500));
        documents.mutateIn(
                "a",
                List.of(
                        MutateInSpec.upsert("mine", 1).xattr(),
                        MutateInSpec.upsert("_system", 2).xattr().createPath()));
        try (DcpConsumer consumer = consumer(builder ->
                builder.collectionNames("_default._default").xattrs(true).compression(CompressionMode.FORCED))) {
            assertEquals("mutation _default._default.a", consumer.next());
            DocumentChange change = consumer.changes().getFirst();
            assertEquals(Map.of("mine", "1", "_system", "2"), change.getXattrs());
            assertEquals("\"" + "x".repeat(500) + "\"", new String(change.getContent(), UTF_8));
            assertEquals(2, change.getRevision());
            documents.remove("a");
            assertEquals("deletion _default._default.a", consumer.next());
            assertEquals(Map.of("_system", "2"), consumer.changes().getLast().getXattrs());
        }
    }

    @Test
    void aConsumerThatMissedWhatIsPurgedBeginsAnew() throws Exception {
        put("gone", 1);
        Map<Integer, StreamOffset> offsets;
        try (DcpConsumer consumer = onDefault()) {
            consumer.next();
            offsets = consumer.offsets();
        }
        documents.remove("gone0");
        server.advance(Duration.ofDays(4));
        try (DcpConsumer again = DcpConsumer.connect(
                server.endpoint(), BUCKET, builder -> builder.collectionNames("_default._default"))) {
            again.resume(offsets);
            assertEquals("rollback to 0", again.next());
            assertNull(again.poll(SILENCE));
        }
    }

    @Test
    void allDocumentsOfOneStatementHaveNumbersOfTheirOwn() throws Exception {
        try (DcpConsumer consumer = onDefault()) {
            cluster.query("INSERT INTO default (KEY k, VALUE v) SELECT TO_STRING(i) AS k, i AS v"
                    + " FROM ARRAY_RANGE(0, 500) AS i");
            consumer.next(500);
            assertEachVBucketIsInOrder(consumer);
            cluster.query("DELETE FROM default USE KEYS " + JsonArray.from("1", "2", "3", "4"));
            consumer.next(4);
            assertEachVBucketIsInOrder(consumer);
        }
    }

    @Test
    void manyThatExpireTogetherAreToldOneByOne() throws Exception {
        for (int each = 0; each < 500; each++) {
            documents.upsert("dies" + each, each, UpsertOptions.upsertOptions().expiry(Duration.ofSeconds(10)));
        }
        try (DcpConsumer consumer = onDefault()) {
            consumer.next(500);
            server.advance(Duration.ofSeconds(12));
            List<String> told = consumer.next(500);
            assertTrue(told.stream().allMatch(each -> each.startsWith("expiration ")), told::toString);
            assertEquals(500, Set.copyOf(told).size());
            assertEachVBucketIsInOrder(consumer);
            server.advance(Duration.ofMinutes(11));
            assertNull(consumer.poll(SILENCE));
        }
    }

    @Test
    void anOrderlyRestartSendsNobodyBack(@TempDir Path folder) throws Exception {
        Map<Setting, String> settings =
                Map.of(Setting.COUCHBASE_VBUCKETS, "64", Setting.DATA, folder.toString(), Setting.CLOCK, "virtual");
        Map<Integer, StreamOffset> offsets;
        try (LocalServer first = LocalServer.start(settings);
                DcpConsumer consumer = DcpConsumer.fromBeginning(first.endpoint(), BUCKET, PLAIN)) {
            Cluster client = first.connect();
            client.bucket(BUCKET).defaultCollection().upsert("a", 1);
            consumer.next(4);
            offsets = consumer.offsets();
            client.disconnect();
        }
        try (LocalServer second = LocalServer.start(settings);
                DcpConsumer consumer = DcpConsumer.connect(second.endpoint(), BUCKET, PLAIN)) {
            consumer.resume(offsets);
            assertNull(consumer.poll(SILENCE));
            Cluster client = second.connect();
            client.bucket(BUCKET).defaultCollection().upsert("a", 2);
            assertEquals("mutation _default._default.a", consumer.next());
            client.disconnect();
        }
    }

    @Test
    void aFlushBeginsAHistoryOfItsOwn() throws Exception {
        server.rest()
                .post("/pools/default/buckets/" + BUCKET, "flushEnabled", "1")
                .require(200);
        put("old", 64);
        try (DcpConsumer consumer = onDefault()) {
            consumer.next(64);
            server.rest()
                    .post("/pools/default/buckets/" + BUCKET + "/controller/doFlush")
                    .require(200);
            put("new", 1);
            String next = consumer.next();
            while (!next.equals("mutation _default._default.new0")) {
                next = consumer.next();
            }
        }
    }
}
