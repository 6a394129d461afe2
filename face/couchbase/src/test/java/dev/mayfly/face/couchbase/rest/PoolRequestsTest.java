package dev.mayfly.face.couchbase.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The server's description of itself, and its answers to requests that mean nothing to it. */
final class PoolRequestsTest {
    @Test
    void releaseAndEditionAreAnnounced() {
        try (RestFixture fixture = new RestFixture()) {
            assertEquals(
                    "7.6.4-0000-enterprise",
                    fixture.get("/pools").json().path("implementationVersion").asString());
            assertTrue(fixture.get("/pools").json().path("isEnterprise").asBoolean());
            assertEquals(
                    458_758,
                    fixture.get("/pools/default")
                            .json()
                            .path("nodes")
                            .path(0)
                            .path("clusterCompatibility")
                            .asInt());
        }
        try (RestFixture fixture = new RestFixture(RestFixture.OLD)) {
            assertEquals(
                    "7.2.6-0000-enterprise",
                    fixture.get("/versions")
                            .json()
                            .path("implementationVersion")
                            .asString());
        }
        try (RestFixture fixture = new RestFixture(RestFixture.FREE)) {
            assertEquals(
                    "7.6.4-0000-community",
                    fixture.get("/pools").json().path("implementationVersion").asString());
        }
    }

    @Test
    void mapsAreServedForClientsThatStartOverHttp() {
        try (RestFixture fixture = new RestFixture()) {
            JsonNode map = fixture.get("/pools/default/b/default").require(200).json();
            assertEquals(
                    "localhost:8091", map.path("nodes").path(0).path("hostname").asString());
            assertEquals(
                    "localhost:11210",
                    map.path("vBucketServerMap").path("serverList").path(0).asString());
            fixture.get("/pools/default/b/none").require(404);
            assertEquals(
                    8_093,
                    fixture.get("/pools/default/nodeServices")
                            .json()
                            .path("nodesExt")
                            .path(0)
                            .path("services")
                            .path("n1ql")
                            .asInt());
        }
    }

    @Test
    void unknownPathIsNotFoundAndUnknownMethodNotAllowed() {
        try (RestFixture fixture = new RestFixture()) {
            RestFixture.Reply missing = fixture.get("/pools/default/nothing").require(404);
            assertEquals("Requested resource not found.\r\n", missing.body());
            RestFixture.Reply refused = fixture.delete("/pools/default/buckets").require(405);
            assertEquals("GET, POST", refused.fields().first("Allow"));
            fixture.get("/pools/default/%zz").require(400);
        }
    }

    @Test
    void clusterSettingsAreKept() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post("/pools/default", "memoryQuota", "1024", "clusterName", "mine")
                    .require(200);
            fixture.restart();
            JsonNode pool = fixture.get("/pools/default").json();
            assertEquals(1_024, pool.path("memoryQuota").asInt());
            assertEquals("mine", pool.path("clusterName").asString());
            assertEquals(
                    "RAM quota specified is too large to be provisioned into this cluster.",
                    fixture.post("/pools/default/buckets", "name", "b", "ramQuotaMB", "1000")
                            .error("ramQuota"));
            fixture.post("/pools/default", "memoryQuota", "10").require(400);
        }
    }

    @Test
    void purgeIntervalOfTheClusterCountsForBucketsWithoutOne() {
        try (RestFixture fixture = new RestFixture()) {
            assertEquals(
                    3.0,
                    fixture.get("/settings/autoCompaction")
                            .json()
                            .path("purgeInterval")
                            .asDouble());
            fixture.post("/controller/setAutoCompaction", "parallelDBAndViewCompaction", "false", "purgeInterval", "1")
                    .require(200);
            assertEquals(
                    86_400_000,
                    fixture.buckets()
                            .buckets()
                            .purgeMillis(fixture.buckets().buckets().require("default")));
            fixture.restart();
            assertEquals(
                    1.0,
                    fixture.get("/settings/autoCompaction")
                            .json()
                            .path("purgeInterval")
                            .asDouble());
            assertEquals(
                    86_400_000,
                    fixture.buckets()
                            .buckets()
                            .purgeMillis(fixture.buckets().buckets().require("default")));
            assertEquals(
                    "metadata purge interval is too small. Allowed range is 0.04 - 60",
                    fixture.post(
                                    "/controller/setAutoCompaction",
                                    "parallelDBAndViewCompaction",
                                    "false",
                                    "purgeInterval",
                                    "0.001")
                            .error("purgeInterval"));
        }
    }

    @Test
    void thereIsOneTaskThatNeverRuns() {
        try (RestFixture fixture = new RestFixture()) {
            JsonNode tasks = fixture.get("/pools/default/tasks").require(200).json();
            assertEquals("rebalance", tasks.path(0).path("type").asString());
            assertEquals("notRunning", tasks.path(0).path("status").asString());
        }
    }
}
