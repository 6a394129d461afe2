package dev.mayfly.test.couchbase;

import dev.mayfly.test.harness.RandomGrammar;
import java.util.random.RandomGenerator;

/** Random statements that grow by doubling, nest, and ask for much of little: what a server must refuse or end in time. */
final class N1qlExpressions {
    private static final int DEPTH_MAX = 14;

    /*
     * s strings, n numbers, a arrays, o objects, b truths, v any value, p patterns, d what doubles, i lengths, f sources,
     * q statements.
     */
    private static final RandomGrammar GRAMMAR = new RandomGrammar()
            .rule('i', "0", "1", "3", "17", "100", "1000", "5000", "100000", "1000000", "1e9", "-1")
            .rule(
                    'n',
                    "1",
                    "2.5",
                    "-7",
                    "9007199254740993",
                    "1e308",
                    "k.n",
                    "LENGTH(<s>)",
                    "ARRAY_LENGTH(<a>)",
                    "<n> + <n>")
            .rule('n', "<n> * <n>", "ARRAY_SUM(<a>)", "POSITION(<s>, <s>)", "RANDOM()", "OBJECT_LENGTH(<o>)")
            .rule('n', "ENCODED_SIZE(<v>)", "REGEXP_POSITION(<s>, <p>)", "ARRAY_POSITION(<a>, <v>)")
            .rule('s', "'a'", "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab'", "k.s", "k.t", "'\u00e4\u20ac'", "<d>")
            .rule(
                    's',
                    "REPEAT(<s>, <i>)",
                    "<s> || <s>",
                    "CONCAT(<s>, <s>, <s>)",
                    "LPAD(<s>, <i>, <s>)",
                    "RPAD(<s>, <i>)")
            .rule('s', "REPLACE(<s>, 'a', <s>)", "UPPER(<s>)", "REVERSE(<s>)", "SUBSTR(<s>, 1, <i>)", "TO_STR(<v>)")
            .rule('s', "JSON_ENCODE(<v>)", "ARRAY_TO_STRING(<a>, <s>)", "CONCAT2(<s>, <a>)", "BASE64_ENCODE(<v>)")
            .rule('s', "REGEXP_REPLACE(<s>, <p>, <s>)", "URLENCODE(<s>)", "MASK(<s>)", "TITLE(<s>)", "TRIM(<s>, <s>)")
            .rule(
                    'p',
                    "'(a|aa)+$'",
                    "'([a-zA-Z]+)*$'",
                    "'(.*)*b'",
                    "'(a{1,30}){1,30}'",
                    "'(\\\\w+\\\\s?)*!'",
                    "'a.*a.*a.*c'",
                    "<s>")
            .rule('d', "'xxxxxxxxxxxxxxxx'", "k.s", "(SELECT RAW x || x FROM [<d>] AS x)[0]")
            .rule('d', "(SELECT RAW x || x || x || x FROM [<d>] AS x)[0]", "FIRST x || x FOR x IN [<d>] END")
            .rule(
                    'a',
                    "[]",
                    "[1, 2, 3]",
                    "k.a",
                    "[<v>, <v>]",
                    "ARRAY_RANGE(0, <i>)",
                    "ARRAY_REPEAT(<v>, <i>)",
                    "[<a>, <a>]")
            .rule(
                    'a',
                    "ARRAY_CONCAT(<a>, <a>)",
                    "ARRAY_APPEND(<a>, <v>)",
                    "ARRAY_FLATTEN(<a>, 5)",
                    "ARRAY_DISTINCT(<a>)")
            .rule('a', "ARRAY_SORT(<a>)", "ARRAY_UNION(<a>, <a>)", "ARRAY_INTERSECT(<a>, <a>)", "ARRAY_REVERSE(<a>)")
            .rule(
                    'a',
                    "ARRAY <v> FOR x IN <a> END",
                    "ARRAY x FOR x IN <a> WHEN <b> END",
                    "ARRAY [x, y] FOR x IN <a>, y IN <a> END")
            .rule('a', "ARRAY (ARRAY [x, y] FOR y IN <a> END) FOR x IN <a> END", "SPLIT(<s>, 'a')", "SPLIT(<s>, '')")
            .rule(
                    'a',
                    "SUFFIXES(<s>)",
                    "TOKENS(<v>)",
                    "REGEXP_MATCHES(<s>, <p>)",
                    "OBJECT_PAIRS(<o>)",
                    "OBJECT_VALUES(<o>)")
            .rule('a', "(SELECT RAW <v> FROM <f>)", "(SELECT RAW [x, y] FROM <a> AS x UNNEST <a> AS y)", "PAIRS(<o>)")
            .rule('a', "(SELECT RAW ARRAY_AGG(<v>) FROM <a> AS x GROUP BY <v>)", "ARRAY_STAR(<a>)", "OBJECT_PATHS(<o>)")
            .rule('a', "(SELECT x, ROW_NUMBER() OVER (ORDER BY x) AS r FROM <a> AS x)", "JSON_DECODE(JSON_ENCODE(<a>))")
            .rule('a', "(SELECT DISTINCT x FROM <a> AS x ORDER BY <v>)", "ARRAY_INSERT(<a>, 0, <v>)")
            .rule(
                    'o',
                    "{}",
                    "{'a': 1}",
                    "k",
                    "{'a': <v>, 'b': <v>}",
                    "OBJECT_CONCAT(<o>, <o>)",
                    "OBJECT_ADD(<o>, <s>, <v>)")
            .rule('o', "OBJECT TO_STR(x): <v> FOR x IN <a> END", "OBJECT_PUT(<o>, <s>, <v>)", "{'o': <o>, 'p': <o>}")
            .rule('o', "OBJECT_RENAME(<o>, 'a', <s>)", "OBJECT_UNWRAP({'a': <o>})")
            .rule(
                    'b',
                    "TRUE",
                    "k.n > 1",
                    "<v> = <v>",
                    "<v> < <v>",
                    "<v> IN <a>",
                    "<v> WITHIN <v>",
                    "REGEXP_LIKE(<s>, <p>)")
            .rule('b', "REGEXP_CONTAINS(<s>, <p>)", "<s> LIKE '%a%a%a%a%b'", "<s> LIKE <s>", "CONTAINS(<s>, <s>)")
            .rule('b', "ANY x IN <a> SATISFIES <b> END", "EVERY x IN <a> SATISFIES <b> END", "ARRAY_CONTAINS(<a>, <v>)")
            .rule(
                    'b',
                    "ANY x IN <a>, y IN <a> SATISFIES x < y END",
                    "EXISTS (SELECT 1 FROM <a> AS x WHERE <b>)",
                    "NOT <b>")
            .rule('v', "<s>", "<n>", "<a>", "<o>", "<b>", "NULL", "MISSING", "x")
            .rule('f', "<a> AS x", "default AS x", "<a> AS x UNNEST <a> AS y", "(SELECT RAW <v> FROM <a> AS x) AS x")
            .rule(
                    'q',
                    "SELECT RAW <v> FROM default AS k",
                    "SELECT <v> FROM default AS k WHERE <b>",
                    "SELECT RAW <v> FROM default AS k ORDER BY <v>")
            .rule('q', "SELECT <n>, ARRAY_AGG(<v>) FROM default AS k UNNEST <a> AS x GROUP BY <v>")
            .rule(
                    'q',
                    "WITH k AS ({'n': 1, 's': 'abc', 't': 'd', 'a': [1, 2]}), x AS (<v>), z AS ([x, x, x]) SELECT z, <v>")
            .rule('q', "SELECT COUNT(*) FROM default AS k UNNEST <a> AS x UNNEST <a> AS y WHERE <b>")
            .rule('q', "SELECT SUM(<n>) OVER (PARTITION BY <v> ORDER BY <v>) FROM default AS k UNNEST <a> AS x")
            .rule(
                    'q',
                    "WITH RECURSIVE r AS (SELECT <s> AS s, 1 AS n FROM default AS k UNION SELECT r.s || r.s AS s, r.n + 1 AS n FROM r"
                            + " WHERE r.n < 60) SELECT LENGTH(s) FROM r")
            .rule(
                    'q',
                    "UPDATE default AS k SET k.x = <v> WHERE <b> LIMIT 0",
                    "SELECT RAW <v> FROM default AS k LIMIT <i>");

    private N1qlExpressions() {}

    static String next(RandomGenerator random) {
        return GRAMMAR.text('q', random.nextInt(2, DEPTH_MAX), random);
    }
}
