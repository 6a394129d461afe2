package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.core.error.IndexNotFoundException;
import com.couchbase.client.core.error.ParsingFailureException;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.json.JsonArray;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.query.QueryOptions;
import com.couchbase.client.java.query.QueryResult;
import com.couchbase.client.java.query.QueryScanConsistency;
import com.couchbase.client.java.query.QueryStatus;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The query service through the SDK for Java. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class QueryIT extends OnGround {
    @BeforeEach
    void prepare() {
        for (int n = 0; n < 10; n++) {
            ground.collection()
                    .upsert(
                            "d" + n,
                            JsonObject.create()
                                    .put("n", n)
                                    .put("group", n % 2 == 0 ? "even" : "odd")
                                    .put("tags", JsonArray.from("t" + n, "all")));
        }
    }

    private QueryOptions options() {
        return QueryOptions.queryOptions().scanConsistency(QueryScanConsistency.REQUEST_PLUS);
    }

    private QueryResult query(String statement, QueryOptions options) {
        return ground.cluster().query(statement.replace("@", ground.keyspace()), options);
    }

    private List<String> raw(String statement) {
        return query(statement, options()).rowsAs(Object.class).stream()
                .map(String::valueOf)
                .toList();
    }

    private void index() {
        query("CREATE PRIMARY INDEX IF NOT EXISTS ON @", options());
    }

    @Test
    void parametersByPlaceAndByName() {
        index();
        QueryResult byPlace = query(
                "SELECT d.n FROM @ d WHERE d.n > $1 AND d.n < ? ORDER BY d.n".replace("?", "$2"),
                options().parameters(JsonArray.from(2, 5)).metrics(true));
        assertEquals(List.of(3, 4), numbers(byPlace));
        assertEquals(QueryStatus.SUCCESS, byPlace.metaData().status());
        assertEquals(2, byPlace.metaData().metrics().orElseThrow().resultCount());
        QueryResult byName = query(
                "SELECT d.n FROM @ d WHERE d.n > $least ORDER BY d.n DESC LIMIT 2",
                options().parameters(JsonObject.create().put("least", 6)));
        assertEquals(List.of(9, 8), numbers(byName));
    }

    private static List<Integer> numbers(QueryResult result) {
        return result.rowsAsObject().stream().map(row -> row.getInt("n")).toList();
    }

    @Test
    void preparedStatementsAreUsedAgain() {
        index();
        for (int least = 0; least < 3; least++) {
            QueryResult result = query(
                    "SELECT d.n FROM @ d WHERE d.n >= $1",
                    options().adhoc(false).parameters(JsonArray.from(least)));
            assertEquals(10 - least, result.rowsAsObject().size());
        }
    }

    @Test
    void wherewithalOfSelects() {
        index();
        assertEquals(List.of("10"), raw("SELECT RAW COUNT(*) FROM @ d"));
        assertEquals(
                List.of("even=20", "odd=25"),
                query(
                                "SELECT d.`group` AS g, SUM(d.n) AS s FROM @ d GROUP BY d.`group` HAVING SUM(d.n) > 1"
                                        + " ORDER BY g",
                                options())
                        .rowsAsObject()
                        .stream()
                        .map(row -> row.getString("g") + "=" + row.getInt("s"))
                        .toList());
        assertEquals(List.of("t3"), raw("SELECT RAW t FROM @ d USE KEYS \"d3\" UNNEST d.tags AS t WHERE t != \"all\""));
        assertEquals(List.of("3", "4"), raw("SELECT RAW d.n FROM @ d ORDER BY d.n LIMIT 2 OFFSET 3"));
        assertEquals(
                List.of("d1", "d2"), raw("SELECT RAW META(d).id FROM @ d WHERE d.n IN [1, 2] ORDER BY META(d).id"));
        assertEquals(List.of("even", "odd"), raw("SELECT DISTINCT RAW d.`group` FROM @ d ORDER BY d.`group`"));
        assertEquals(List.of("2"), raw("SELECT RAW COUNT(DISTINCT d.`group`) FROM @ d WHERE d.n BETWEEN 1 AND 8"));
        assertEquals(List.of("true"), raw("SELECT RAW META(d).cas > 0 FROM @ d USE KEYS \"d1\""));
    }

    @Test
    void statementsChangeDocuments() {
        index();
        assertEquals(
                List.of("fresh"),
                raw("INSERT INTO @ (KEY, VALUE) VALUES (\"fresh\", {\"n\": 100}) RETURNING RAW META().id"));
        assertThrows(
                CouchbaseException.class,
                () -> query("INSERT INTO @ (KEY, VALUE) VALUES (\"fresh\", {\"n\": 1})", options()));
        query("UPDATE @ d SET d.n = d.n + 1000 WHERE d.`group` = \"odd\"", options());
        assertEquals(List.of("5"), raw("SELECT RAW COUNT(*) FROM @ d WHERE d.n > 1000"));
        QueryResult deleted =
                query("DELETE FROM @ d WHERE d.n > 1000", options().metrics(true));
        assertEquals(5, deleted.metaData().metrics().orElseThrow().mutationCount());
        assertEquals(List.of("6"), raw("SELECT RAW COUNT(*) FROM @ d"));
        query(
                "MERGE INTO @ t USING [{\"id\": \"d0\", \"n\": 7}, {\"id\": \"new\", \"n\": 8}] s ON KEY s.id"
                        + " WHEN MATCHED THEN UPDATE SET t.n = s.n WHEN NOT MATCHED THEN INSERT {\"n\": s.n}",
                options());
        assertEquals(List.of("7", "8"), raw("SELECT RAW d.n FROM @ d USE KEYS [\"d0\", \"new\"] ORDER BY d.n"));
    }

    @Test
    void errorsAreToldAsTheServerTellsThem() {
        assertThrows(ParsingFailureException.class, () -> query("SELEKT 1", options()));
        assertThrows(CouchbaseException.class, () -> query("SELECT * FROM `default`.`_default`.`nowhere`", options()));
        assertThrows(IndexNotFoundException.class, () -> query("DROP INDEX nothing ON @", options()));
    }

    @Test
    void aReleaseWithoutSequentialScansAsksForAnIndex() throws Exception {
        assertEquals(List.of("1"), raw("SELECT RAW d.n FROM @ d WHERE d.n = 1"));
        try (LocalServer old = LocalServer.start(Map.of(Setting.COUCHBASE_COMPAT, "7.2"));
                Cluster cluster = old.connect()) {
            CouchbaseException noIndex = assertThrows(
                    CouchbaseException.class, () -> cluster.query("SELECT d.n FROM `default` d WHERE d.n = 1"));
            String message = String.valueOf(noIndex.getMessage());
            assertTrue(message.contains("4000"), message);
        }
    }

    @Test
    void readonlyRequestsChangeNothing() {
        assertThrows(
                CouchbaseException.class,
                () -> query("UPSERT INTO @ VALUES (\"x\", {})", options().readonly(true)));
        assertFalse(ground.isThere("x"));
    }

    @Test
    void scopesGiveStatementsTheirContext() {
        index();
        QueryResult result = ground.cluster()
                .bucket(ground.bucketName())
                .defaultScope()
                .query("SELECT RAW COUNT(*) FROM `" + ground.name() + "`", options());
        assertEquals(List.of(10), result.rowsAs(Integer.class));
    }

    @Test
    void explainNamesTheIndex() {
        query("CREATE INDEX byGroup ON @(`group`, n)", options());
        String plan = query("EXPLAIN SELECT d.n FROM @ d WHERE d.`group` = \"odd\"", options())
                .rowsAsObject()
                .toString();
        assertTrue(plan.contains("byGroup"), plan);
        assertEquals(
                List.of("1", "3", "5", "7", "9"),
                raw("SELECT RAW d.n FROM @ d WHERE d.`group` = \"odd\" ORDER BY d.n"));
    }

    @Test
    void systemKeyspacesTellWhatThereIs() {
        index();
        assertTrue(raw("SELECT RAW k.name FROM system:keyspaces k").contains(ground.name()));
        assertTrue(raw("SELECT RAW i.name FROM system:indexes i WHERE i.keyspace_id = \"" + ground.name() + "\"")
                .contains("#primary"));
    }

    @Test
    void scopesAndCollectionsAreMadeByStatements() {
        query("CREATE SCOPE `default`.made", options());
        query("CREATE COLLECTION `default`.made.things", options());
        query("UPSERT INTO `default`.made.things VALUES (\"a\", {\"n\": 1})", options());
        assertEquals(List.of("1"), raw("SELECT RAW t.n FROM `default`.made.things t USE KEYS \"a\""));
        query("DROP COLLECTION `default`.made.things", options());
        query("DROP SCOPE `default`.made", options());
    }

    @Test
    void reactiveAndAsynchronousQueriesStream() throws Exception {
        index();
        var reactive = ground.cluster()
                .reactive()
                .query("SELECT RAW d.n FROM " + ground.keyspace() + " d", QueryOptions.queryOptions())
                .flatMapMany(result -> result.rowsAs(Integer.class))
                .collect(Collectors.toSet())
                .block();
        assertEquals(10, reactive == null ? 0 : reactive.size());
        assertEquals(
                10,
                ground.cluster()
                        .async()
                        .query("SELECT RAW d.n FROM " + ground.keyspace() + " d")
                        .get()
                        .rowsAs(Integer.class)
                        .size());
    }
}
