package dev.mayfly.test.cosmos;

import java.util.List;

/** The features of the query language, each with a query that uses it and what it must answer. */
final class LanguageTour {
    private LanguageTour() {}

    /**
     * One feature.
     *
     * @param answer as JSON; empty where the query is refused, since the feature is not here
     */
    record Feature(String name, String query, String answer) {
        boolean isSupported() {
            return !answer.isEmpty();
        }
    }

    /** The items that the queries find. */
    static final List<String> ITEMS = List.of(
            "{\"id\":\"a\",\"pk\":\"p\",\"n\":1,\"s\":\"Ann\",\"on\":true,\"list\":[1,2,{\"k\":\"x\"}],\"o\":{\"d\":\"in\"}}",
            "{\"id\":\"b\",\"pk\":\"p\",\"n\":2,\"s\":\"Ben\",\"on\":false,\"list\":[3],\"no\":null}",
            "{\"id\":\"c\",\"pk\":\"q\",\"n\":3,\"s\":\"Cid\",\"g\":1}",
            "{\"id\":\"d\",\"pk\":\"q\",\"n\":3,\"s\":\"100%\",\"g\":1}");

    static List<Feature> all() {
        return List.of(
                new Feature("`SELECT *`", "SELECT * FROM c WHERE c.id = 'none'", "[]"),
                new Feature(
                        "a list of expressions",
                        "SELECT c.id, c.n FROM c WHERE c.id = 'a'",
                        "[{\"id\":\"a\",\"n\":1}]"),
                new Feature("`AS`", "SELECT c.n AS x FROM c WHERE c.id = 'a'", "[{\"x\":1}]"),
                new Feature("`VALUE`", "SELECT VALUE c.n FROM c ORDER BY c.id", "[1,2,3,3]"),
                new Feature("`DISTINCT`", "SELECT DISTINCT VALUE c.n FROM c ORDER BY c.n", "[1,2,3]"),
                new Feature("`TOP`", "SELECT TOP 1 VALUE c.n FROM c ORDER BY c.n DESC", "[3]"),
                new Feature("`FROM` with an alias", "SELECT VALUE x.id FROM c AS x WHERE x.n = 1", "[\"a\"]"),
                new Feature("`FROM x IN path`", "SELECT VALUE t FROM t IN c.list WHERE t = 3", "[3]"),
                new Feature("`JOIN x IN path`", "SELECT VALUE t FROM c JOIN t IN c.list WHERE IS_NUMBER(t)", "[1,2,3]"),
                new Feature(
                        "`JOIN` of a subquery",
                        "SELECT VALUE t FROM c JOIN (SELECT VALUE x FROM x IN c.list WHERE IS_NUMBER(x)) t",
                        "[1,2,3]"),
                new Feature("no `FROM`", "SELECT VALUE 1 + 1", "[2]"),
                new Feature("`WHERE`", "SELECT VALUE c.id FROM c WHERE c.on", "[\"a\"]"),
                new Feature(
                        "`AND`, `OR`, `NOT`",
                        "SELECT VALUE c.id FROM c WHERE NOT (c.n = 1 OR c.n = 3) AND true",
                        "[\"b\"]"),
                new Feature("`= != <> < <= > >=`", "SELECT VALUE c.id FROM c WHERE c.n > 1 AND c.n != 3", "[\"b\"]"),
                new Feature("`BETWEEN`", "SELECT VALUE c.id FROM c WHERE c.n BETWEEN 2 AND 2", "[\"b\"]"),
                new Feature("`IN`", "SELECT VALUE c.id FROM c WHERE c.s IN ('Ann', 'Zoe')", "[\"a\"]"),
                new Feature("`LIKE`", "SELECT VALUE c.id FROM c WHERE c.s LIKE '_e%'", "[\"b\"]"),
                new Feature("`LIKE ... ESCAPE`", "SELECT VALUE c.id FROM c WHERE c.s LIKE '%!%' ESCAPE '!'", "[\"d\"]"),
                new Feature(
                        "`EXISTS`",
                        "SELECT VALUE c.id FROM c WHERE EXISTS (SELECT VALUE t FROM t IN c.list WHERE t = 3)",
                        "[\"b\"]"),
                new Feature(
                        "`ARRAY(...)`",
                        "SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.list WHERE IS_NUMBER(t)) FROM c WHERE c.id ="
                                + " 'a'",
                        "[[1,2]]"),
                new Feature(
                        "scalar subqueries",
                        "SELECT VALUE (SELECT VALUE COUNT(1) FROM t IN c.list) FROM c WHERE c.id = 'a'",
                        "[3]"),
                new Feature(
                        "`GROUP BY`",
                        "SELECT c.pk, COUNT(1) AS k FROM c GROUP BY c.pk",
                        "[{\"pk\":\"p\",\"k\":2},{\"pk\":\"q\",\"k\":2}]"),
                new Feature(
                        "`COUNT`, `SUM`, `AVG`, `MIN`, `MAX`",
                        "SELECT COUNT(1) AS c, SUM(c.n) AS s, AVG(c.n) AS a, MIN(c.n) AS l, MAX(c.n) AS m FROM c",
                        "[{\"c\":4,\"s\":9,\"a\":2.25,\"l\":1,\"m\":3}]"),
                new Feature(
                        "`ORDER BY`, `ASC`, `DESC`",
                        "SELECT VALUE c.s FROM c ORDER BY c.s DESC",
                        "[\"Cid\",\"Ben\",\"Ann\",\"100%\"]"),
                new Feature(
                        "`ORDER BY` two paths, with a composite index",
                        "SELECT VALUE c.id FROM c ORDER BY c.n DESC, c.s ASC",
                        "[\"d\",\"c\",\"b\",\"a\"]"),
                new Feature(
                        "`OFFSET ... LIMIT`",
                        "SELECT VALUE c.id FROM c ORDER BY c.id OFFSET 1 LIMIT 2",
                        "[\"b\",\"c\"]"),
                new Feature("`c[\"x\"]`, `c.x[0]`", "SELECT VALUE c[\"list\"][0] FROM c WHERE c.id = 'b'", "[3]"),
                new Feature(
                        "`undefined` leaves out", "SELECT c.missing, undefined AS u FROM c WHERE c.id = 'a'", "[{}]"),
                new Feature(
                        "undefined is neither true nor false",
                        "SELECT VALUE c.id FROM c WHERE c.g = 1 OR NOT (c.g = 1)",
                        "[\"c\",\"d\"]"),
                new Feature("`null`", "SELECT VALUE c.id FROM c WHERE c.no = null", "[\"b\"]"),
                new Feature("`+ - * / %`", "SELECT VALUE (7 + 3 * 2 - 1) / 4 % 2", "[1]"),
                new Feature(
                        "`& | ^ ~ << >> >>>`",
                        "SELECT VALUE [6 & 3, 6 | 3, 6 ^ 3, ~6, 1 << 3, -8 >> 1, 8 >>> 1]",
                        "[[2,7,5,-7,8,-4,4]]"),
                new Feature("`||`", "SELECT VALUE c.s || '!' FROM c WHERE c.id = 'a'", "[\"Ann!\"]"),
                new Feature("`??`", "SELECT VALUE c.g ?? 0 FROM c WHERE c.id = 'a'", "[0]"),
                new Feature(
                        "`? :`",
                        "SELECT VALUE c.on ? 'yes' : 'no' FROM c WHERE c.id IN ('a', 'b') ORDER BY c.id",
                        "[\"yes\",\"no\"]"),
                new Feature(
                        "object and array constructors",
                        "SELECT VALUE {\"a\": [c.n, c.missing], b: c.s} FROM c WHERE c.id = 'a'",
                        "[{\"a\":[1],\"b\":\"Ann\"}]"),
                new Feature(
                        "literals in hex and with exponents",
                        "SELECT VALUE [0xFF, 1e3, 'it\\'s']",
                        "[[255,1000,\"it's\"]]"),
                new Feature(
                        "comments, keywords in any case", "select value c.n from c where c.id = 'a' -- one\n", "[1]"),
                new Feature(
                        "functions in `ORDER BY` of a group, aggregates of expressions",
                        "SELECT VALUE SUM(c.n * 2) FROM c",
                        "[18]"),
                new Feature(
                        "what .NET sends for `COUNT`",
                        "SELECT VALUE [{\"item\": COUNT(1)}] FROM c",
                        "[[{\"item\":4}]]"),
                new Feature(
                        "what .NET sends for `ORDER BY`",
                        "SELECT c._x, [{\"item\": c.n}] AS orderByItems, c.id AS payload FROM c WHERE (true) ORDER BY"
                                + " c.n OFFSET 0 LIMIT 1",
                        "[{\"orderByItems\":[{\"item\":1}],\"payload\":\"a\"}]"),
                new Feature("user defined functions, `udf.f()`", "SELECT VALUE udf.f(c.n) FROM c", ""),
                new Feature("`ORDER BY RANK`", "SELECT * FROM c ORDER BY RANK FullTextScore(c.s, ['x'])", ""),
                new Feature("spatial functions", "SELECT VALUE ST_DISTANCE(c.o, c.o) FROM c", ""),
                new Feature("full text search", "SELECT * FROM c WHERE FullTextContains(c.s, 'x')", ""),
                new Feature("vector search", "SELECT VALUE VectorDistance(c.list, [1]) FROM c", ""));
    }

    static String markdown() {
        StringBuilder table = new StringBuilder("| feature | tried as | here |\n|---|---|---|\n");
        for (Feature feature : all()) {
            table.append("| ").append(RowTable.cell(feature.name()));
            table.append(" | `").append(RowTable.cell(feature.query().strip()));
            table.append("` | ")
                    .append(feature.isSupported() ? "yes" : "400, and why")
                    .append(" |\n");
        }
        return table.toString();
    }
}
