package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.couchbase.client.dcp.StreamFrom;
import com.couchbase.client.dcp.StreamTo;
import com.couchbase.client.dcp.highlevel.DocumentChange;
import com.couchbase.client.dcp.highlevel.Mutation;
import com.couchbase.client.dcp.highlevel.StreamOffset;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import dev.mayfly.app.server.config.Setting;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One collection is backed up as tools for backups do it: all of it up to now, and later what has come since. */
final class DcpBackupIT {
    private static final int DOCUMENTS = 300;

    private LocalServer server;
    private Cluster cluster;

    @BeforeEach
    void start() throws Exception {
        server = LocalServer.start(Map.of(Setting.COUCHBASE_VBUCKETS, "64"));
        cluster = server.connect();
        String scopes = "/pools/default/buckets/default/scopes";
        server.rest().post(scopes, "name", "s").require(200);
        server.rest().post(scopes + "/s/collections", "name", "kept").require(200);
        server.rest().post(scopes + "/s/collections", "name", "other").require(200);
    }

    @AfterEach
    void stop() {
        cluster.disconnect();
        server.close();
    }

    private Collection collection(String name) {
        return cluster.bucket("default").scope("s").collection(name);
    }

    /** What was told of each key last: its value and its expiry, or how it ended. */
    private static Map<String, String> contents(DcpConsumer consumer) {
        Map<String, String> all = new TreeMap<>();
        for (DocumentChange change : consumer.changes()) {
            all.put(
                    change.getKey(),
                    change instanceof Mutation mutation
                            ? new String(mutation.getContent(), StandardCharsets.UTF_8) + " until "
                                    + mutation.getExpiry()
                            : "gone");
        }
        return all;
    }

    private DcpConsumer connect() {
        return DcpConsumer.connect(
                server.endpoint(), "default", settings -> settings.collectionNames(List.of("s.kept")));
    }

    @Test
    void aBackupOfACollectionHasAllOfItAndTheNextWhatHasComeSince() throws Exception {
        Map<String, String> expected = new TreeMap<>();
        for (int each = 0; each < DOCUMENTS; each++) {
            long life = each % 3 == 0 ? 100 + each : 0;
            collection("kept").upsert("k" + each, each, ReplicationPair.expiring(life));
            collection("other").upsert("o" + each, each);
            expected.put("k" + each, each + " until " + (life == 0 ? 0 : ReplicationPair.START + life));
        }
        collection("kept").remove("k1");
        expected.put("k1", "gone");
        Map<Integer, StreamOffset> offsets;
        try (DcpConsumer full = connect()) {
            full.stream(StreamFrom.BEGINNING, StreamTo.NOW);
            full.awaitChanges(DOCUMENTS);
            assertEquals(expected, contents(full));
            offsets = full.allOffsets(full.offsets());
        }
        collection("kept").upsert("k2", 2_000);
        collection("kept").remove("k3");
        collection("other").upsert("o2", 2_000);
        try (DcpConsumer next = connect()) {
            next.resume(offsets);
            next.awaitChanges(2);
            assertEquals(Map.of("k2", "2000 until 0", "k3", "gone"), contents(next));
        }
    }
}
