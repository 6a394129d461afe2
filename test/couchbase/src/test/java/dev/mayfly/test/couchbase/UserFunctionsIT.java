package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.json.JsonArray;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.query.QueryOptions;
import dev.mayfly.app.server.config.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions that users make, through the vendor's client: they outlive a restart, and no script goes beyond its bounds. */
final class UserFunctionsIT {
    private static final String SLUG = "CREATE FUNCTION slug(title) LANGUAGE JAVASCRIPT AS"
            + " \"function slug(title) { return title.toLowerCase().split(' ').join('-'); }\"";

    @TempDir
    private Path folder = Path.of("");

    private static List<JsonObject> rows(Cluster cluster, String statement, Object... values) {
        return cluster.query(statement, QueryOptions.queryOptions().parameters(JsonArray.from(values)))
                .rowsAsObject();
    }

    private static int codeOf(Cluster cluster, String statement) {
        CouchbaseException refused = assertThrows(CouchbaseException.class, () -> cluster.query(statement));
        String context = refused.getMessage();
        int at = context.indexOf("\"code\":");
        return Integer.parseInt(context.substring(at + 7).replaceFirst("^(\\d+)[\\s\\S]*$", "$1"));
    }

    @Test
    void functionsOutliveARestart() throws Exception {
        Map<Setting, String> settings = Map.of(Setting.DATA, folder.toString());
        try (LocalServer server = LocalServer.start(settings);
                Cluster cluster = server.connect()) {
            cluster.query(SLUG);
            cluster.query("CREATE FUNCTION default:default.`_default`.titles(who)"
                    + " { (SELECT RAW d.title FROM default:default d WHERE d.author = who ORDER BY d.title) }");
            cluster.query("INSERT INTO default (KEY, VALUE) VALUES ('a', {'author': 'ann', 'title': 'On Time'})");
            assertCalled(cluster);
        }
        try (LocalServer server = LocalServer.start(settings);
                Cluster cluster = server.connect()) {
            assertCalled(cluster);
            cluster.query("DROP FUNCTION slug");
            assertEquals(10101, codeOf(cluster, "EXECUTE FUNCTION slug('A b')"));
        }
    }

    private static void assertCalled(Cluster cluster) {
        assertEquals(
                List.of(JsonObject.create().put("s", "on-time")), rows(cluster, "SELECT slug($1) AS s", "On Time"));
        assertEquals(
                List.of(JsonArray.from("On Time")),
                cluster.query("EXECUTE FUNCTION default.`_default`.titles('ann')")
                        .rowsAs(JsonArray.class));
        assertEquals(
                List.of(JsonObject.create().put("id", "a").put("s", JsonArray.from("on-time"))),
                rows(
                        cluster,
                        "SELECT META(d).id, ARRAY slug(t) FOR t IN default.`_default`.titles(d.author) END AS s"
                                + " FROM default d WHERE slug(d.title) = $1",
                        "on-time"));
    }

    @Test
    void hostileScriptsEndWithinTheirBounds() throws Exception {
        try (LocalServer server = LocalServer.start(Map.of());
                Cluster cluster = server.connect()) {
            cluster.query(SLUG);
            cluster.query("CREATE FUNCTION loops() LANGUAGE JAVASCRIPT AS 'function loops() { for (;;) {} }'");
            cluster.query("CREATE FUNCTION eats() LANGUAGE JAVASCRIPT AS"
                    + " 'function eats() { const all = []; for (;;) { all.push(\"x\".repeat(1e6) + all.length); } }'");
            cluster.query("CREATE FUNCTION leaves() LANGUAGE JAVASCRIPT AS"
                    + " 'function leaves() { return typeof require + typeof process + typeof java_invoke; }'");
            Rest query = new Rest(
                    server.endpoint().query(),
                    server.endpoint().user(),
                    server.endpoint().password());
            JsonObject ended = query.post("/query/service", "statement", "EXECUTE FUNCTION loops()", "timeout", "200ms")
                    .json();
            assertEquals("timeout", ended.getString("status"));
            assertEquals(10109, codeOf(cluster, "EXECUTE FUNCTION eats()"));
            assertEquals(
                    List.of("undefinedundefinedundefined"),
                    cluster.query("EXECUTE FUNCTION leaves()").rowsAs(String.class));
            assertEquals(List.of(JsonObject.create().put("s", "a-b")), rows(cluster, "SELECT slug('A b') AS s"));
        }
    }

    @Test
    void whereScriptsAreOffInlineFunctionsGoOn() throws Exception {
        try (LocalServer server = LocalServer.start(Map.of(Setting.SCRIPTS, "off"));
                Cluster cluster = server.connect()) {
            assertEquals(10108, codeOf(cluster, SLUG));
            cluster.query("CREATE FUNCTION twice(n) { n * 2 }");
            assertEquals(List.of(6L), cluster.query("EXECUTE FUNCTION twice(3)").rowsAs(Long.class));
            assertTrue(rows(cluster, "SELECT f.* FROM system:functions f").size() == 1);
        }
    }
}
