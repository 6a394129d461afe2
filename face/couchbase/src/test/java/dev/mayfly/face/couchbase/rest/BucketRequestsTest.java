package dev.mayfly.face.couchbase.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Buckets over the management service: made, shown, changed and deleted, and what is refused with which words. */
final class BucketRequestsTest {
    private static final String ALL = "/pools/default/buckets";

    @Test
    void slashAtTheEndCountsForNothing() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(ALL + "/", "name", "b", "ramQuotaMB", "100").require(202);
            assertEquals(2, fixture.get(ALL).json().size());
            assertEquals(2, fixture.get(ALL + "/").json().size());
            fixture.delete(ALL + "/b/").require(200);
        }
    }

    /** Whatever is missing here makes one client or the other fail. */
    @Test
    void bucketIsShownWithAllThatClientsInsistOn() {
        try (RestFixture fixture = new RestFixture()) {
            JsonNode bucket = fixture.get(ALL + "/default").require(200).json();
            for (String name : List.of(
                    "name",
                    "uuid",
                    "bucketType",
                    "evictionPolicy",
                    "conflictResolutionType",
                    "controllers",
                    "replicaNumber",
                    "replicaIndex",
                    "maxTTL",
                    "durabilityMinLevel",
                    "compressionMode",
                    "vBucketServerMap",
                    "nodeLocator")) {
                assertTrue(bucket.has(name), name);
            }
            assertEquals("membase", bucket.path("bucketType").asString());
            assertEquals(100L << 20, bucket.path("quota").path("rawRAM").asLong());
            assertTrue(bucket.path("controllers").has("flush"));
            JsonNode node = bucket.path("nodes").path(0);
            assertEquals("healthy", node.path("status").asString());
            assertEquals("localhost:8091", node.path("hostname").asString());
            assertTrue(node.path("version").asString().startsWith("7.6."));
            assertTrue(node.path("services").isArray());
            assertEquals(11_210, node.path("ports").path("direct").asInt());
        }
    }

    @Test
    void bucketThatMayNotBeFlushedHasNoControllerForIt() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(ALL, "name", "b", "ramQuotaMB", "100").require(202);
            assertFalse(fixture.get(ALL + "/b").json().path("controllers").has("flush"));
            RestFixture.Reply refused =
                    fixture.post(ALL + "/b/controller/doFlush").require(400);
            assertEquals("{\"_\":\"Flush is disabled for the bucket\"}", refused.body());
            fixture.post(ALL + "/b", "flushEnabled", "1").require(200);
            fixture.post(ALL + "/b/controller/doFlush").require(200);
        }
    }

    @Test
    void missingBucketIsNotFound() {
        try (RestFixture fixture = new RestFixture()) {
            assertEquals(
                    "Requested resource not found.\r\n",
                    fixture.get(ALL + "/none").require(404).body());
            fixture.post(ALL + "/none", "ramQuotaMB", "200").require(404);
            fixture.delete(ALL + "/none").require(404);
            fixture.post(ALL + "/none/controller/doFlush").require(404);
        }
    }

    @Test
    void everySettingIsKeptAcrossARestart() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(
                            ALL,
                            "name",
                            "b",
                            "ramQuotaMB",
                            "256",
                            "maxTTL",
                            "60",
                            "replicaNumber",
                            "2",
                            "compressionMode",
                            "active",
                            "evictionPolicy",
                            "fullEviction",
                            "conflictResolutionType",
                            "lww",
                            "replicaIndex",
                            "1",
                            "flushEnabled",
                            "1",
                            "rank",
                            "5")
                    .require(202);
            JsonNode before = withoutNodes(fixture.get(ALL + "/b?skipMap=true"));
            assertEquals(60, before.path("maxTTL").asInt());
            assertEquals("lww", before.path("conflictResolutionType").asString());
            fixture.restart();
            assertEquals(before, withoutNodes(fixture.get(ALL + "/b?skipMap=true")));
        }
    }

    /** The nodes tell of memory, which is never the same. */
    private static JsonNode withoutNodes(RestFixture.Reply reply) {
        return ((ObjectNode) reply.json()).without("nodes");
    }

    private record Refused(String name, String says, String... fields) {}

    private static final List<Refused> REFUSED = List.of(
            new Refused("name", "Bucket name needs to be specified", "ramQuotaMB", "100"),
            new Refused("name", "Bucket name cannot be empty", "name", "", "ramQuotaMB", "100"),
            new Refused("name", "Bucket name cannot start with dot.", "name", ".b", "ramQuotaMB", "100"),
            new Refused("name", "Bucket name cannot exceed 100 characters", "name", "b".repeat(101)),
            new Refused(
                    "name",
                    "Bucket name can only contain characters in range A-Z, a-z, 0-9 as well as underscore, period,"
                            + " dash & percent. Consult the documentation.",
                    "name",
                    "a b"),
            new Refused("name", "Bucket with given name already exists", "name", "default", "ramQuotaMB", "100"),
            new Refused("ramQuota", "The RAM Quota must be specified and must be a positive integer.", "name", "b"),
            new Refused("ramQuota", "RAM quota cannot be less than 100 MiB", "name", "b", "ramQuotaMB", "99"),
            new Refused(
                    "ramQuota",
                    "RAM quota specified is too large to be provisioned into this cluster.",
                    "name",
                    "b",
                    "ramQuotaMB",
                    "999999999"),
            new Refused("bucketType", "invalid bucket type", "name", "b", "bucketType", "other"),
            new Refused("flushEnabled", "flushEnabled can only be 1 or 0", "name", "b", "flushEnabled", "2"),
            new Refused("replicaNumber", "Replica number larger than 3 is not supported.", "replicaNumber", "4"),
            new Refused(
                    "replicaNumber",
                    "The replica number must be specified and must be a non-negative integer.",
                    "replicaNumber",
                    "many"),
            new Refused("replicaIndex", "replicaIndex can only be 1 or 0", "replicaIndex", "2"),
            new Refused(
                    "replicaIndex",
                    "replicaIndex not supported for ephemeral buckets",
                    "bucketType",
                    "ephemeral",
                    "replicaIndex",
                    "0"),
            new Refused(
                    "evictionPolicy",
                    "Eviction policy must be either 'noEviction' or 'nruEviction' for ephemeral buckets",
                    "bucketType",
                    "ephemeral",
                    "evictionPolicy",
                    "valueOnly"),
            new Refused(
                    "evictionPolicy",
                    "Eviction policy must be either 'valueOnly' or 'fullEviction' for couchbase buckets",
                    "evictionPolicy",
                    "noEviction"),
            new Refused(
                    "compressionMode",
                    "compressionMode can be set to 'off', 'passive' or 'active'",
                    "compressionMode",
                    "on"),
            new Refused(
                    "durability_min_level",
                    "You do not have enough data servers to support this durability level",
                    "durabilityMinLevel",
                    "majority"),
            new Refused(
                    "durability_min_level",
                    "Durability minimum level must be either 'none' or 'majority' for ephemeral buckets",
                    "bucketType",
                    "ephemeral",
                    "durabilityMinLevel",
                    "persistToMajority",
                    "replicaNumber",
                    "0"),
            new Refused(
                    "conflictResolutionType",
                    "Conflict resolution type must be 'seqno' or 'lww' or 'custom'",
                    "conflictResolutionType",
                    "other"),
            new Refused("storageBackend", "storage backend must be couchstore or magma", "storageBackend", "x"),
            new Refused(
                    "ramQuota",
                    "Ram quota for magma must be at least 1024 MiB",
                    "storageBackend",
                    "magma",
                    "ramQuotaMB",
                    "100"),
            new Refused(
                    "historyRetentionSeconds",
                    "History Retention can only used with Magma",
                    "historyRetentionSeconds",
                    "5"),
            new Refused(
                    "expiryPagerSleepTime",
                    "Argument is not supported until cluster is fully 7.9",
                    "expiryPagerSleepTime",
                    "10"),
            new Refused(
                    "numVBuckets",
                    "Number of vbuckets must be 128 or 1024 (magma) or 1024 (couchstore)",
                    "numVBuckets",
                    "7"),
            new Refused(
                    "purgeInterval",
                    "metadata purge interval is too large. Allowed range is 0.04 - 60",
                    "autoCompactionDefined",
                    "true",
                    "purgeInterval",
                    "61"),
            new Refused(
                    "purgeInterval",
                    "metadata purge interval must be a number",
                    "bucketType",
                    "ephemeral",
                    "purgeInterval",
                    "soon"),
            new Refused(
                    "autoCompactionDefined",
                    "autoCompactionDefined must not be set for ephemeral buckets",
                    "bucketType",
                    "ephemeral",
                    "autoCompactionDefined",
                    "true"));

    @TestFactory
    Stream<DynamicTest> eachFaultIsNamedAsTheServerNamesIt() {
        return REFUSED.stream()
                .map(row -> dynamicTest(row.name + ": " + row.says, () -> {
                    try (RestFixture fixture = new RestFixture()) {
                        assertEquals(row.says, fixture.post(ALL, row.fields).error(row.name));
                        assertEquals(1, fixture.get(ALL).json().size());
                    }
                }));
    }

    @Test
    void whatIsFixedAtTheBeginningIsNotToBeChanged() {
        try (RestFixture fixture = new RestFixture()) {
            String path = ALL + "/default";
            assertEquals(
                    "Cannot change bucket type.",
                    fixture.post(path, "bucketType", "ephemeral").error("bucketType"));
            assertEquals(
                    "Conflict resolution type not allowed in update bucket",
                    fixture.post(path, "conflictResolutionType", "seqno").error("conflictResolutionType"));
            assertEquals(
                    "Number of vbuckets cannot be modified",
                    fixture.post(path, "numVBuckets", "64").error("numVBuckets"));
            fixture.post(path, "numVBuckets", "1024").require(200);
        }
    }

    @Test
    void durabilityIsPossibleWithoutReplicas() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(ALL, "name", "b", "ramQuotaMB", "100", "replicaNumber", "0", "durabilityMinLevel", "majority")
                    .require(202);
            assertEquals(
                    "majority",
                    fixture.get(ALL + "/b").json().path("durabilityMinLevel").asString());
        }
    }

    @Test
    void memcachedBucketHasNoExpiryAndNoCollections() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(ALL, "name", "m", "ramQuotaMB", "100", "bucketType", "memcached", "maxTTL", "60")
                    .require(202);
            JsonNode bucket = fixture.get(ALL + "/m").json();
            assertEquals("memcached", bucket.path("bucketType").asString());
            assertEquals(0, bucket.path("maxTTL").asInt());
            assertEquals(
                    "Not allowed on this type of bucket",
                    fixture.get(ALL + "/m/scopes").require(400).body());
        }
    }

    @Test
    void metadataPurgeIntervalIsKeptWhereItMayBeSet() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(ALL + "/default", "purgeInterval", "5").require(200);
            assertFalse(fixture.get(ALL + "/default").json().has("purgeInterval"));
            fixture.post(ALL + "/default", "autoCompactionDefined", "true", "purgeInterval", "0.04")
                    .require(200);
            assertEquals(
                    0.04,
                    fixture.get(ALL + "/default").json().path("purgeInterval").asDouble());
            assertEquals(
                    3_456_000,
                    fixture.buckets()
                            .buckets()
                            .purgeMillis(fixture.buckets().buckets().require("default")));
            fixture.post(ALL, "name", "e", "ramQuotaMB", "100", "bucketType", "ephemeral", "purgeInterval", "0.0007")
                    .require(202);
            assertEquals(
                    0.0007, fixture.get(ALL + "/e").json().path("purgeInterval").asDouble());
        }
    }

    @Test
    void justValidatingChangesNothing() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(ALL + "?just_validate=1", "name", "b", "ramQuotaMB", "100")
                    .require(200);
            fixture.post(ALL + "?just_validate=1", "name", "", "ramQuotaMB", "100")
                    .require(400);
            assertEquals(1, fixture.get(ALL).json().size());
        }
    }

    @Test
    void compactionIsAcceptedAndSoIsItsEnd() {
        try (RestFixture fixture = new RestFixture()) {
            for (String name :
                    List.of("compactBucket", "compactDatabases", "unsafePurgeBucket", "cancelBucketCompaction")) {
                fixture.post(ALL + "/default/controller/" + name).require(200);
            }
        }
    }
}
