package dev.mayfly.test.couchbase;

import static dev.mayfly.test.couchbase.ReplicationPair.START;
import static dev.mayfly.test.couchbase.ReplicationPair.awaitThere;
import static dev.mayfly.test.couchbase.ReplicationPair.expiring;
import static dev.mayfly.test.couchbase.ReplicationPair.expiryOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.json.JsonObject;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Expiry and replication, between two servers. */
@Rows("replicated_expiry")
final class ReplicatedExpiryIT {
    private ReplicationPair pair;

    @BeforeEach
    void start() throws Exception {
        pair = ReplicationPair.start().connected();
    }

    @AfterEach
    void stop() {
        pair.close();
    }

    private int maxTtl(LocalServer server) {
        return server.rest()
                .get("/pools/default/buckets/default")
                .require(200)
                .json()
                .getInt("maxTTL");
    }

    @Test
    @Row(
            number = 1,
            when = "replicates a bucket that has a maxTTL",
            then = "the setting stays at the source; the expiry that it has given each document is replicated")
    void limitOfABucketIsNotReplicatedButEachExpiryIs() throws Exception {
        pair.set(pair.source(), "maxTTL", "3600");
        pair.replicate();
        pair.here().upsert("limited", 1);
        pair.awaitTold("mutation", "limited");
        assertEquals(START + 3_600, pair.copy("limited").expiry());
        assertEquals(0, maxTtl(pair.target()));
        pair.there().upsert("own", 1);
        pair.awaitTold("mutation", "own");
        assertEquals(0, pair.copy("own").expiry());
    }

    @Test
    @Row(
            number = 2,
            when = "replicates a collection that has a maxTTL to one that has none",
            then = "the same: the copies expire, the target's own documents do not")
    void limitOfACollectionIsNotReplicatedButEachExpiryIs() {
        pair.addCollection(pair.source(), "s", "c", "maxTTL", "100");
        pair.addCollection(pair.target(), "s", "c");
        pair.replicate();
        pair.here("s", "c").upsert("limited", 1);
        awaitThere(pair.there("s", "c"), "limited");
        assertEquals(START + 100, expiryOf(pair.there("s", "c"), "limited"));
        pair.there("s", "c").upsert("own", 1);
        assertEquals(0, expiryOf(pair.there("s", "c"), "own"));
    }

    @Test
    @Row(number = 3, when = "replicates a document with an expiry", then = "its copy has the same absolute expiry")
    void expiryOfADocumentIsReplicated() throws Exception {
        pair.replicate();
        pair.here().upsert("dies", 1, expiring(60));
        pair.awaitTold("mutation", "dies");
        assertEquals(START + 60, pair.copy("dies").expiry());
        assertEquals(pair.original("dies").expiry(), pair.copy("dies").expiry());
    }

    @Test
    @Row(
            number = 4,
            when = "replicates from a bucket with a maxTTL of 7200 to one with 3600",
            then = "the copy lives for 3600 seconds, the original for 7200")
    void targetCapsWhatTheSourcesLimitHasGiven() throws Exception {
        pair.set(pair.source(), "maxTTL", "7200");
        pair.set(pair.target(), "maxTTL", "3600");
        pair.replicate();
        pair.here().upsert("long", 1);
        pair.awaitTold("mutation", "long");
        assertEquals(START + 7_200, pair.original("long").expiry());
        assertEquals(START + 3_600, pair.copy("long").expiry());
    }

    @Test
    @Row(
            number = 5,
            when = "replicates a document whose expiry is nearer than the target's maxTTL allows",
            then = "its copy has the expiry of the document, whether that or a maxTTL of the source has given it")
    void targetsLimitDoesNotLengthen() throws Exception {
        pair.set(pair.source(), "maxTTL", "100");
        pair.set(pair.target(), "maxTTL", "3600");
        pair.replicate();
        pair.here().upsert("short", 1, expiring(60));
        pair.awaitTold("mutation", "short");
        assertEquals(START + 60, pair.copy("short").expiry());
        pair.here().upsert("limited", 1);
        pair.awaitTold("mutation", "limited");
        assertEquals(START + 100, pair.copy("limited").expiry());
    }

    @Test
    @Row(
            number = 6,
            when = "replicates a document without an expiry to a bucket with a maxTTL",
            then = "the copy has the expiry that the maxTTL gives it")
    void targetsLimitIsTheDefault() throws Exception {
        pair.set(pair.target(), "maxTTL", "3600");
        pair.replicate();
        pair.here().upsert("none", 1);
        pair.awaitTold("mutation", "none");
        assertEquals(0, pair.original("none").expiry());
        assertEquals(START + 3_600, pair.copy("none").expiry());
    }

    @Test
    @Row(
            number = 7,
            when = "replicates to a collection with a maxTTL in a bucket with another",
            then = "that of the collection caps; one of -1 caps nothing")
    void limitOfTheTargetsCollectionComesFirst() {
        pair.set(pair.target(), "maxTTL", "3600");
        pair.addCollection(pair.source(), "s", "short");
        pair.addCollection(pair.source(), "s", "free");
        pair.addCollection(pair.target(), "s", "short", "maxTTL", "100");
        pair.addCollection(pair.target(), "s", "free", "maxTTL", "-1");
        pair.replicate();
        pair.here("s", "short").upsert("k", 1, expiring(7_200));
        pair.here("s", "free").upsert("k", 1, expiring(7_200));
        awaitThere(pair.there("s", "short"), "k");
        awaitThere(pair.there("s", "free"), "k");
        assertEquals(START + 100, expiryOf(pair.there("s", "short"), "k"));
        assertEquals(START + 7_200, expiryOf(pair.there("s", "free"), "k"));
    }

    @Test
    @Row(
            number = 8,
            when = "changes the maxTTL of the target",
            then = "copies that are there keep their expiry until they are replicated again")
    void aLaterLimitOfTheTargetConcernsLaterCopies() throws Exception {
        pair.replicate();
        pair.here().upsert("k", 1, expiring(7_200));
        pair.awaitTold("mutation", "k");
        pair.set(pair.target(), "maxTTL", "3600");
        assertEquals(START + 7_200, pair.copy("k").expiry());
        pair.here().upsert("k", 2, expiring(7_200));
        pair.awaitTold("mutation", "k");
        assertEquals(START + 3_600, pair.copy("k").expiry());
    }

    @Test
    @Row(
            number = 9,
            when = "creates a replication and says nothing of filters",
            then = "`filterExpiration`, `filterDeletion` and `filterBypassExpiry` are false: everything is replicated")
    void nothingIsFilteredAtFirst() throws Exception {
        String id = pair.replicate();
        JsonObject settings = pair.source()
                .rest()
                .get("/settings/replications/" + id)
                .require(200)
                .json();
        assertFalse(settings.getBoolean("filterExpiration"));
        assertFalse(settings.getBoolean("filterDeletion"));
        assertFalse(settings.getBoolean("filterBypassExpiry"));
        pair.here().upsert("dies", 1, expiring(10));
        pair.awaitTold("mutation", "dies");
        pair.here().upsert("deleted", 1);
        pair.awaitTold("mutation", "deleted");
        pair.here().remove("deleted");
        pair.awaitTold("deletion", "deleted");
        pair.source().advance(Duration.ofSeconds(11));
        pair.awaitTold("expiration", "dies");
    }

    @Test
    @Row(
            number = 10,
            when = "sets `filterExpiration`",
            then = "expirations are not replicated: a copy stays until its own expiry, which is replicated")
    void filteredExpirationLeavesTheCopyUntilItsOwnEnd() throws Exception {
        String id = pair.replicate("filterExpiration", "true");
        pair.here().upsert("dies", 1, expiring(10));
        pair.awaitTold("mutation", "dies");
        pair.source().advance(Duration.ofSeconds(30));
        pair.here().upsert("after", 1);
        pair.awaitTold("mutation", "after");
        assertEquals(1, pair.there().get("dies").contentAs(Integer.class));
        pair.awaitCaughtUp(id);
        assertEquals(1, pair.statistic(id, "expiry_filtered"));
        pair.target().advance(Duration.ofSeconds(12));
        pair.awaitTold("expiration", "dies");
    }

    @Test
    @Row(number = 11, when = "sets `filterDeletion`", then = "deletions are not replicated: a copy stays")
    void filteredDeletionLeavesTheCopy() throws Exception {
        String id = pair.replicate("filterDeletion", "true");
        pair.here().upsert("stays", 1);
        pair.awaitTold("mutation", "stays");
        pair.here().remove("stays");
        pair.here().upsert("after", 1);
        pair.awaitTold("mutation", "after");
        pair.awaitCaughtUp(id);
        assertEquals(1, pair.there().get("stays").contentAs(Integer.class));
        assertEquals(1, pair.statistic(id, "deletion_filtered"));
        assertEquals(0, pair.statistic(id, "expiry_filtered"));
    }

    @Test
    @Row(
            number = 12,
            when = "sets `filterBypassExpiry`",
            then = "copies have no expiry of their own; a maxTTL of the target gives them one")
    void copiesHaveNoExpiryIfItIsTakenOff() throws Exception {
        String id = pair.replicate("filterBypassExpiry", "true");
        pair.here().upsert("kept", 1, expiring(10));
        pair.awaitTold("mutation", "kept");
        assertEquals(0, pair.copy("kept").expiry());
        assertEquals(1, pair.statistic(id, "expiry_stripped"));
        pair.set(pair.target(), "maxTTL", "3600");
        pair.here().upsert("limited", 1, expiring(10));
        pair.awaitTold("mutation", "limited");
        assertEquals(START + 3_600, pair.copy("limited").expiry());
    }

    @Test
    @Row(
            number = 13,
            when = "touches a copy at the target, so that it lives longer, and lets the original expire",
            then = "the replicated expiration removes the copy")
    void replicatedExpirationRemovesACopyThatLivesLonger() throws Exception {
        pair.replicate();
        pair.here().upsert("k", 1, expiring(10));
        pair.awaitTold("mutation", "k");
        pair.there().touch("k", Duration.ofSeconds(7_200));
        pair.awaitTold("mutation", "k");
        assertEquals(START + 7_200, pair.copy("k").expiry());
        pair.source().advance(Duration.ofSeconds(11));
        pair.awaitTold("expiration", "k");
        assertTrue(pair.copy("k").isDeleted());
    }

    @Test
    @Row(
            number = 14,
            when = "runs the source's clock 30 seconds ahead of the target's",
            then = "a copy is gone when the source's clock has come to its expiry: 30 seconds early by the target's")
    void copyExpiresEarlyWhereTheSourcesClockIsAhead() throws Exception {
        pair.source().advance(Duration.ofSeconds(30));
        pair.replicate();
        pair.here().upsert("dies", 1, expiring(10));
        pair.awaitTold("mutation", "dies");
        assertEquals(START + 40, pair.copy("dies").expiry());
        pair.source().advance(Duration.ofSeconds(11));
        pair.awaitTold("expiration", "dies");
        assertTrue(pair.copy("dies").isDeleted());
    }

    @Test
    @Row(
            number = 15,
            when = "runs the target's clock 30 seconds ahead of the source's",
            then = "a copy is gone 30 seconds before its original; one that lives for less is not seen at all")
    void copyExpiresFirstWhereTheTargetsClockIsAhead() throws Exception {
        pair.target().advance(Duration.ofSeconds(30));
        String id = pair.replicate();
        pair.here().upsert("dies", 1, expiring(40));
        pair.awaitTold("mutation", "dies");
        assertEquals(START + 40, pair.copy("dies").expiry());
        pair.target().advance(Duration.ofSeconds(11));
        pair.awaitTold("expiration", "dies");
        assertTrue(pair.here().exists("dies").exists());
        pair.here().upsert("dead", 1, expiring(10));
        pair.awaitCaughtUp(id);
        assertFalse(pair.there().exists("dead").exists());
        pair.source().advance(Duration.ofSeconds(60));
        pair.awaitCaughtUp(id);
        assertFalse(pair.there().exists("dies").exists());
        assertFalse(pair.there().exists("dead").exists());
    }

    @Test
    @Row(
            number = 16,
            when = "lets a document expire at the source",
            then = "the target is sent an expiration, and tells it as one, before any pager has run at either",
            unlike = "sends it when its pager, an access or a compaction meets the document; here at the deadline")
    void anExpirationArrivesAsOne() throws Exception {
        String id = pair.replicate();
        pair.here().upsert("dies", 1, expiring(10));
        pair.awaitTold("mutation", "dies");
        pair.source().advance(Duration.ofSeconds(11));
        pair.awaitTold("expiration", "dies");
        pair.awaitCaughtUp(id);
        assertEquals(1, pair.statistic(id, "expiry_docs_written"));
        assertEquals(0, pair.statistic(id, "deletion_docs_written"));
        assertEquals(pair.original("dies").revision(), pair.copy("dies").revision());
    }

    @Test
    @Row(
            number = 17,
            when = "writes a document anew that has expired at the source",
            then = "the copy is the new one, whatever arrives late of the old")
    void aDocumentThatIsWrittenAgainStays() throws Exception {
        String id = pair.replicate();
        pair.here().upsert("k", 1, expiring(10));
        pair.awaitTold("mutation", "k");
        pair.source().advance(Duration.ofSeconds(11));
        pair.here().upsert("k", 2);
        pair.awaitCaughtUp(id);
        pair.target().advance(Duration.ofSeconds(20));
        assertEquals(2, pair.there().get("k").contentAs(Integer.class));
        assertEquals(0, pair.copy("k").expiry());
    }

    @Test
    @Row(
            number = 18,
            when = "writes a document anew before its expiry, and the target hears of that when its copy has expired",
            then = "the copy is the new one",
            unlike = "the target's own expiration is the later one, and there is no copy until the next write")
    void aWriteBeforeTheExpiryBringsAnExpiredCopyBack() throws Exception {
        String id = pair.replicate();
        pair.here().upsert("k", 1, expiring(10));
        pair.awaitTold("mutation", "k");
        pair.change(id, "pauseRequested", "true");
        pair.here().upsert("k", 2);
        pair.target().advance(Duration.ofSeconds(11));
        pair.awaitTold("expiration", "k");
        pair.source().advance(Duration.ofSeconds(11));
        pair.change(id, "pauseRequested", "false");
        pair.awaitTold("mutation", "k");
        pair.awaitCaughtUp(id);
        assertEquals(2, pair.there().get("k").contentAs(Integer.class));
        assertEquals(2, pair.here().get("k").contentAs(Integer.class));
    }
}
