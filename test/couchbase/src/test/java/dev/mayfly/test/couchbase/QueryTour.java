package dev.mayfly.test.couchbase;

import java.util.ArrayList;
import java.util.List;

/** The features of N1QL, each with a statement and its rows, in an order in which each finds what it needs. */
final class QueryTour {
    /** The placeholder of the collection in a statement. */
    static final String KEYSPACE = "@";

    private QueryTour() {}

    /**
     * One feature.
     *
     * @param rows it must give, as JSON, a line each; what begins with {@code error} refuses it with that code; null when
     *     they are of no matter
     */
    record Feature(String name, String statement, String rows) {
        boolean isSupported() {
            return !rows.startsWith("error");
        }
    }

    /** Rows that are of no matter. */
    static final String ANY = "any";

    static List<Feature> all() {
        List<Feature> tour = new ArrayList<>();
        add(tour, "CREATE PRIMARY INDEX", "CREATE PRIMARY INDEX ON @", "");
        add(tour, "CREATE INDEX", "CREATE INDEX byN ON @(n)", "");
        add(tour, "index with a condition", "CREATE INDEX few ON @(g) WHERE n > 1", "");
        add(
                tour,
                "index over several keys of an element",
                "CREATE INDEX several ON @(DISTINCT ARRAY FLATTEN_KEYS(v.a, v.b DESC) FOR v IN s END)",
                "");
        add(
                tour,
                "index over arrays in arrays",
                "CREATE INDEX nested ON @(DISTINCT ARRAY (DISTINCT ARRAY w FOR w IN v.w END) FOR v IN s END)",
                "");
        add(tour, "index WITH {\"defer_build\"}", "CREATE INDEX late ON @(s) WITH {\"defer_build\": true}", "");
        add(tour, "BUILD INDEX", "BUILD INDEX ON @(late)", "");
        add(tour, "INSERT", "INSERT INTO @ (KEY, VALUE) VALUES (\"a\", {\"n\":1,\"g\":\"x\",\"s\":[1,2]})", "");
        add(
                tour,
                "INSERT of several",
                "INSERT INTO @ VALUES (\"b\", {\"n\":2,\"g\":\"x\",\"s\":[3]}),"
                        + " VALUES (\"c\", {\"n\":3,\"g\":\"y\",\"s\":[]})",
                "");
        add(tour, "INSERT with OPTIONS", "INSERT INTO @ VALUES (\"d\", {\"n\":4}, {\"expiration\":100})", "");
        add(tour, "UPSERT RETURNING", "UPSERT INTO @ VALUES (\"d\", {\"n\":4}) RETURNING META().id", "{\"id\":\"d\"}");
        add(tour, "INSERT of a SELECT", "INSERT INTO @ (KEY k, VALUE v) SELECT \"e\" AS k, {\"n\":5} AS v", "");
        add(tour, "USE KEYS", "SELECT t.n FROM @ t USE KEYS [\"a\",\"c\"] ORDER BY t.n", "{\"n\":1}\n{\"n\":3}");
        add(tour, "WHERE", "SELECT t.n FROM @ t WHERE t.n = 2", "{\"n\":2}");
        add(tour, "SELECT RAW", "SELECT RAW t.n FROM @ t WHERE t.n < 3 ORDER BY t.n", "1\n2");
        add(tour, "SELECT *", "SELECT * FROM @ t USE KEYS \"d\"", "{\"t\":{\"n\":4}}");
        add(tour, "SELECT t.*", "SELECT t.* FROM @ t USE KEYS \"d\"", "{\"n\":4}");
        add(tour, "SELECT .. EXCLUDE", "SELECT t.* EXCLUDE s FROM @ t USE KEYS \"c\"", "{\"n\":3,\"g\":\"y\"}");
        add(tour, "fields in any case", "SELECT RAW t.`N`i FROM @ t USE KEYS \"c\"", "3");
        add(tour, "DISTINCT", "SELECT DISTINCT RAW t.g FROM @ t WHERE t.g IS NOT MISSING ORDER BY t.g", "\"x\"\n\"y\"");
        add(tour, "ORDER BY, LIMIT, OFFSET", "SELECT RAW t.n FROM @ t ORDER BY t.n DESC LIMIT 2 OFFSET 1", "4\n3");
        add(
                tour,
                "GROUP BY, HAVING",
                "SELECT t.g, COUNT(*) AS c FROM @ t GROUP BY t.g HAVING COUNT(*) > 1 AND t.g =" + " \"x\"",
                "{\"g\":\"x\",\"c\":2}");
        add(
                tour,
                "aggregates",
                "SELECT SUM(t.n) s, AVG(t.n) a, MIN(t.n) i, MAX(t.n) x, COUNT(t.g) c FROM @ t",
                "{\"s\":15,\"a\":3,\"i\":1,\"x\":5,\"c\":3}");
        add(tour, "ARRAY_AGG", "SELECT RAW ARRAY_AGG(t.n) FROM @ t WHERE t.g = \"x\"", "[1,2]");
        add(
                tour,
                "LETTING",
                "SELECT t.g, c FROM @ t GROUP BY t.g LETTING c = COUNT(*) HAVING c = 2 AND t.g = \"x\"",
                "{\"g\":\"x\",\"c\":2}");
        add(tour, "LET", "SELECT RAW m FROM @ t USE KEYS \"a\" LET m = t.n + 10", "11");
        add(tour, "UNNEST", "SELECT RAW e FROM @ t USE KEYS [\"a\",\"b\"] UNNEST t.s e ORDER BY e", "1\n2\n3");
        add(
                tour,
                "META()",
                "SELECT META(t).id, META(t).expiration FROM @ t USE KEYS \"a\"",
                "{\"id\":\"a\",\"expiration\":0}");
        add(
                tour,
                "CASE",
                "SELECT RAW CASE WHEN t.n > 2 THEN \"much\" ELSE \"little\" END FROM @ t USE KEYS \"a\"",
                "\"little\"");
        add(
                tour,
                "LIKE, BETWEEN, IN",
                "SELECT RAW t.n FROM @ t WHERE t.g LIKE \"x%\" AND t.n BETWEEN 1 AND 9 AND t.n IN" + " [2,7]",
                "2");
        add(
                tour,
                "IS MISSING, IS NULL, IS VALUED",
                "SELECT RAW COUNT(*) FROM @ t WHERE t.g IS MISSING AND t.z IS NOT" + " VALUED",
                "2");
        add(tour, "ANY .. SATISFIES", "SELECT RAW t.n FROM @ t WHERE ANY e IN t.s SATISFIES e = 3 END", "2");
        add(
                tour,
                "EVERY .. SATISFIES",
                "SELECT RAW t.n FROM @ t WHERE ANY AND EVERY e IN t.s SATISFIES e < 3 END",
                "1");
        add(tour, "ARRAY .. FOR", "SELECT RAW ARRAY e * 2 FOR e IN t.s WHEN e > 1 END FROM @ t USE KEYS \"a\"", "[4]");
        add(tour, "subquery", "SELECT RAW (SELECT RAW x.n FROM @ x USE KEYS \"b\")[0]", "2");
        add(
                tour,
                "subquery of the same keyspace",
                "SELECT RAW t.n FROM @ AS t WHERE t.n NOT IN (SELECT RAW x.n FROM @ x WHERE x.n > 1) ORDER BY t.n",
                "1");
        add(tour, "FROM an expression", "SELECT RAW v FROM [3,4] AS v ORDER BY v", "3\n4");
        add(tour, "UNION", "SELECT RAW 1 UNION SELECT RAW 1", "1");
        add(tour, "UNION ALL", "SELECT RAW 1 UNION ALL SELECT RAW 1", "1\n1");
        add(tour, "INTERSECT", "SELECT RAW 1 INTERSECT SELECT RAW 2", "");
        add(tour, "EXCEPT", "SELECT RAW 1 EXCEPT SELECT RAW 2", "1");
        add(tour, "WITH", "WITH w AS ([1,2]) SELECT RAW ARRAY_LENGTH(w)", "2");
        add(tour, "WITH, read by its name", "WITH w AS ([1,2]) SELECT RAW w FROM w ORDER BY w", "1\n2");
        add(
                tour,
                "WITH RECURSIVE",
                "WITH RECURSIVE w AS (SELECT 1 AS i UNION SELECT w.i + 1 AS i FROM w WHERE w.i < 3)"
                        + " SELECT RAW w.i FROM w",
                "1\n2\n3");
        add(tour, "JOIN .. ON", "SELECT RAW u.n FROM @ t JOIN @ u ON t.n = u.n - 1 WHERE t.n = 1", "2");
        add(tour, "JOIN .. ON KEYS", "SELECT RAW u.n FROM @ t USE KEYS \"a\" JOIN @ u ON KEYS \"b\"", "2");
        add(tour, "NEST", "SELECT RAW ARRAY_LENGTH(u) FROM @ t USE KEYS \"a\" NEST @ u ON KEYS [\"b\",\"c\"]", "2");
        add(tour, "UPDATE SET", "UPDATE @ t USE KEYS \"a\" SET t.n = 10, t.deep.er = 1 RETURNING t.n", "{\"n\":10}");
        add(tour, "UPDATE UNSET", "UPDATE @ t USE KEYS \"a\" UNSET t.deep RETURNING RAW t.deep IS MISSING", "true");
        add(tour, "UPDATE .. WHERE .. LIMIT", "UPDATE @ t SET t.u = 1 WHERE t.n > 1 LIMIT 1", "");
        add(
                tour,
                "UPDATE .. SET META().expiration",
                "UPDATE @ t USE KEYS \"a\" SET META(t).expiration = 1000 RETURNING RAW META(t).expiration > 0",
                ANY);
        add(tour, "UPDATE .. FOR", "UPDATE @ t USE KEYS \"b\" SET e = 9 FOR e IN t.s END RETURNING t.s", ANY);
        add(tour, "DELETE", "DELETE FROM @ t WHERE t.n = 5 RETURNING META(t).id", "{\"id\":\"e\"}");
        add(
                tour,
                "MERGE",
                "MERGE INTO @ t USING [{\"id\":\"m\"}] s ON KEY s.id WHEN NOT MATCHED THEN INSERT {\"n\":50}",
                "");
        add(tour, "PREPARE", "PREPARE tour AS SELECT RAW t.n FROM @ t WHERE t.n = 50", ANY);
        add(tour, "EXECUTE", "EXECUTE tour", "50");
        add(tour, "EXPLAIN", "EXPLAIN SELECT RAW t.n FROM @ t WHERE t.n = 50", ANY);
        add(tour, "INFER", "INFER @", "error");
        add(tour, "system:keyspaces", "SELECT RAW COUNT(*) > 0 FROM system:keyspaces", "true");
        add(tour, "system:indexes", "SELECT RAW COUNT(*) > 0 FROM system:indexes", "true");
        add(tour, "system:prepareds", "SELECT RAW COUNT(*) > 0 FROM system:prepareds", "true");
        add(tour, "system:dual", "SELECT RAW 1 FROM system:dual", "1");
        add(tour, "system:keyspaces_info", "SELECT RAW COUNT(*) > 0 FROM system:keyspaces_info", "true");
        add(tour, "system:active_requests", "SELECT RAW COUNT(*) > 0 FROM system:active_requests", "true");
        add(tour, "system:completed_requests", "SELECT RAW COUNT(*) >= 0 FROM system:completed_requests", "true");
        add(tour, "system:vitals", "SELECT RAW COUNT(*) FROM system:vitals", "1");
        add(tour, "system:user_info", "SELECT RAW COUNT(*) >= 0 FROM system:user_info", "true");
        add(tour, "DELETE FROM system:prepareds", "DELETE FROM system:prepareds WHERE name = 'none'", "");
        add(tour, "CREATE SCOPE", "CREATE SCOPE `default`.tour", "");
        add(tour, "CREATE COLLECTION WITH maxTTL", "CREATE COLLECTION `default`.tour.things WITH {\"maxTTL\": 10}", "");
        add(tour, "DROP COLLECTION", "DROP COLLECTION `default`.tour.things", "");
        add(tour, "DROP SCOPE", "DROP SCOPE `default`.tour", "");
        add(tour, "DROP INDEX", "DROP INDEX byN ON @", "");
        add(tour, "DROP PRIMARY INDEX", "DROP PRIMARY INDEX ON @", "");
        add(tour, "window functions", "SELECT RAW ROW_NUMBER() OVER (ORDER BY t.n) FROM @ t LIMIT 1", "1");
        add(tour, "transactions", "START TRANSACTION", ANY);
        add(tour, "sequences", "CREATE SEQUENCE IF NOT EXISTS default.`_default`.numbers START WITH 1", "");
        add(tour, "numbers of sequences", "SELECT RAW NEXTVAL FOR default.`_default`.numbers > 0", "true");
        add(tour, "user-defined functions", "CREATE OR REPLACE FUNCTION twice(n) { n * 2 }", "");
        add(
                tour,
                "JavaScript functions",
                "CREATE OR REPLACE FUNCTION half(n) LANGUAGE JAVASCRIPT AS 'function half(n) { return n / 2; }'",
                "");
        add(tour, "EXECUTE FUNCTION", "EXECUTE FUNCTION twice(3)", "6");
        add(tour, "calls of functions", "SELECT RAW twice(3) + half(3)", "7.5");
        add(tour, "system:functions", "SELECT RAW COUNT(*) >= 2 FROM system:functions", "true");
        add(tour, "EXPLAIN FUNCTION", "EXPLAIN FUNCTION twice", ANY);
        add(tour, "DROP FUNCTION", "DROP FUNCTION twice", "");
        add(tour, "GRANT", "GRANT query_select ON @ TO ann", "error");
        return tour;
    }

    private static void add(List<Feature> tour, String name, String statement, String rows) {
        tour.add(new Feature(name, statement, rows));
    }

    static String markdown() {
        StringBuilder table = new StringBuilder("| feature | tried as | here |\n|---|---|---|\n");
        for (Feature feature : all()) {
            table.append("| ").append(feature.name()).append(" | `");
            table.append(feature.statement().replace("|", "\\|").replace(KEYSPACE, "things"))
                    .append("` | ");
            table.append(feature.isSupported() ? "yes" : "refused").append(" |\n");
        }
        return table.toString();
    }
}
