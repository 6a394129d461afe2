package dev.mayfly.test.couchbase;

import static dev.mayfly.test.couchbase.ReplicationPair.START;
import static dev.mayfly.test.couchbase.ReplicationPair.expiring;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Await;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a replication takes from one server to another, and how it is managed. */
final class ReplicationIT {
    private ReplicationPair pair;

    @BeforeEach
    void start() throws Exception {
        pair = ReplicationPair.start().connected();
    }

    @AfterEach
    void stop() {
        pair.close();
    }

    @Test
    void whatIsThereAndWhatComesArrivesWithItsMetadata() throws Exception {
        pair.here().upsert("old", 1, expiring(100));
        pair.here().upsert("old", 2, expiring(100));
        pair.replicate();
        pair.awaitTold("mutation", "old");
        assertEquals(2, pair.there().get("old").contentAs(Integer.class));
        assertEquals(pair.original("old").cas(), pair.copy("old").cas());
        assertEquals(2, pair.copy("old").revision());
        assertEquals(START + 100, pair.copy("old").expiry());
        pair.here().upsert("new", 1);
        pair.awaitTold("mutation", "new");
        pair.here().remove("new");
        pair.awaitTold("deletion", "new");
        assertTrue(pair.copy("new").isDeleted());
    }

    @Test
    void aPausedReplicationGoesOnWhereItWas() throws Exception {
        String id = pair.replicate();
        pair.here().upsert("one", 1);
        pair.awaitTold("mutation", "one");
        pair.change(id, "pauseRequested", "true");
        pair.here().upsert("two", 1);
        pair.assertSilence();
        assertEquals(1, pair.statistic(id, "changes_left"));
        assertTrue(tasks().contains("\"status\":\"paused\""));
        pair.change(id, "pauseRequested", "false");
        pair.awaitTold("mutation", "two");
        pair.source().rest().delete("/controller/cancelXDCR/" + id).require(200);
        pair.here().upsert("three", 1);
        pair.assertSilence();
        pair.source().rest().get("/settings/replications/" + id).require(404);
    }

    private String tasks() {
        return pair.source().rest().get("/pools/default/tasks").require(200).body();
    }

    @Test
    void changesOfAKeyArriveInTheirOrder() throws Exception {
        String id = pair.replicate("workerBatchSize", "10", "docBatchSizeKb", "10");
        for (int value = 0; value < 200; value++) {
            pair.here().upsert("k", value);
            pair.here().upsert("other" + value, value);
        }
        pair.awaitCaughtUp(id);
        Await.until("the last one is there", () -> pair.there().get("k").contentAs(Integer.class) == 199);
        long revision = 0;
        for (var change : pair.seen().changes()) {
            if (change.getKey().equals("k")) {
                assertTrue(change.getRevision() > revision, "a change arrived late");
                revision = change.getRevision();
            }
        }
        assertEquals(pair.original("k").revision(), pair.copy("k").revision());
    }

    @Test
    void aClusterIsNotReplacedByOneThatDoesNotAnswer() throws Exception {
        String id = pair.replicate();
        pair.here().upsert("one", 1);
        pair.awaitTold("mutation", "one");
        pair.source()
                .rest()
                .post(ReplicationPair.REMOTES + "/other", others("wrong"))
                .require(400);
        pair.change(id, "priority", "Low");
        pair.here().upsert("two", 1);
        pair.awaitTold("mutation", "two");
    }

    @Test
    void aTargetWhoseBucketIsMadeAnewGetsEverythingAgain() throws Exception {
        String id = pair.replicate("failureRestartInterval", "1");
        pair.here().upsert("one", 1);
        pair.awaitTold("mutation", "one");
        Rest there = pair.target().rest();
        there.delete("/pools/default/buckets/default").require(200);
        there.post("/pools/default/buckets", "name", "default", "ramQuotaMB", "100")
                .require(202);
        pair.here().upsert("two", 1);
        Await.until("both are there", () -> pair.hasCopy("one") && pair.hasCopy("two"));
        pair.awaitCaughtUp(id);
    }

    private String[] others(String password) {
        return new String[] {
            "name",
            "other",
            "hostname",
            pair.target().endpoint().management().getAuthority(),
            "username",
            pair.target().endpoint().user(),
            "password",
            password
        };
    }

    @Test
    void whatIsDoneIsCountedByItsKind() throws Exception {
        String id = pair.replicate("optimisticReplicationThreshold", "0");
        pair.here().upsert("k", "x".repeat(1_000));
        pair.awaitTold("mutation", "k");
        pair.here().remove("k");
        pair.awaitTold("deletion", "k");
        pair.awaitCaughtUp(id);
        assertEquals(2, pair.statistic(id, "docs_written"));
        assertEquals(1, pair.statistic(id, "set_docs_written"));
        assertEquals(1, pair.statistic(id, "deletion_docs_written"));
        assertEquals(0, pair.statistic(id, "docs_filtered"));
        assertTrue(pair.statistic(id, "data_replicated") > 1_000);
        assertTrue(tasks().contains("\"docsWritten\":2"), this::tasks);
        pair.source()
                .rest()
                .get("/pools/default/buckets/default/stats/replications%2F" + id + "%2Fnothing")
                .require(404);
    }

    @Test
    void settingsAreCheckedAndNewReplicationsHaveTheDefaults() {
        Rest rest = pair.source().rest();
        rest.post("/settings/replications", "networkUsageLimit", "-1").require(400);
        rest.post("/settings/replications", "priority", "Urgent").require(400);
        rest.post("/settings/replications", "mobile", "Active").require(400);
        rest.post("/settings/replications", "priority", "Medium", "networkUsageLimit", "5")
                .require(200);
        String id = pair.replicate();
        String settings = rest.get("/settings/replications/" + id).require(200).body();
        assertTrue(settings.contains("\"priority\":\"Medium\""), settings);
        assertTrue(settings.contains("\"networkUsageLimit\":5"), settings);
        pair.tryReplicate(pair.source()).require(400);
    }

    @Test
    void aTargetThatDoesNotFitIsRefused() {
        Rest rest = pair.source().rest();
        ReplicationPair.addBucket(pair.target(), "conflictResolutionType", "lww");
        Rest.Answer other =
                rest.post(ReplicationPair.CREATE, "fromBucket", "default", "toCluster", "other", "toBucket", "b");
        assertTrue(other.require(400).body().contains("toBucket"), other.body());
        rest.post(ReplicationPair.CREATE, "fromBucket", "default", "toCluster", "other", "toBucket", "none")
                .require(400);
        rest.post(ReplicationPair.CREATE, "fromBucket", "none", "toCluster", "other", "toBucket", "default")
                .require(400);
        rest.post(ReplicationPair.CREATE, "fromBucket", "default", "toCluster", "none", "toBucket", "default")
                .require(400);
    }

    @Test
    void aClusterThatDoesNotAnswerIsRefused() {
        Rest rest = pair.source().rest();
        rest.post(
                        ReplicationPair.REMOTES,
                        "name",
                        "nobody",
                        "hostname",
                        "127.0.0.1:1",
                        "username",
                        "a",
                        "password",
                        "b")
                .require(400);
        rest.post(
                        ReplicationPair.REMOTES + "/other?just_validate=1",
                        others(pair.target().endpoint().password()))
                .require(200);
        assertTrue(rest.get(ReplicationPair.REMOTES).require(200).body().contains("\"name\":\"other\""));
        String id = pair.replicate();
        rest.delete(ReplicationPair.REMOTES + "/other").require(400);
        rest.delete("/controller/cancelXDCR/" + id).require(200);
        rest.delete(ReplicationPair.REMOTES + "/other").require(200);
        assertEquals("[]", rest.get(ReplicationPair.REMOTES).require(200).body());
    }
}
