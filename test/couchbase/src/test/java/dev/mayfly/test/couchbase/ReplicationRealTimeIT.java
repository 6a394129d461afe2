package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A copy dies with its original, by the machine's own clock. */
final class ReplicationRealTimeIT {
    @Test
    void copyDiesAfterItsSecondsAndNotBefore() throws Exception {
        try (LocalServer source = LocalServer.start(Map.of(Setting.CLOCK, "system"));
                LocalServer target = LocalServer.start(Map.of(Setting.CLOCK, "system"))) {
            ReplicationPair.connect(source, target).require(200);
            source.rest()
                    .post(ReplicationPair.CREATE, "fromBucket", "default", "toCluster", "other", "toBucket", "default")
                    .require(200);
            Cluster from = source.connect();
            Cluster to = target.connect();
            try {
                check(
                        from.bucket("default").defaultCollection(),
                        to.bucket("default").defaultCollection());
            } finally {
                from.disconnect();
                to.disconnect();
            }
        }
    }

    private static void check(Collection here, Collection there) {
        here.upsert("dies", 1, ReplicationPair.expiring(4));
        here.upsert("lives", 1);
        long deadline = (ReplicationPair.expiryOf(here, "dies") + 1) * 1_000;
        ReplicationPair.awaitThere(there, "dies");
        ReplicationPair.awaitThere(there, "lives");
        Await.until("the copy is gone", () -> {
            boolean isThere = there.exists("dies").exists();
            assertTrue(isThere || SystemClock.INSTANCE.wallMillis() >= deadline, "gone early");
            return !isThere;
        });
        assertFalse(here.exists("dies").exists());
        assertTrue(there.exists("lives").exists());
    }
}
