package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.java.json.JsonArray;
import com.couchbase.client.java.json.JsonObject;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which values maxTTL takes, when it may change, and what is told otherwise. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
@Rows("max_ttl")
final class MaxTtlIT extends OnGround {
    private static final String OUT_OF_RANGE = "Max TTL must be an integer between 0 and 2147483647";

    private Ground own;

    @BeforeEach
    void prepare() {
        own = ground.bucket();
    }

    @AfterEach
    void close() {
        own.close();
        ground.rest().delete(own.path()).require(200);
    }

    private static int maxTtl(Ground ground) {
        return ground.rest().get(ground.path()).require(200).json().getInt("maxTTL");
    }

    /** Returns the value that the manifest has for a collection of the default scope; 0 when it has none. */
    private static int maxTtlOf(Ground ground, String name) {
        JsonArray scopes =
                ground.rest().get(ground.path() + "/scopes").require(200).json().getArray("scopes");
        for (Object scope : scopes) {
            for (Object collection : ((JsonObject) scope).getArray("collections")) {
                JsonObject found = (JsonObject) collection;
                if (((JsonObject) scope).getString("name").equals("_default")
                        && found.getString("name").equals(name)) {
                    return found.containsKey("maxTTL") ? found.getInt("maxTTL") : 0;
                }
            }
        }
        throw new AssertionError("no collection " + name + " in " + scopes);
    }

    private static String collections(Ground ground) {
        return ground.path() + "/scopes/_default/collections";
    }

    @Test
    @Row(
            number = 1,
            when = "sets maxTTL of a bucket to 0 .. 2147483647, at any time",
            then = "so it is; at first it is 0")
    void bucketTakesItsRange() {
        assertEquals(0, maxTtl(own));
        for (int seconds : new int[] {1, 2_147_483_647, 0}) {
            own.setBucketMaxTtl(seconds);
            assertEquals(seconds, maxTtl(own));
        }
    }

    @Test
    @Row(
            number = 2,
            when = "sets maxTTL of a bucket to something else",
            then = "400 `{\"errors\":{\"maxTTL\":\"" + OUT_OF_RANGE + "\"}}`")
    void bucketRefusesOthers() {
        for (String bad : List.of("-1", "2147483648", "1.5", "x", "")) {
            Rest.Answer answer = own.rest().post(own.path(), "maxTTL", bad).require(400);
            assertEquals(OUT_OF_RANGE, answer.json().getObject("errors").getString("maxTTL"), bad);
            Rest.Answer created =
                    own.rest().post("/pools/default/buckets", "name", "bad", "ramQuotaMB", "100", "maxTTL", bad);
            assertEquals(
                    OUT_OF_RANGE,
                    created.require(400).json().getObject("errors").getString("maxTTL"),
                    bad);
        }
        assertEquals(0, maxTtl(own));
    }

    @Test
    @Row(
            number = 3,
            when = "sets any maxTTL of the community edition",
            then = "400 \"Max TTL is supported in enterprise edition only\"")
    void communityHasNone() throws Exception {
        try (LocalServer community = LocalServer.start(Map.of(Setting.COUCHBASE_EDITION, "community"))) {
            Rest rest = community.rest();
            Rest.Answer bucket =
                    rest.post("/pools/default/buckets/default", "maxTTL", "10").require(400);
            String text = "Max TTL is supported in enterprise edition only";
            assertEquals(text, bucket.json().getObject("errors").getString("maxTTL"));
            String path = "/pools/default/buckets/default/scopes/_default/collections";
            Rest.Answer collection =
                    rest.post(path, "name", "c", "maxTTL", "10").require(400);
            assertTrue(collection.body().contains("enterprise edition only"), collection::toString);
            rest.post(path, "name", "c").require(200);
        }
    }

    @Test
    @Row(number = 4, when = "sets `max_ttl` of the bucket over KV to -1 or 2147483648", then = "EINVAL")
    void parameterRefusesOthers() {
        byte[] flush = Frame.u32(1);
        for (String bad : List.of("-1", "2147483648")) {
            own.ask(Frame.of(Frame.SET_PARAM, "max_ttl")
                            .vbucket(0)
                            .extras(flush)
                            .value(bad))
                    .require(Wire.EINVAL);
        }
        own.ask(Frame.of(Frame.SET_PARAM, "max_ttl").vbucket(0).extras(flush).value("30"))
                .require(Wire.OK);
        own.put("a");
        own.assertLivesFor(30, "a");
    }

    @Test
    @Row(number = 5, when = "changes another setting of a bucket", then = "maxTTL stays")
    void otherSettingsLeaveIt() {
        own.setBucketMaxTtl(30);
        own.rest().post(own.path(), "ramQuotaMB", "128").require(200);
        assertEquals(30, maxTtl(own));
    }

    @Test
    @Row(number = 6, when = "creates a collection with maxTTL, 0 .. 2147483647; since 7.6 also -1", then = "so it is")
    void collectionTakesItsRange() {
        for (String seconds : List.of("-1", "0", "1", "2147483647")) {
            try (Ground collection = own.sibling(seconds)) {
                assertEquals(Integer.parseInt(seconds), maxTtlOf(own, collection.name()));
            }
        }
    }

    @Test
    @Row(number = 7, when = "creates one with another maxTTL", then = "400 `{\"errors\":{\"maxTTL\":\"...\"}}`")
    void collectionRefusesOthers() throws Exception {
        for (String bad : List.of("-2", "2147483648", "x")) {
            Rest.Answer answer = own.rest()
                    .post(collections(own), "name", "c", "maxTTL", bad)
                    .require(400);
            assertTrue(answer.json().getObject("errors").containsKey("maxTTL"), answer::toString);
        }
        try (LocalServer old = LocalServer.start(Map.of(Setting.COUCHBASE_COMPAT, "7.2"))) {
            String path = "/pools/default/buckets/default/scopes/_default/collections";
            Rest.Answer answer =
                    old.rest().post(path, "name", "c", "maxTTL", "-1").require(400);
            assertTrue(answer.json().getObject("errors").containsKey("maxTTL"), answer::toString);
        }
    }

    @Test
    @Row(number = 8, when = "changes maxTTL of a collection, since 7.6", then = "so it is; not in the scope `_system`")
    void collectionChanges() {
        try (Ground collection = own.sibling("10")) {
            collection.put("old");
            String path = collections(own) + "/" + collection.name();
            own.rest().form("PATCH", path, "maxTTL", "30").require(200);
            assertEquals(30, maxTtlOf(own, collection.name()));
            collection.assertLivesFor(10, "old");
            collection.put("new");
            collection.assertLivesFor(30, "new");
        }
        String system = own.path() + "/scopes/_system/collections/_mobile";
        own.rest().form("PATCH", system, "maxTTL", "30").require(400);
    }

    @Test
    @Row(
            number = 9,
            when = "changes maxTTL of a collection before 7.6",
            then = "refused: 400 \"Unsupported key\"; the manifest stays as it is")
    void collectionKeepsBefore76() throws Exception {
        try (LocalServer old = LocalServer.start(Map.of(Setting.COUCHBASE_COMPAT, "7.2"))) {
            Rest rest = old.rest();
            String path = "/pools/default/buckets/default/scopes/_default/collections";
            rest.post(path, "name", "c", "maxTTL", "10").require(200);
            String before = rest.get("/pools/default/buckets/default/scopes").body();
            Rest.Answer answer = rest.form("PATCH", path + "/c", "maxTTL", "30").require(400);
            assertTrue(answer.body().contains("Unsupported key"), answer::toString);
            assertEquals(
                    before, rest.get("/pools/default/buckets/default/scopes").body());
        }
    }

    @Test
    @Row(number = 10, when = "sets maxTTL of a scope", then = "400, an unsupported key")
    void scopeHasNone() {
        own.rest().post(own.path() + "/scopes", "name", "s", "maxTTL", "10").require(400);
        own.rest().post(own.path() + "/scopes", "name", "s").require(200);
    }

    @Test
    @Row(
            number = 11,
            when = "changes maxTTL of a bucket that has documents",
            then = "they keep what they have: none stays none, longer stays longer; only a later write or touch obeys")
    void documentsKeepWhatTheyHave() {
        own.put("none");
        own.put("longer", 1_000);
        own.put("shorter", 10);
        own.setBucketMaxTtl(100);
        own.assertLivesForever("none");
        own.assertLivesFor(1_000, "longer");
        own.assertLivesFor(10, "shorter");
        own.put("none");
        own.assertLivesFor(100, "none");
        own.send(Frame.touch(Frame.TOUCH, "longer", 1_000)).require(Wire.OK);
        own.assertLivesFor(100, "longer");
        own.setBucketMaxTtl(0);
        own.assertLivesFor(100, "none");
    }

    @Test
    @Row(number = 12, when = "writes to the default collection", then = "the bucket's maxTTL counts")
    void defaultCollectionObeysTheBucket() {
        own.setBucketMaxTtl(50);
        own.put("a");
        own.assertDiesAfter(50, "a");
        assertEquals(0, maxTtlOf(own, "_default"));
    }

    @Test
    @Row(
            number = 13,
            when = "creates a memcached bucket, which releases before 8.0 still do",
            then = "made; its maxTTL is told as 0 whatever was given")
    void memcachedBucketsHaveNone() {
        String[] fields = {"name", "m", "ramQuotaMB", "100", "bucketType", "memcached"};
        own.rest().post("/pools/default/buckets", fields).require(202);
        JsonObject made =
                own.rest().get("/pools/default/buckets/m").require(200).json();
        assertEquals("memcached", made.getString("bucketType"));
        assertEquals(0, made.getInt("maxTTL"));
        own.rest().delete("/pools/default/buckets/m").require(200);
    }

    @Test
    @Row(
            number = 14,
            when = "uses an ephemeral bucket",
            then = "all of it works: expiry, maxTTL of bucket and collection, touch")
    void ephemeralBucketsExpireToo() {
        try (Ground ephemeral = own.bucket("bucketType", "ephemeral", "maxTTL", "50")) {
            ephemeral.put("a", 10);
            ephemeral.put("b");
            ephemeral.assertLivesFor(50, "b");
            ephemeral.assertDiesAfter(10, "a");
            try (Ground collection = ephemeral.sibling("20")) {
                collection.put("c");
                collection.assertLivesFor(20, "c");
            }
            ephemeral.advance(40);
            ephemeral.assertGone("b");
            ephemeral.rest().delete(ephemeral.path()).require(200);
        }
    }
}
