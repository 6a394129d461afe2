package dev.mayfly.test.cosmos;

import dev.mayfly.test.harness.RandomGrammar;
import java.util.random.RandomGenerator;

/** Random queries that grow by doubling, nest, and ask for much of little: what a server must refuse or end in time. */
final class CosmosExpressions {
    private static final int DEPTH_MAX = 12;

    /** s strings, d what doubles, n numbers, a arrays, o objects, b truths, v any value, p patterns, q queries. */
    private static final RandomGrammar GRAMMAR = new RandomGrammar()
            .rule('n', "1", "2.5", "-7", "c.n", "LENGTH(<s>)", "ARRAY_LENGTH(<a>)", "<n> + <n>", "INDEX_OF(<s>, <s>)")
            .rule('n', "<n> * <n>", "ARRAY_SUM(<a>)", "(SELECT VALUE COUNT(1) FROM x IN <a> JOIN y IN <a>)", "RAND()")
            .rule('n', "(SELECT VALUE SUM(x) FROM x IN <a>)", "ARRAY_MEDIAN(<a>)")
            .rule('s', "'a'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'", "c.s", "c.t", "<d>", "<d>")
            .rule('s', "CONCAT(<s>, <s>)", "CONCAT(<s>, <s>, <s>, <s>)", "REPLACE(<s>, 'a', <s>)", "UPPER(<s>)")
            .rule(
                    's',
                    "REPLICATE(<s>, <n>)",
                    "REVERSE(<s>)",
                    "SUBSTRING(<s>, 1, <n>)",
                    "ToString(<v>)",
                    "TRIM(<s>, <s>)")
            .rule('s', "StringJoin(<a>, <s>)", "LEFT(<s>, <n>)")
            .rule('p', "'(a|aa)+$'", "'([a-zA-Z]+)*$'", "'(.*)*b'", "'(a{1,30}){1,30}$'", "'(x+x+)+y'", "<s>")
            .rule('d', "'xxxxxxxxxxxxxxxx'", "c.s", "(SELECT VALUE CONCAT(z, z) FROM (SELECT VALUE <d>) AS z)")
            .rule('d', "(SELECT VALUE CONCAT(z, z, z, z) FROM (SELECT VALUE <d>) AS z)")
            .rule('a', "[]", "[1, 2, 3]", "c.a", "c.l", "[<v>, <v>]", "[<a>, <a>]", "ARRAY_CONCAT(<a>, <a>)")
            .rule('a', "SetUnion(<a>, <a>)", "SetIntersect(<a>, <a>)", "ARRAY_SLICE(<a>, 1)", "StringSplit(<s>, 'a')")
            .rule(
                    'a',
                    "ARRAY(SELECT VALUE <v> FROM x IN <a>)",
                    "ARRAY(SELECT VALUE [x, y] FROM x IN <a> JOIN y IN <a>)")
            .rule(
                    'a',
                    "ARRAY(SELECT DISTINCT VALUE <v> FROM x IN <a>)",
                    "ObjectToArray(<o>)",
                    "StringToArray(ToString(<a>))")
            .rule('a', "ARRAY(SELECT x, COUNT(1) AS n FROM x IN <a> JOIN y IN <a> GROUP BY x)")
            .rule(
                    'o',
                    "{}",
                    "{'a': 1}",
                    "c",
                    "{'a': <v>, 'b': <v>}",
                    "{'o': <o>, 'p': <o>}",
                    "StringToObject(ToString(<o>))")
            .rule('b', "true", "c.n > 1", "<v> = <v>", "<v> < <v>", "RegexMatch(<s>, <p>)", "RegexMatch(<s>, <p>, 'i')")
            .rule('b', "<s> LIKE '%a%a%a%a%b'", "<s> LIKE <s>", "CONTAINS(<s>, <s>)", "ARRAY_CONTAINS(<a>, <v>)")
            .rule('b', "EXISTS(SELECT VALUE x FROM x IN <a> JOIN y IN <a> WHERE <b>)", "NOT <b>", "<v> IN (<v>, <v>)")
            .rule('b', "SetEqual(<a>, <a>)", "CONTAINS(<s>, <s>, true)")
            .rule('v', "<s>", "<n>", "<a>", "<o>", "<b>", "null", "undefined")
            .rule('q', "SELECT VALUE <v> FROM c", "SELECT <v> AS r FROM c WHERE <b>", "SELECT VALUE [<v>, <v>] FROM c")
            .rule(
                    'q',
                    "SELECT VALUE COUNT(1) FROM c JOIN x IN <a> JOIN y IN <a> WHERE <b>",
                    "SELECT DISTINCT VALUE <v> FROM c")
            .rule('q', "SELECT DISTINCT VALUE <v> FROM c JOIN x IN <a> JOIN y IN <a>", "SELECT VALUE MAX(<v>) FROM c")
            .rule('q', "SELECT COUNT(1) AS n, MIN(<v>) AS m FROM c JOIN x IN <a> GROUP BY <s>");

    private CosmosExpressions() {}

    static String next(RandomGenerator random) {
        return GRAMMAR.text('q', random.nextInt(2, DEPTH_MAX), random);
    }
}
