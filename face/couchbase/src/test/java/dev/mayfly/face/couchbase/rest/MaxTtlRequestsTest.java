package dev.mayfly.face.couchbase.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.bucket.BucketRules;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The maximum time to live of buckets and collections: ranges, changes and refusals, by release and edition. */
final class MaxTtlRequestsTest {
    private static final String BUCKET = "/pools/default/buckets/default";
    private static final String COLLECTIONS = BUCKET + "/scopes/_default/collections";

    private static int ofBucket(RestFixture fixture) {
        return fixture.get(BUCKET).json().path("maxTTL").asInt();
    }

    private static JsonNode ofCollection(RestFixture fixture, String name) {
        for (JsonNode scope : fixture.get(BUCKET + "/scopes").json().path("scopes")) {
            for (JsonNode each : scope.path("collections")) {
                if (each.path("name").asString().equals(name)) {
                    return each.path("maxTTL");
                }
            }
        }
        throw new AssertionError("no collection " + name);
    }

    @Test
    void bucketTakesWholeSecondsUpToTheLargestNumberOf31Bits() {
        try (RestFixture fixture = new RestFixture()) {
            assertEquals(0, ofBucket(fixture));
            fixture.post(BUCKET, "maxTTL", "2147483647").require(200);
            assertEquals(Integer.MAX_VALUE, ofBucket(fixture));
            for (String wrong : new String[] {"2147483648", "-1", "1.5", "soon", ""}) {
                assertEquals(
                        "Max TTL must be an integer between 0 and 2147483647",
                        fixture.post(BUCKET, "maxTTL", wrong).error("maxTTL"),
                        wrong);
            }
            assertEquals(Integer.MAX_VALUE, ofBucket(fixture));
        }
    }

    @Test
    void changeOfAnotherSettingLeavesTheBucketsLimit() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(BUCKET, "maxTTL", "60").require(200);
            fixture.post(BUCKET, "ramQuotaMB", "200").require(200);
            assertEquals(60, ofBucket(fixture));
            fixture.post(BUCKET, "maxTTL", "0").require(200);
            assertEquals(0, ofBucket(fixture));
        }
    }

    @Test
    void communityEditionRefusesEveryLimit() {
        try (RestFixture fixture = new RestFixture(RestFixture.FREE)) {
            assertEquals(
                    "Max TTL is supported in enterprise edition only",
                    fixture.post(BUCKET, "maxTTL", "0").error("maxTTL"));
            assertFalse(fixture.get(BUCKET).json().has("maxTTL"));
            assertEquals(
                    "Supported in enterprise edition only",
                    fixture.post(COLLECTIONS, "name", "c", "maxTTL", "5").error("maxTTL"));
            fixture.post(COLLECTIONS, "name", "c").require(200);
        }
    }

    @Test
    void collectionTakesItsBucketsLimitWithZeroAndNoneWithMinusOne() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(COLLECTIONS, "name", "plain").require(200);
            fixture.post(COLLECTIONS, "name", "free", "maxTTL", "-1").require(200);
            fixture.post(COLLECTIONS, "name", "short", "maxTTL", "5").require(200);
            assertEquals(0, ofCollection(fixture, "plain").asInt());
            assertEquals(-1, ofCollection(fixture, "free").asInt());
            assertEquals(5, ofCollection(fixture, "short").asInt());
            assertEquals(
                    "The value must be in range from -1 to 2147483647 (inclusive)",
                    fixture.post(COLLECTIONS, "name", "x", "maxTTL", "-2").error("maxTTL"));
            assertEquals(
                    "The value must be an integer",
                    fixture.post(COLLECTIONS, "name", "x", "maxTTL", "soon").error("maxTTL"));
        }
    }

    @Test
    void collectionIsChangedSinceRelease76() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(COLLECTIONS, "name", "c", "maxTTL", "5").require(200);
            RestFixture.Reply changed = fixture.send("Administrator:password", "PATCH", COLLECTIONS + "/c", "maxTTL=7");
            assertEquals("{\"uid\":\"3\"}", changed.require(200).body());
            assertEquals(7, ofCollection(fixture, "c").asInt());
            RestFixture.Reply same = fixture.send("Administrator:password", "PATCH", COLLECTIONS + "/c", "maxTTL=7");
            assertEquals("{\"uid\":\"3\"}", same.require(200).body());
            fixture.send("Administrator:password", "PATCH", COLLECTIONS + "/none", "maxTTL=7")
                    .require(404);
        }
    }

    @Test
    void collectionIsNotChangedBefore() {
        try (RestFixture fixture = new RestFixture(RestFixture.OLD)) {
            fixture.post(COLLECTIONS, "name", "c", "maxTTL", "5").require(200);
            String before = fixture.get(BUCKET + "/scopes").body();
            assertEquals(
                    "Unsupported key",
                    fixture.send("Administrator:password", "PATCH", COLLECTIONS + "/c", "maxTTL=7")
                            .error("maxTTL"));
            assertEquals(before, fixture.get(BUCKET + "/scopes").body());
            assertEquals(
                    "The value must be in range from 0 to 2147483647 (inclusive)",
                    fixture.post(COLLECTIONS, "name", "x", "maxTTL", "-1").error("maxTTL"));
        }
    }

    @Test
    void scopeHasNoLimit() {
        for (BucketRules rules : new BucketRules[] {RestFixture.NEW, RestFixture.OLD}) {
            try (RestFixture fixture = new RestFixture(rules)) {
                assertEquals(
                        "Unsupported key",
                        fixture.post(BUCKET + "/scopes", "name", "s", "maxTTL", "5")
                                .error("maxTTL"));
            }
        }
    }

    @Test
    void systemsOwnCollectionsAreNotToBeChanged() {
        try (RestFixture fixture = new RestFixture()) {
            String path = BUCKET + "/scopes/_system/collections";
            RestFixture.Reply refused = fixture.send("Administrator:password", "PATCH", path + "/_query", "maxTTL=7");
            assertTrue(refused.error("_").startsWith("Cannot modify collection properties"), refused.body());
            assertEquals(
                    "cannot create collection in '_system' scope",
                    fixture.post(path, "name", "c").error("_"));
            assertEquals(
                    "Deleting _system scope is not allowed",
                    fixture.delete(BUCKET + "/scopes/_system").error("_"));
            fixture.delete(path + "/_query").require(400);
        }
    }

    @Test
    void aDryRunChangesNothingAndSaysThatNothingWouldExpire() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(COLLECTIONS, "name", "c", "maxTTL", "5").require(200);
            for (String path : new String[] {BUCKET, COLLECTIONS + "/c"}) {
                String verb = path.equals(BUCKET) ? "POST" : "PATCH";
                String form = RestFixture.form("maxTTL", "60");
                assertEquals(
                        "{\"errors\":{}}",
                        fixture.send("Administrator:password", verb, path + "?just_validate=1", form).body());
                JsonNode run = fixture.send("Administrator:password", verb, path + "?dryRun=true", form).json().path("dryRun");
                assertTrue(run.path("note").asString().contains("expires nothing that is stored"));
                JsonNode collection = run.path("collections").path("_default.c");
                assertEquals(
                        0,
                        collection.path("expires").path("withinWeek").path("documents").asInt(-1));
                String wrong = fixture.send(
                                "Administrator:password", verb, path + "?dryRun=true", RestFixture.form("maxTTL", "-2"))
                        .error("maxTTL");
                assertTrue(wrong.contains("2147483647"), wrong);
            }
            assertEquals(0, ofBucket(fixture));
            assertEquals(5, ofCollection(fixture, "c").asInt());
        }
    }
}
