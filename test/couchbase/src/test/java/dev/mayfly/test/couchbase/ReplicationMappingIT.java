package dev.mayfly.test.couchbase;

import static dev.mayfly.test.couchbase.ReplicationPair.awaitThere;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.couchbase.client.java.json.JsonObject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which collections of the target the documents of a replication go to. */
final class ReplicationMappingIT {
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
    void collectionsGoToThoseOfTheirName() {
        pair.addCollection(pair.source(), "s", "c");
        pair.addCollection(pair.source(), "s", "alone");
        pair.addCollection(pair.target(), "s", "c");
        String id = pair.replicate();
        pair.here("s", "alone").upsert("k", 1);
        pair.here("s", "c").upsert("k", 1);
        awaitThere(pair.there("s", "c"), "k");
        pair.awaitCaughtUp(id);
        assertEquals(1, pair.statistic(id, "docs_unmapped"));
    }

    @Test
    void aCollectionThatTheTargetGetsLaterIsFilled() {
        pair.addCollection(pair.source(), "s", "late");
        String id = pair.replicate();
        pair.here("s", "late").upsert("before", 1);
        pair.here("s", "late").upsert("deleted", 1);
        pair.here("s", "late").remove("deleted");
        pair.here().upsert("k", 1);
        awaitThere(pair.there(), "k");
        pair.awaitCaughtUp(id);
        pair.addCollection(pair.target(), "s", "late");
        // It asks again once a minute, and whenever it begins.
        pair.change(id, "pauseRequested", "true");
        pair.change(id, "pauseRequested", "false");
        awaitThere(pair.there("s", "late"), "before");
        assertFalse(pair.there("s", "late").exists("deleted").exists());
        pair.here("s", "late").upsert("after", 1);
        awaitThere(pair.there("s", "late"), "after");
    }

    @Test
    void rulesMapScopesAndCollectionsAndDeny() {
        for (String name : new String[] {"airport", "airline", "secret"}) {
            pair.addCollection(pair.source(), "inventory", name);
            pair.addCollection(pair.target(), "mine", name);
        }
        pair.addCollection(pair.target(), "mine", "fields");
        pair.addCollection(pair.source(), "unnamed", "airline");
        pair.addCollection(pair.target(), "unnamed", "airline");
        String id = pair.replicate(
                "collectionsExplicitMapping",
                "true",
                "colMappingRules",
                "{\"inventory\":\"mine\",\"inventory.airport\":\"mine.fields\",\"inventory.secret\":null}");
        pair.here("inventory", "airline").upsert("k", 1);
        pair.here("inventory", "airport").upsert("k", 2);
        pair.here("inventory", "secret").upsert("k", 3);
        pair.here("unnamed", "airline").upsert("k", 4);
        awaitThere(pair.there("mine", "airline"), "k");
        awaitThere(pair.there("mine", "fields"), "k");
        pair.awaitCaughtUp(id);
        assertEquals(2, pair.there("mine", "fields").get("k").contentAs(Integer.class));
        assertFalse(pair.there("mine", "airport").exists("k").exists());
        assertFalse(pair.there("mine", "secret").exists("k").exists());
        assertFalse(pair.there("unnamed", "airline").exists("k").exists());
    }

    @Test
    void migrationDividesTheDefaultCollection() {
        pair.addCollection(pair.target(), "us", "lines");
        pair.addCollection(pair.target(), "uk", "ports");
        pair.here().upsert("l", JsonObject.create().put("type", "airline").put("country", "United States"));
        pair.here().upsert("p", JsonObject.create().put("type", "airport").put("country", "United Kingdom"));
        pair.here().upsert("n", JsonObject.create().put("type", "hotel"));
        String id = pair.replicate(
                "collectionsMigrationMode",
                "true",
                "colMappingRules",
                "{\"type == \\\"airline\\\" && country == \\\"United States\\\"\":\"us.lines\","
                        + "\"type == \\\"airport\\\"\":\"uk.ports\"}");
        awaitThere(pair.there("us", "lines"), "l");
        awaitThere(pair.there("uk", "ports"), "p");
        pair.awaitCaughtUp(id);
        assertFalse(pair.there("us", "lines").exists("p").exists());
        assertFalse(pair.there("us", "lines").exists("n").exists());
        assertFalse(pair.there().exists("l").exists());
    }

    @Test
    void rulesThatContradictEachOtherAreRefused() {
        for (String wrong : new String[] {
            "{\"a.b\":\"c.d\",\"a.b\":\"c.e\"}",
            "{\"a.b\":\"c.d\",\"a.e\":\"c.d\"}",
            "{\"a\":null,\"a.b\":null}",
            "{\"a\":\"c\",\"a.b\":\"c.b\"}",
            "{\"a\":\"c.d\"}",
            "{\"a.b\":\"c\"}",
            "{}",
            "[]"
        }) {
            pair.tryReplicate(pair.source(), "collectionsExplicitMapping", "true", "colMappingRules", wrong)
                    .require(400);
        }
        pair.tryReplicate(
                        pair.source(),
                        "collectionsMigrationMode",
                        "true",
                        "colMappingRules",
                        "{\"_default._default\":\"a.b\",\"n = 1\":\"a.c\"}")
                .require(400);
    }
}
