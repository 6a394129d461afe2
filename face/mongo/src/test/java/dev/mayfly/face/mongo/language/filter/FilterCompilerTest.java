package dev.mayfly.face.mongo.language.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.EarliestDate;
import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyExtractor;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.plan.Planner;
import dev.mayfly.face.mongo.language.plan.SortCompiler;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FilterCompilerTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{a: 5}                             | {a: [4, 5, 5]}                    | 1",
                "{a: 5}                             | {a: 5}                            | -1",
                "{'a.b': 5}                         | {a: [{b: 4}, {b: [3, 5]}]}        | 1",
                "{'a.b': 5}                         | {a: {b: [3, 4, 5]}}               | 2",
                "{'a.0': 5}                         | {a: [5]}                          | -1",
                "{a: {$elemMatch: {b: 1, c: 2}}}    | {a: [{b: 1}, {b: 1, c: 2}]}       | 1",
                "{a: {$elemMatch: {$gt: 1, $lt: 5}}} | {a: [0, 9, 3]}                   | 2",
                "{a: 1, b: 2}                       | {a: [0, 1], b: [2]}               | 0",
                "{a: {$in: [7, 8]}}                 | {a: [6, 7]}                       | 1",
                "{a: {$all: [6, 7]}}                | {a: [6, 7]}                       | 1",
                "{a: {$ne: 9}}                      | {a: [6, 7]}                       | -1",
            })
    void theElementThatMatchedIsNoted(String filter, String document, int index) {
        MatchedPosition position = new MatchedPosition();
        MongoFilter compiled = FilterCompiler.compile(BsonDocument.parse(filter), Variables.NONE);
        assertTrue(compiled.matches(TreeView.of(BsonDocument.parse(document)), position));
        assertEquals(index, position.index());
    }

    @Test
    void nestingIsBounded() {
        assertEquals(15, refusalOf(nested(FilterCompiler.DEPTH_MAX + 1, "$and")));
        assertEquals(15, refusalOf(nested(100_000, "$or")));
        FilterCompiler.compile(nested(FilterCompiler.DEPTH_MAX, "$nor"), Variables.NONE);
        BsonValue inner = new BsonDocument("$gt", new BsonInt32(1));
        for (int i = 0; i < 100_000; i++) {
            inner = new BsonDocument(i % 2 == 0 ? "$not" : "$elemMatch", inner);
        }
        assertEquals(15, refusalOf(new BsonDocument("a", inner)));
    }

    private static BsonDocument nested(int levels, String operator) {
        BsonDocument filter = new BsonDocument("a", new BsonInt32(1));
        for (int i = 0; i < levels; i++) {
            filter = new BsonDocument(operator, new BsonArray(List.of(filter)));
        }
        return filter;
    }

    private static int refusalOf(BsonDocument filter) {
        return assertThrows(QueryException.class, () -> FilterCompiler.compile(filter, Variables.NONE))
                .code();
    }

    @Test
    void aLargeSetIsSearched() {
        BsonArray values = new BsonArray();
        for (int i = 0; i < PredicateCompiler.SET_SIZE_MAX; i++) {
            values.add(i % 2 == 0 ? new BsonInt32(i) : new BsonString("s" + i));
        }
        BsonDocument spec = new BsonDocument("a", new BsonDocument("$in", values));
        MongoFilter filter = FilterCompiler.compile(spec, Variables.NONE);
        for (int i = 0; i < 200_000; i++) {
            BsonDocument document = new BsonDocument("a", new BsonInt32(i));
            assertEquals(i % 2 == 0 && i < PredicateCompiler.SET_SIZE_MAX, filter.matches(TreeView.of(document)));
        }
        values.add(new BsonInt32(-1));
        assertEquals(2, refusalOf(spec));
    }

    @Test
    void anExpressionDecidesByItsTruth() {
        BsonDocument spec = BsonDocument.parse("{$expr: {$anything: 1}}");
        assertTrue(FilterCompiler.compile(spec, _ -> (_, _) -> new BsonString(""), Collation.SIMPLE)
                .matches(TreeView.of(spec)));
        assertFalse(FilterCompiler.compile(spec, _ -> (_, _) -> new BsonInt32(0), Collation.SIMPLE)
                .matches(TreeView.of(spec)));
    }

    @Test
    void anExpressionReadsTheDocument() {
        MongoFilter filter = FilterCompiler.compile(BsonDocument.parse("{$expr: {$gt: ['$a', '$b']}}"), Variables.NONE);
        assertTrue(filter.matches(TreeView.of(BsonDocument.parse("{a: 2, b: 1}"))));
        assertFalse(filter.matches(TreeView.of(BsonDocument.parse("{a: 1, b: 2}"))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "^abc      ; ''  ; abc",
                "\\Aabc    ; ''  ; abc",
                "^ab?c     ; ''  ; a",
                "^ab*      ; ''  ; a",
                "^ab+      ; ''  ; ab",
                "^ab{2}    ; ''  ; a",
                "^a\\.b    ; ''  ; a.b",
                "^a\\db    ; ''  ; a",
                "^a.b      ; s   ; a",
                "^abc$     ; ''  ; abc",
                "^a|b      ; ''  ; ''",
                "abc       ; ''  ; ''",
                "^abc      ; i   ; ''",
                "^abc      ; m   ; ''",
                "^(abc)    ; ''  ; ''",
                "^ü😀*     ; ''  ; ü",
            })
    void theFixedBeginningOfAPatternIsKnown(String pattern, String options, String prefix) {
        assertEquals(prefix, RegexTest.of(pattern.strip(), options).prefix());
    }

    @Test
    void aPathOfManyNumbersIsWalkedInBoundedTime() {
        BsonValue inner = new BsonInt32(1);
        for (int i = 0; i < 45; i++) {
            inner = new BsonArray(List.of(new BsonDocument("0", inner)));
        }
        BsonDocument document = new BsonDocument("a", inner);
        String path = "a" + ".0".repeat(80);
        assertFalse(FilterCompiler.compile(new BsonDocument(path, new BsonInt32(2)), Variables.NONE)
                .matches(TreeView.of(document)));
        Extraction keys = new KeyExtractor(List.of(KeyPart.ascending(path)), false).extract(TreeView.of(document));
        assertFalse(keys.keys().isEmpty());
        assertEquals(EarliestDate.NONE, EarliestDate.at(TreeView.of(document), FieldPath.of(path)));
    }

    @Test
    void largeSetsAreIntersectedInOneWalk() {
        BsonArray values = new BsonArray();
        for (int i = 0; i < 50_000; i++) {
            values.add(new BsonInt32(i));
        }
        BsonDocument in = new BsonDocument("_id", new BsonDocument("$in", values));
        MongoFilter filter =
                FilterCompiler.compile(new BsonDocument("$and", new BsonArray(List.of(in, in, in))), Variables.NONE);
        Plan plan = Planner.plan(filter, new BsonDocument(), null, List.of());
        assertEquals(50_000, ((Plan.KeyLookup) plan).keys().size());
    }

    @Test
    void aPatternThatCostsTooMuchIsRefused() {
        for (String pattern : List.of(
                "(".repeat(16_000) + "x" + ")".repeat(16_000),
                "(".repeat(251) + "x" + ")".repeat(251),
                "a".repeat(32_762))) {
            assertEquals(51091, refusalOf(new BsonDocument("a", new BsonRegularExpression(pattern))), pattern);
        }
        for (String pattern : List.of(
                "((x{100}){100}){100}",
                "(\\p{L}{1000}){1000}",
                "a".repeat(32_761),
                "x{1000}",
                "(".repeat(250) + "x" + ")".repeat(250),
                "(\\d{1,3}\\.){3}",
                "[]({]",
                "a{x}",
                "[^])]{2}")) {
            FilterCompiler.compile(new BsonDocument("a", new BsonRegularExpression(pattern)), Variables.NONE);
        }
        BsonArray many = new BsonArray();
        for (int i = 0; i < 30; i++) {
            many.add(new BsonRegularExpression("ab|".repeat(3_000) + i));
        }
        assertEquals(2, refusalOf(new BsonDocument("a", new BsonDocument("$in", many))));
    }

    @Test
    void aPatternIsRunInLinearTime() {
        MongoFilter filter = FilterCompiler.compile(BsonDocument.parse("{a: /(a+)+$/}"), Variables.NONE);
        BsonDocument document = new BsonDocument("a", new BsonString("a".repeat(1_000_000) + "b"));
        assertFalse(filter.matches(TreeView.of(document)));
    }

    @Test
    void aSortIsRefusedAsMongoRefusesIt() {
        assertEquals(15975, sortRefusal("{a: 2}"));
        assertEquals(15974, sortRefusal("{a: 'x'}"));
        assertEquals(15998, sortRefusal("{'a..b': 1}"));
        assertEquals(40352, sortRefusal("{'': 1}"));
        assertEquals(
                "[a, b.c]",
                SortCompiler.compile(BsonDocument.parse("{a: 1, 'b.c': -1.0}")).stream()
                        .map(part -> part.path().dotted())
                        .toList()
                        .toString());
    }

    private static int sortRefusal(String sort) {
        BsonDocument spec = BsonDocument.parse(sort);
        return assertThrows(QueryException.class, () -> SortCompiler.compile(spec))
                .code();
    }
}
