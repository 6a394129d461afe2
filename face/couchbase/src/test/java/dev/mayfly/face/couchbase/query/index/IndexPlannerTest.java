package dev.mayfly.face.couchbase.query.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.face.couchbase.bucket.BucketsFixture;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexPlannerTest {
    private final IndexFixture fixture = new IndexFixture();

    IndexPlannerTest() {
        fixture.put("1", "{\"n\":1,\"s\":\"apple\",\"t\":[\"x\",\"y\"],\"o\":{\"p\":5}}");
        fixture.put("2", "{\"n\":2,\"s\":\"apricot\",\"t\":[\"y\"],\"o\":{\"p\":4}}");
        fixture.put("3", "{\"n\":3,\"s\":\"banana\",\"t\":[],\"o\":{\"p\":3}}");
        fixture.put("4", "{\"n\":null,\"s\":\"cherry\",\"t\":[\"z\",\"x\",\"x\"]}");
        fixture.put("5", "{\"n\":\"5\",\"s\":7,\"o\":{\"p\":1},\"items\":[{\"k\":1,\"q\":9},{\"k\":2}]}");
        fixture.put("6", "{\"s\":\"a\\u0000b\",\"n\":1.5,\"items\":[{\"k\":3}]}");
        fixture.put("7", "{\"n\":9007199254740993}");
        fixture.put("8", "{\"n\":9007199254740992.0}");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "n = 2|1",
                "n = 9007199254740993|1",
                "2 = n|1",
                "n > 1|6",
                "n >= 1 AND n < 3|3",
                "n BETWEEN 1 AND 2|3",
                "n IN [1, 3, 3, \"5\", null]|3",
                "n = 1 OR n = 3|2",
                "n IS NOT MISSING|8",
                "n IS NOT NULL|7",
                "n IS NULL|1",
                "n = null|0",
                "n < \"a\"|7",
                "n != 2|7",
                "n > 1 AND n < 0|0",
                "d.n = 2|1",
                "n|7"
            })
    void whatIsSaidOfAKeyNarrowsTheWalk(String condition, int met) {
        fixture.create("CREATE INDEX byN ON b(n)");
        String query = "SELECT * FROM b d WHERE " + condition;
        assertEquals(met, fixture.met(query), condition);
        assertEquals(new TreeSet<>(fixture.all(query)), new TreeSet<>(fixture.found(query)), condition);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "s LIKE \"ap%\"|2",
                "s LIKE \"apple\"|1",
                "s LIKE \"%\"|5",
                "s LIKE \"a_ricot\"|3",
                "s = \"a\\u0000b\"|1",
                "s >= \"b\"|2"
            })
    void textsAreFoundByTheirBeginnings(String condition, int met) {
        fixture.create("CREATE INDEX byS ON b(s DESC)");
        String query = "SELECT * FROM b d WHERE " + condition;
        assertEquals(met, fixture.met(query), condition);
        assertEquals(new TreeSet<>(fixture.all(query)), new TreeSet<>(fixture.found(query)), condition);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ANY v IN t SATISFIES v = \"x\" END|2",
                "ANY word IN t SATISFIES word IN [\"x\", \"y\"] END|3",
                "\"y\" IN t|2",
                "ANY v IN t SATISFIES v > \"x\" END|3"
            })
    void elementsOfArraysAreKeysAndADocumentComesOnce(String condition, int met) {
        fixture.create("CREATE INDEX byT ON b(DISTINCT ARRAY v FOR v IN t END)");
        String query = "SELECT * FROM b d WHERE " + condition;
        assertEquals(met, fixture.met(query), condition);
        assertEquals(new TreeSet<>(fixture.all(query)), new TreeSet<>(fixture.found(query)), condition);
    }

    @Test
    void whatIsMadeOfElementsIsAKeyToo() {
        fixture.create("CREATE INDEX byK ON b(ALL ARRAY i.k FOR i IN items WHEN i.q = 9 END, n)");
        String query = "SELECT * FROM b d WHERE ANY x IN items SATISFIES x.k = 1 AND x.q = 9 END";
        assertEquals(List.of("5"), fixture.found(query));
        assertEquals(1, fixture.met(query));
        assertThrows(
                N1qlException.class,
                () -> fixture.path("SELECT * FROM b d WHERE ANY x IN items SATISFIES x.k = 1 END"));
    }

    @Test
    void laterKeysNarrowWhereTheFirstIsFixed() {
        fixture.create("CREATE INDEX two ON b(o.p DESC, n)");
        fixture.create("CREATE INDEX one ON b(o.p)");
        String query = "SELECT * FROM b d WHERE o.p IN [5, 4, 3] AND n >= 2";
        assertEquals(2, fixture.met(query));
        assertEquals(List.of("2", "3"), fixture.found(query));
    }

    @Test
    void anIndexGivesItsOrder() {
        fixture.create("CREATE INDEX byOrder ON b(n, s DESC)");
        assertEquals(
                List.of("4", "1", "6", "2", "3", "8", "7", "5"),
                fixture.found("SELECT * FROM b d WHERE n IS NOT MISSING ORDER BY n"));
        assertTrue(fixture.path("SELECT * FROM b d WHERE n IS NOT MISSING ORDER BY n")
                .isOrdered());
        assertEquals(
                List.of("5", "7", "8", "3", "2", "6", "1", "4"),
                fixture.found("SELECT * FROM b d WHERE n IS NOT MISSING ORDER BY n DESC, s"));
        assertFalse(fixture.path("SELECT * FROM b d WHERE n IS NOT MISSING ORDER BY n, s")
                .isOrdered());
        assertTrue(fixture.path("SELECT * FROM b d WHERE n = 1 ORDER BY s DESC, meta(d).id")
                .isOrdered());
        assertFalse(fixture.path("SELECT * FROM b d WHERE n > 1 ORDER BY n NULLS LAST")
                .isOrdered());
        assertFalse(fixture.path("SELECT * FROM b d WHERE n > 1 ORDER BY s").isOrdered());
    }

    @Test
    void anIndexCoversWhatStandsInIt() {
        fixture.create("CREATE INDEX covers ON b(n, o)");
        assertTrue(
                fixture.path("SELECT n, o.p, meta(d).id FROM b d WHERE n = 1").isCovering());
        assertFalse(fixture.path("SELECT n, s FROM b d WHERE n = 1").isCovering());
        assertFalse(fixture.path("SELECT * FROM b d WHERE n = 1").isCovering());
    }

    @Test
    void aPartialIndexServesWhoAsksForNoMore() {
        fixture.create("CREATE INDEX few ON b(n) WHERE o.p > 2");
        assertEquals(List.of("1", "2"), fixture.found("SELECT * FROM b d WHERE n < 3 AND o.p > 2"));
        assertEquals(List.of("1"), fixture.found("SELECT * FROM b d WHERE n < 3 AND o.p >= 5"));
        assertThrows(N1qlException.class, () -> fixture.path("SELECT * FROM b d WHERE n < 3 AND o.p > 1"));
        assertThrows(N1qlException.class, () -> fixture.path("SELECT * FROM b d WHERE n < 3"));
    }

    @Test
    void aDocumentWithoutTheFirstKeyIsInNoIndexUnlessThatAsksForIt() {
        fixture.create("CREATE INDEX all1 ON b(o.p INCLUDE MISSING)");
        assertEquals(4, fixture.met("SELECT * FROM b d WHERE o.p IS MISSING"));
        assertEquals(8, fixture.met("SELECT * FROM b d ORDER BY o.p"));
        fixture.catalog().drop(fixture.keyspace(), "all1");
        fixture.create("CREATE INDEX present ON b(o.p)");
        assertThrows(N1qlException.class, () -> fixture.path("SELECT * FROM b d WHERE o.p IS MISSING"));
    }

    @Test
    void withoutAnIndexTheServiceSaysWhatToDo() {
        N1qlException refusal = assertThrows(N1qlException.class, () -> fixture.path("SELECT * FROM b d"));
        assertEquals(4000, refusal.code());
        assertEquals(
                "No index available on keyspace `default`:`b` that matches your query. Use CREATE PRIMARY INDEX ON"
                        + " `default`:`b` to create a primary index, or check that your expected index is online.",
                refusal.text());
        fixture.create("CREATE PRIMARY INDEX ON b");
        assertEquals(8, fixture.met("SELECT * FROM b d"));
        assertEquals(
                List.of("8", "7", "6", "5", "4", "3", "2", "1"),
                fixture.found("SELECT meta(d).id FROM b d ORDER BY meta(d).id DESC"));
    }

    @Test
    void hintsChoose() {
        fixture.create("CREATE PRIMARY INDEX ON b");
        fixture.create("CREATE INDEX x ON b(n)");
        fixture.create("CREATE INDEX y ON b(n, s)");
        assertEquals(
                N1qlValues.of("x"),
                fixture.path("SELECT * FROM b d USE INDEX (x USING GSI) WHERE n = 1 AND s = \"apple\"")
                        .explained()
                        .field("index"));
        assertEquals(
                N1qlValues.of("#primary"),
                fixture.path("SELECT * FROM b d USE INDEX (`#primary`) WHERE n = 1")
                        .explained()
                        .field("index"));
        assertEquals(
                N1qlValues.of("y"),
                fixture.path("SELECT * FROM b d WHERE n = 1 AND s = \"apple\"")
                        .explained()
                        .field("index"));
    }

    @Test
    void anIndexThatWaitsIsUsedOnceItIsBuilt() {
        fixture.create("CREATE INDEX later ON b(n) WITH {\"defer_build\": true}");
        assertEquals(
                "deferred", fixture.catalog().of(fixture.keyspace()).getFirst().state());
        assertThrows(N1qlException.class, () -> fixture.path("SELECT * FROM b d WHERE n = 1"));
        long before = fixture.catalog().generation();
        fixture.catalog().build(fixture.keyspace(), List.of("later"));
        assertTrue(fixture.catalog().generation() > before);
        assertEquals(
                "online", fixture.catalog().of(fixture.keyspace()).getFirst().state());
        assertEquals(List.of("1"), fixture.found("SELECT * FROM b d WHERE n = 1"));
    }

    @Test
    void indexesSurviveARestart() {
        fixture.create("CREATE INDEX byN ON b(n) WHERE s IS NOT NULL");
        fixture.buckets().restart();
        assertEquals(List.of("1"), fixture.found("SELECT * FROM b d WHERE n = 1 AND s IS NOT NULL"));
        fixture.put("9", "{\"n\":1,\"s\":1}");
        assertEquals(List.of("1", "9"), fixture.found("SELECT * FROM b d WHERE n = 1 AND s IS NOT NULL"));
    }

    @Test
    void aCoveringIndexNeverReturnsAnExpiredDocument() {
        fixture.create("CREATE INDEX byN ON b(n, meta().expiration)");
        fixture.put("x", "{\"n\":77}", new Lifetime.Until(BucketsFixture.START + 10_000));
        String query = "SELECT n, meta(d).id FROM b d WHERE n = 77";
        assertTrue(fixture.path(query).isCovering());
        assertEquals(List.of("x"), fixture.found(query));
        fixture.buckets().clock().advance(Duration.ofSeconds(10));
        assertEquals(List.of(), fixture.found(query));
    }

    @Test
    void keysBesideTheDocumentAreKeys() {
        fixture.create("CREATE INDEX byId ON b(meta().id)");
        assertEquals(1, fixture.met("SELECT meta(d).id FROM b d WHERE meta(d).id = \"3\""));
        fixture.create("CREATE INDEX byEnd ON b(meta().expiration)");
        fixture.put("x", "{}", new Lifetime.Until(BucketsFixture.START + 10_000));
        assertEquals(1, fixture.met("SELECT meta(d).expiration FROM b d WHERE meta(d).expiration > 0"));
    }

    @Test
    void anIndexOverTheExpirationFollowsATouch() {
        fixture.create("CREATE INDEX byEnd ON b(meta().expiration)");
        Lifetime later = new Lifetime.Until(BucketsFixture.START + 10_000);
        String query = "SELECT meta(d).expiration FROM b d WHERE meta(d).expiration > 0";
        assertEquals(0, fixture.met(query));
        fixture.put("1", "{\"n\":1}", later);
        assertEquals(1, fixture.met(query));
    }

    @Test
    void whatCannotBeAnIndexIsRefused() {
        fixture.create("CREATE INDEX byN ON b(n)");
        assertEquals(4300, refusal("CREATE INDEX byN ON b(s)"));
        assertEquals(3280, refusal("CREATE INDEX i ON b(now_str())"));
        assertEquals(3280, refusal("CREATE INDEX i ON b(ALL t, ALL items)"));
        assertEquals(3281, refusal("CREATE INDEX i ON b(n, s INCLUDE MISSING)"));
        assertEquals(3280, refusal("CREATE INDEX i ON b(no_function_of_the_language(n))"));
        assertEquals(
                12016,
                assertThrows(N1qlException.class, () -> fixture.catalog().drop(fixture.keyspace(), "nothing"))
                        .code());
    }

    private int refusal(String statement) {
        return assertThrows(N1qlException.class, () -> fixture.create(statement))
                .code();
    }
}
