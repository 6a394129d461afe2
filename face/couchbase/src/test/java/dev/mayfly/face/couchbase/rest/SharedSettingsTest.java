package dev.mayfly.face.couchbase.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.audit.AuditEvent;
import dev.mayfly.face.couchbase.audit.AuditSettings;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.xdcr.ReplicationException;
import dev.mayfly.face.couchbase.xdcr.Replications;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers over one store: what one sets for the cluster, the other goes by. */
final class SharedSettingsTest {
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

    private static ClusterSettings settings(BucketsFixture of) {
        return new ClusterSettings(of.engine().records(Buckets.FACE), of.buckets());
    }

    @Test
    void settingsOfTheClusterAreThoseOfAll() {
        ClusterSettings here = settings(one);
        ClusterSettings there = settings(other);
        here.put("memoryQuota", "512");
        assertEquals(512, there.memoryQuota());
        there.put("indexMemoryQuota", "300");
        assertEquals("512", there.get("memoryQuota", ""));
        assertEquals("300", here.get("indexMemoryQuota", ""));
    }

    @Test
    void bucketsKeepTombstonesAsLongAsAnotherServerHasSaid() {
        ClusterSettings here = settings(one);
        settings(other);
        here.put("purgeInterval", "5");
        long millis = other.buckets().purgeMillis(other.buckets().require(Buckets.DEFAULT));
        assertEquals(5L * 24 * 60 * 60 * 1000, millis);
    }

    @Test
    void anAuditThatAnotherServerTurnsOnIsWritten(@TempDir Path folder) throws IOException {
        Audit here = new Audit(one.engine().records(Buckets.FACE), one.clock(), folder.resolve("one"));
        Audit there = new Audit(other.engine().records(Buckets.FACE), other.clock(), folder.resolve("other"));
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        Audit.Actor actor = new Audit.Actor("local", "ada", address, address);
        there.log(AuditEvent.BUCKET_DELETED, actor, CouchbaseJson.object());
        assertEquals(0, lines(folder.resolve("other")));
        here.change(new AuditSettings(true, "", 86_400, 20 << 20, Set.of(), 2));
        there.log(AuditEvent.BUCKET_DELETED, actor, CouchbaseJson.object());
        assertEquals(1, lines(folder.resolve("other")));
        assertTrue(there.settings().enabled());
        there.change(AuditSettings.INSTALLED);
        long before = lines(folder.resolve("one"));
        here.log(AuditEvent.BUCKET_DELETED, actor, CouchbaseJson.object());
        assertEquals(before, lines(folder.resolve("one")));
        here.close();
        there.close();
    }

    @Test
    void aBucketOfSeveralServersIsNoSourceOfAReplication() {
        Replications replications = new Replications(one.buckets(), one.engine().records(Buckets.FACE), one.clock());
        ReplicationException refusal = assertThrows(
                ReplicationException.class,
                () -> replications.create(Buckets.DEFAULT, "elsewhere", Buckets.DEFAULT, Map.of()));
        assertEquals("fromBucket", refusal.field());
        assertEquals("A bucket of several servers is not replicated", refusal.getMessage());
    }

    private static long lines(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return 0;
        }
        long lines = 0;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                lines += Files.readAllLines(file).size();
            }
        }
        return lines;
    }
}
