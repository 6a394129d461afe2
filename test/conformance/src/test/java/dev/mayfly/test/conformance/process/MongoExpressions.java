package dev.mayfly.test.conformance.process;

import dev.mayfly.test.harness.RandomGrammar;
import java.util.random.RandomGenerator;

/** Random commands that grow by doubling, nest, and ask for much of little: what a server must refuse or end in time. */
final class MongoExpressions {
    private static final int DEPTH_MAX = 12;

    private static final String REDUCE = "{\"$reduce\": {\"input\": <a>, \"initialValue\": ";

    /** s strings, n numbers, a arrays, o documents, b truths, v any value, p patterns, i lengths, t stages, q commands. */
    private static final RandomGrammar GRAMMAR = new RandomGrammar()
            .rule('i', "0", "1", "3", "17", "100", "1000", "5000", "100000", "1000000", "-1")
            .rule('n', "1", "2.5", "-7", "\"$n\"", "{\"$add\": [<n>, <n>]}", "{\"$multiply\": [<n>, <n>]}")
            .rule('n', "{\"$size\": <a>}", "{\"$strLenBytes\": <s>}", "{\"$sum\": <a>}", "{\"$indexOfCP\": [<s>, <s>]}")
            .rule('n', "{\"$indexOfArray\": [<a>, <v>]}", "{\"$max\": <a>}", "{\"$bsonSize\": <o>}")
            .rule('n', REDUCE + "0, \"in\": {\"$add\": [\"$$value\", <n>]}}}")
            .rule('s', "\"a\"", "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\"", "\"$s\"", "\"$t\"")
            .rule('s', "{\"$concat\": [<s>, <s>]}", "{\"$concat\": [<s>, <s>, <s>, <s>]}", "{\"$toUpper\": <s>}")
            .rule('s', REDUCE + "<s>, \"in\": {\"$concat\": [\"$$value\", \"$$value\"]}}}")
            .rule('s', REDUCE + "\"\", \"in\": {\"$concat\": [\"$$value\", <s>]}}}")
            .rule(
                    's',
                    "{\"$replaceAll\": {\"input\": <s>, \"find\": \"a\", \"replacement\": <s>}}",
                    "{\"$toString\": <v>}")
            .rule('s', "{\"$substrCP\": [<s>, 1, <i>]}", "{\"$trim\": {\"input\": <s>, \"chars\": <s>}}")
            .rule(
                    'p',
                    "\"(a|aa)+$\"",
                    "\"([a-zA-Z]+)*$\"",
                    "\"(.*)*b\"",
                    "\"(a{1,30}){1,30}$\"",
                    "\"(?=(a+))a*b\\\\1\"")
            .rule('p', "\"(a+a+)+y\"", "\"a.*a.*a.*c\"", "\"(x+x+)+y\"")
            .rule('a', "[]", "[1, 2, 3]", "\"$a\"", "[<v>, <v>]", "{\"$range\": [0, <i>]}", "[<a>, <a>]")
            .rule('a', "{\"$concatArrays\": [<a>, <a>]}", "{\"$reverseArray\": <a>}", "{\"$setUnion\": [<a>, <a>]}")
            .rule('a', REDUCE + "<a>, \"in\": {\"$concatArrays\": [\"$$value\", \"$$value\"]}}}")
            .rule('a', REDUCE + "[], \"in\": [\"$$value\", \"$$value\"]}}")
            .rule('a', "{\"$map\": {\"input\": <a>, \"as\": \"x\", \"in\": <v>}}", "{\"$split\": [<s>, \"a\"]}")
            .rule('a', "{\"$filter\": {\"input\": <a>, \"as\": \"x\", \"cond\": <b>}}", "{\"$objectToArray\": <o>}")
            .rule(
                    'a',
                    "{\"$zip\": {\"inputs\": [<a>, <a>], \"useLongestLength\": true}}",
                    "{\"$setDifference\": [<a>, <a>]}")
            .rule('a', "{\"$sortArray\": {\"input\": <a>, \"sortBy\": 1}}", "{\"$slice\": [<a>, 100]}")
            .rule('a', "{\"$regexFindAll\": {\"input\": <s>, \"regex\": <p>}}", "{\"$setIntersection\": [<a>, <a>]}")
            .rule(
                    'a',
                    "{\"$map\": {\"input\": <a>, \"as\": \"y\", \"in\": {\"$map\": {\"input\": <a>, \"as\": \"x\", \"in\": [\"$$x\", \"$$y\"]}}}}")
            .rule('o', "{}", "{\"a\": 1}", "\"$$ROOT\"", "{\"a\": <v>, \"b\": <v>}", "{\"$mergeObjects\": [<o>, <o>]}")
            .rule(
                    'o',
                    "{\"$arrayToObject\": {\"$map\": {\"input\": <a>, \"as\": \"x\", \"in\": {\"k\": {\"$toString\": \"$$x\"}, \"v\": <v>}}}}")
            .rule('o', REDUCE + "{}, \"in\": {\"a\": \"$$value\", \"b\": \"$$value\"}}}")
            .rule('b', "true", "{\"$eq\": [<v>, <v>]}", "{\"$in\": [<v>, <a>]}", "{\"$setIsSubset\": [<a>, <a>]}")
            .rule(
                    'b',
                    "{\"$regexMatch\": {\"input\": <s>, \"regex\": <p>}}",
                    "{\"$allElementsTrue\": [<a>]}",
                    "{\"$lt\": [<v>, <v>]}")
            .rule('v', "<s>", "<n>", "<a>", "<o>", "<b>", "null")
            .rule(
                    't',
                    "{\"$project\": {\"r\": <v>}}",
                    "{\"$set\": {\"r\": <v>, \"q\": <v>}}",
                    "{\"$match\": {\"$expr\": <b>}}")
            .rule(
                    't',
                    "{\"$group\": {\"_id\": <v>, \"r\": {\"$push\": <v>}}}",
                    "{\"$match\": {\"t\": {\"$regex\": <p>}}}")
            .rule(
                    't',
                    "{\"$set\": {\"u\": <a>}}, {\"$unwind\": \"$u\"}",
                    "{\"$sort\": {\"r\": -1}}",
                    "{\"$sortByCount\": <v>}")
            .rule('t', "{\"$lookup\": {\"from\": \"c\", \"let\": {\"x\": <v>}, \"pipeline\": [<t>], \"as\": \"a\"}}")
            .rule(
                    't',
                    "{\"$facet\": {\"a\": [<t>], \"b\": [<t>]}}",
                    "{\"$unionWith\": {\"coll\": \"c\", \"pipeline\": [<t>]}}")
            .rule(
                    't',
                    "{\"$graphLookup\": {\"from\": \"c\", \"startWith\": <v>, \"connectFromField\": \"a\", \"connectToField\": \"n\", \"as\": \"g\"}}")
            .rule('t', "{\"$setWindowFields\": {\"sortBy\": {\"n\": 1}, \"output\": {\"w\": {\"$push\": <v>}}}}")
            .rule('t', "{\"$bucketAuto\": {\"groupBy\": <v>, \"buckets\": 5}}", "{\"$replaceWith\": <o>}")
            .rule('q', "{\"aggregate\": \"c\", \"pipeline\": [<t>], \"cursor\": {}, \"maxTimeMS\": 1000}")
            .rule('q', "{\"aggregate\": \"c\", \"pipeline\": [<t>, <t>, <t>], \"cursor\": {}, \"maxTimeMS\": 1000}")
            .rule('q', "{\"find\": \"c\", \"filter\": {\"$expr\": <b>}, \"maxTimeMS\": 1000}")
            .rule(
                    'q',
                    "{\"find\": \"c\", \"filter\": {\"t\": {\"$regex\": <p>}}, \"projection\": {\"r\": <v>}, \"maxTimeMS\": 1000}")
            .rule(
                    'q',
                    "{\"update\": \"c\", \"updates\": [{\"q\": {\"n\": 99}, \"u\": [{\"$set\": {\"r\": <v>}}]}], \"maxTimeMS\": 1000}")
            .rule('q', "{\"distinct\": \"c\", \"key\": \"a\", \"query\": {\"$expr\": <b>}, \"maxTimeMS\": 1000}");

    private MongoExpressions() {}

    static String next(RandomGenerator random) {
        return GRAMMAR.text('q', random.nextInt(2, DEPTH_MAX), random);
    }
}
