package dev.mayfly.face.couchbase.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.CouchbaseRelease;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.couchbase.session.Privilege;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements whose answer depends on the release, on the user, and on other users. */
class StatementRulesTest {
    private static final int THREADS = 4;
    private static final int UPDATES = 50;

    private static int code(QueryFixture.Outcome outcome) {
        return outcome.errors().isEmpty() ? 0 : outcome.errors().getFirst().code();
    }

    @Test
    void beforeRelease76AQueryNeedsAnIndex() {
        BucketRules rules = new BucketRules(CouchbaseRelease.R7_2, Edition.ENTERPRISE, BucketRules.VBUCKETS);
        try (QueryFixture fixture = new QueryFixture(rules)) {
            N1qlException refusal =
                    assertThrows(N1qlException.class, () -> fixture.run("SELECT * FROM default", Parameters.NONE));
            assertEquals(4000, refusal.code());
            assertEquals(0, code(fixture.run("SELECT * FROM default USE KEYS [\"a\"]", Parameters.NONE)));
            fixture.run("CREATE PRIMARY INDEX ON default", Parameters.NONE);
            assertEquals(0, code(fixture.run("SELECT * FROM default", Parameters.NONE)));
            assertEquals(
                    12027,
                    code(fixture.run("CREATE COLLECTION default._default.c WITH {\"maxTTL\": 5}", Parameters.NONE)));
        }
    }

    @Test
    void bucketThatDemandsMoreThanOneNodeCanGiveIsNotWritten() {
        try (QueryFixture fixture = new QueryFixture()) {
            BucketSettings demanding = BucketSettings.plain()
                    .with(Map.of(BucketSettings.DURABILITY, "majority", BucketSettings.REPLICAS, "1"));
            fixture.buckets.buckets().create("demanding", demanding);
            QueryFixture.Outcome refused =
                    fixture.run("INSERT INTO demanding VALUES (\"a\", {\"n\": 1})", Parameters.NONE);
            assertTrue(refused.errors().getFirst().text().endsWith("DURABILITY_IMPOSSIBLE"), refused.toString());
            assertEquals(0, refused.mutations());
            fixture.buckets
                    .buckets()
                    .create("content", BucketSettings.plain().with(Map.of(BucketSettings.REPLICAS, "1")));
            assertEquals(
                    1,
                    fixture.run("INSERT INTO content VALUES (\"a\", {\"n\": 1})", Parameters.NONE)
                            .mutations());
        }
    }

    @Test
    void communityEditionHasNoLimitOfLifetimes() {
        BucketRules rules = new BucketRules(CouchbaseRelease.R7_6, Edition.COMMUNITY, BucketRules.VBUCKETS);
        try (QueryFixture fixture = new QueryFixture(rules)) {
            String statement = "CREATE COLLECTION default._default.c WITH {\"maxTTL\": 5}";
            assertEquals(12027, code(fixture.run(statement, Parameters.NONE)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM default",
                "SELECT * FROM default USE KEYS \"a\"",
                "SELECT (SELECT * FROM default)",
                "INSERT INTO default (KEY, VALUE) VALUES (\"a\", 1)",
                "UPSERT INTO default (KEY, VALUE) VALUES (\"a\", 1)",
                "UPDATE default SET a = 1",
                "DELETE FROM default",
                "MERGE INTO default t USING [1] AS s ON KEY \"a\" WHEN NOT MATCHED THEN INSERT s",
                "CREATE SCOPE default.s",
                "DROP SCOPE default.s",
                "CREATE COLLECTION default._default.c",
                "DROP COLLECTION default._default.c",
                "CREATE PRIMARY INDEX ON default",
                "CREATE INDEX i ON default(a)",
                "DROP INDEX i ON default"
            })
    void whoMayDoNothingIsRefused(String statement) {
        try (QueryFixture fixture = new QueryFixture()) {
            fixture.identity = new Identity() {
                @Override
                public String name() {
                    return "nobody";
                }

                @Override
                public boolean mayEnter(String bucket) {
                    return true;
                }

                @Override
                public boolean may(Privilege privilege, String bucket) {
                    return false;
                }
            };
            assertEquals(13014, code(fixture.run(statement, Parameters.NONE)));
        }
    }

    @Test
    void noUpdateIsLostWhereManyUpdate() throws InterruptedException {
        try (QueryFixture fixture = new QueryFixture()) {
            fixture.put("default", "a", "{\"n\": 0}");
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                threads.add(Thread.ofVirtual().start(() -> {
                    for (int update = 0; update < UPDATES; update++) {
                        fixture.run("UPDATE default SET n = n + 1 WHERE n >= 0", Parameters.NONE);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            QueryFixture.Outcome outcome = fixture.run("SELECT RAW n FROM default", Parameters.NONE);
            assertEquals(List.of(N1qlValues.of(THREADS * UPDATES)), outcome.rows());
        }
    }
}
