package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.GetResult;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import org.junit.jupiter.api.Test;

/** A second on the machine's own clock is a second. */
@MayflyTest(clock = "system", faces = MayflyFace.COUCHBASE)
final class RealTimeIT {
    private static long now() {
        return SystemClock.INSTANCE.wallMillis();
    }

    @Test
    void documentDiesAfterItsSecondsAndNotBefore(Cluster cluster) {
        Collection sessions = cluster.bucket("default").defaultCollection();
        sessions.upsert("dies", Ground.document(), Ground.expiry(2));
        sessions.upsert("lives", Ground.document());
        GetResult written = sessions.get("dies", GetOptions.getOptions().withExpiry(true));
        long deadline = (written.expiryTime().orElseThrow().getEpochSecond() + 1) * 1_000;
        Await.until("the document is gone", () -> {
            long before = now();
            boolean isThere = sessions.exists("dies").exists();
            long after = now();
            // The server looked at its clock somewhere between the two.
            assertTrue(isThere || after >= deadline, "gone early");
            assertTrue(!isThere || before < deadline, "there late");
            return !isThere;
        });
        assertTrue(sessions.exists("lives").exists());
    }
}
