package dev.mayfly.test.couchbase;

import static dev.mayfly.test.couchbase.ReplicationPair.expiring;
import static dev.mayfly.test.couchbase.ReplicationPair.told;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.Collection;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.harness.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which of two versions stays where both servers write, and what goes both ways. */
final class ReplicationConflictIT {
    private static int value(Collection collection, String key) {
        return collection.get(key).contentAs(Integer.class);
    }

    private static void awaitValue(Collection collection, String key, int value) {
        Await.until(key + " is " + value, () -> collection.exists(key).exists() && value(collection, key) == value);
    }

    @Test
    void whatGoesBothWaysIsNoEcho() throws Exception {
        try (ReplicationPair pair = ReplicationPair.start().connected();
                DcpConsumer back = pair.seenHere()) {
            String there = pair.replicate();
            String here = pair.replicate(pair.target());
            pair.here().upsert("k", 1);
            pair.awaitTold("mutation", "k");
            assertEquals(told("mutation", "k"), back.next());
            pair.there().upsert("k", 2);
            pair.awaitTold("mutation", "k");
            assertEquals(told("mutation", "k"), back.next());
            pair.here().remove("k");
            pair.awaitTold("deletion", "k");
            assertEquals(told("deletion", "k"), back.next());
            pair.there().upsert("dies", 1, expiring(10));
            pair.awaitTold("mutation", "dies");
            assertEquals(told("mutation", "dies"), back.next());
            pair.source().advance(Duration.ofSeconds(11));
            assertEquals(told("expiration", "dies"), back.next());
            pair.awaitTold("expiration", "dies");
            pair.target().advance(Duration.ofSeconds(11));
            pair.awaitCaughtUp(there);
            pair.assertSilence();
            assertNull(back.poll(ReplicationPair.SILENCE));
            assertEquals(pair.original("k").cas(), pair.copy("k").cas());
            assertEquals(pair.original("dies").revision(), pair.copy("dies").revision());
            assertTrue(pair.statistic(there, "docs_written") >= 3, here);
        }
    }

    @Test
    void moreWritesWinByRevisionWhateverTheClocksSay() throws Exception {
        try (ReplicationPair pair = ReplicationPair.start().connected()) {
            pair.target().advance(Duration.ofSeconds(30));
            pair.here().upsert("k", 1);
            pair.here().upsert("k", 2);
            pair.here().upsert("k", 3);
            pair.there().upsert("k", 10);
            pair.there().upsert("k", 11);
            String id = pair.replicate();
            pair.replicate(pair.target());
            awaitValue(pair.there(), "k", 3);
            pair.awaitCaughtUp(id);
            assertEquals(3, value(pair.here(), "k"));
        }
    }

    @Test
    void largeDocumentsAreNotSentIfTheTargetHasMore() throws Exception {
        try (ReplicationPair pair = ReplicationPair.start().connected()) {
            pair.there().upsert("k", "new");
            pair.there().upsert("k", "newer");
            pair.here().upsert("k", "x".repeat(2_000));
            pair.here().upsert("gone", "x".repeat(2_000));
            String id = pair.replicate();
            pair.awaitCaughtUp(id);
            Await.until("the other is there", () -> pair.there().exists("gone").exists());
            assertEquals("newer", pair.there().get("k").contentAs(String.class));
            assertEquals(1, pair.statistic(id, "docs_failed_cr_source"));
            assertEquals(0, pair.statistic(id, "docs_failed_cr_target"));
            assertTrue(pair.statistic(id, "data_replicated") < 3_000);
        }
    }

    @Test
    void theLaterWriteWinsByTimestampThoughTheOtherWroteMore() throws Exception {
        try (ReplicationPair pair =
                ReplicationPair.startWithBucket("conflictResolutionType", "lww").connected()) {
            pair.here().upsert("k", 1);
            pair.here().upsert("k", 2);
            pair.target().advance(Duration.ofSeconds(30));
            pair.there().upsert("k", 10);
            String id = pair.replicate();
            pair.replicate(pair.target());
            awaitValue(pair.here(), "k", 10);
            pair.awaitCaughtUp(id);
            assertEquals(10, value(pair.there(), "k"));
        }
    }

    @Test
    void aWriteAfterAReplicatedOneWinsByTimestampThoughItsClockIsBehind() throws Exception {
        try (ReplicationPair pair =
                ReplicationPair.startWithBucket("conflictResolutionType", "lww").connected()) {
            pair.source().advance(Duration.ofSeconds(30));
            pair.replicate();
            pair.replicate(pair.target());
            pair.here().upsert("k", 1);
            awaitValue(pair.there(), "k", 1);
            pair.there().upsert("k", 2);
            awaitValue(pair.here(), "k", 2);
            assertTrue(pair.copy("k").cas() > 0);
            assertEquals(pair.copy("k").cas(), pair.original("k").cas());
            pair.here().remove("k");
            Await.until("it is gone", () -> !pair.there().exists("k").exists());
            pair.there().upsert("k", 3);
            awaitValue(pair.here(), "k", 3);
        }
    }

    @Test
    void aWriteAfterARestartIsLaterThanATombstoneOfTheFuture(@TempDir Path folder) throws Exception {
        long future = (ReplicationPair.START + 30) * 1_000_000_000L;
        try (LocalServer server = LocalServer.start(Map.of(Setting.DATA, folder.toString()));
                Wire wire = open(server)) {
            byte[] meta = Frame.concat(Frame.u32(0), Frame.u32(0), Frame.u64(7), Frame.u64(future));
            wire.send(Frame.of(Frame.DEL_WITH_META, "k").extras(meta).collection(0))
                    .require(Wire.OK);
        }
        try (LocalServer server = LocalServer.start(Map.of(Setting.DATA, folder.toString()));
                Wire wire = open(server)) {
            Wire.Answer written =
                    wire.send(Frame.set("k", 0, "1").collection(0)).require(Wire.OK);
            assertTrue(written.cas() > future, written::toString);
        }
    }

    private static Wire open(LocalServer server) {
        return Wire.open(
                server.endpoint().kvPort(),
                server.endpoint().user(),
                server.endpoint().password(),
                "default");
    }

    @Test
    void aWriteBeforeTheDeadlineArrivesThoughTheCopyHasExpired() throws Exception {
        for (String rule : new String[] {"seqno", "lww"}) {
            try (ReplicationPair pair = ReplicationPair.startWithBucket("conflictResolutionType", rule)
                    .connected()) {
                String id = pair.replicate();
                String back = pair.replicate(pair.target());
                pair.here().upsert("k", 1, expiring(10));
                pair.awaitTold("mutation", "k");
                pair.change(id, "pauseRequested", "true");
                pair.here().upsert("k", 2);
                // The other one goes the way back, and arrives before the deadline of here.
                pair.target().advance(Duration.ofSeconds(11));
                pair.awaitTold("expiration", "k");
                Await.until("the expiration came back", () -> left(pair, back) == 0);
                assertEquals(2, value(pair.here(), "k"), rule);
                pair.change(id, "pauseRequested", "false");
                pair.awaitTold("mutation", "k");
                awaitValue(pair.there(), "k", 2);
                assertEquals(pair.original("k").cas(), pair.copy("k").cas());
            }
        }
    }

    private static long left(ReplicationPair pair, String id) {
        return pair.statistic(pair.target(), id, "changes_left");
    }

    @Test
    void theExpirationOfACopyIsToldOnceThoughItsOriginalExpiresToo() throws Exception {
        try (ReplicationPair pair = ReplicationPair.start().connected()) {
            String id = pair.replicate();
            pair.here().upsert("k", 1, expiring(10));
            pair.awaitTold("mutation", "k");
            pair.target().advance(Duration.ofSeconds(11));
            pair.awaitTold("expiration", "k");
            pair.source().advance(Duration.ofSeconds(11));
            pair.awaitCaughtUp(id);
            Await.until("it is refused", () -> pair.statistic(id, "expiry_failed_cr_target") == 1);
            pair.here().upsert("k", 2);
            pair.awaitTold("mutation", "k");
            assertEquals(2, value(pair.there(), "k"));
        }
    }

    @Test
    void aDeletionWinsOverEarlierWritesByTimestamp() throws Exception {
        try (ReplicationPair pair =
                ReplicationPair.startWithBucket("conflictResolutionType", "lww").connected()) {
            pair.there().upsert("k", 1);
            pair.there().upsert("k", 2);
            pair.source().advance(Duration.ofSeconds(30));
            pair.here().upsert("k", 10);
            pair.here().remove("k");
            String id = pair.replicate();
            pair.replicate(pair.target());
            Await.until("it is gone", () -> !pair.there().exists("k").exists());
            pair.awaitCaughtUp(id);
            assertFalse(pair.here().exists("k").exists());
        }
    }

    @Test
    void aTombstoneThatIsPurgedBringsNothingBack() throws Exception {
        try (ReplicationPair pair = ReplicationPair.startWithBucket(
                        "autoCompactionDefined",
                        "true",
                        "parallelDBAndViewCompaction",
                        "false",
                        "purgeInterval",
                        "0.04")
                .connected()) {
            String id = pair.replicate();
            String back = pair.replicate(pair.target());
            pair.here().upsert("deleted", 1);
            pair.awaitTold("mutation", "deleted");
            pair.here().remove("deleted");
            pair.awaitTold("deletion", "deleted");
            pair.here().upsert("dies", 1, expiring(10));
            pair.awaitTold("mutation", "dies");
            pair.source().advance(Duration.ofSeconds(11));
            pair.awaitTold("expiration", "dies");
            assertTrue(pair.copy("deleted").isDeleted());
            for (LocalServer each : new LocalServer[] {pair.source(), pair.target()}) {
                each.advance(Duration.ofHours(2));
                each.rest()
                        .post("/pools/default/buckets/b/controller/compactBucket")
                        .require(200);
            }
            Await.until(
                    "the tombstones are purged",
                    () -> isUnknown(pair, pair.target()) && isUnknown(pair, pair.source()));
            // Whoever looks at everything again finds nothing that could come back.
            pair.change(id, "filterExpression", "EXISTS(META().id)");
            pair.here().upsert("after", 1);
            pair.awaitTold("mutation", "after");
            pair.awaitCaughtUp(id);
            assertFalse(pair.there().exists("deleted").exists());
            assertFalse(pair.there().exists("dies").exists());
            assertFalse(pair.here().exists("dies").exists(), back);
        }
    }

    private static boolean isUnknown(ReplicationPair pair, LocalServer server) {
        try (Wire wire = pair.open(server)) {
            boolean isUnknown = true;
            for (String key : new String[] {"deleted", "dies"}) {
                int vBuckets = server == pair.target() ? 1_024 : 64;
                isUnknown &= wire.send(Frame.of(Frame.GET_META, key)
                                        .vbucket(Frame.vbucketOf(key, vBuckets))
                                        .extras(new byte[] {2})
                                        .collection(0))
                                .status()
                        == Wire.KEY_ENOENT;
            }
            return isUnknown;
        }
    }
}
