package dev.mayfly.face.mongo.language.expression.value;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.BsonSize;
import dev.mayfly.face.mongo.language.value.HeapSize;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever an expression makes grow is refused before it takes more of the heap than a request may hold. */
final class GrowthTest {
    private static final long SHARE = 64L << 20;
    private static final String DOUBLINGS = "{$range: [0, 40]}";

    private final RequestMemoryPool pool = new RequestMemoryPool(SHARE, SHARE);
    private final BsonDocument root = BsonDocument.parse("{_id: 1, a: [1, 2, {b: 'text'}], s: 'xxxxxxxxxxxxxxxx'}");

    private BsonValue evaluate(String expression) {
        BsonDocument parsed = BsonDocument.parse("{e: " + expression + "}");
        Expression compiled = ExpressionCompiler.compile(Objects.requireNonNull(parsed.get("e")));
        BsonView command = BsonView.of(BsonEncoding.encode(new BsonDocument()));
        RequestMemory memory = pool.open();
        try (OperationContext run = OperationContext.begin(command, new AtomicLong()::incrementAndGet, false, memory)) {
            BsonValue value = run.during(() -> compiled.evaluate(TreeView.of(root), Variables.at(0)));
            assertEquals(0, memory.mark(), "what was charged is settled");
            return value;
        } finally {
            assertEquals(0, pool.usedBytes());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{$concat: ['$$value', '$$value']}",
                "{$concatArrays: ['$$value', '$$value']}",
                "['$$value', '$$value']",
                "{x: '$$value', y: '$$value'}",
                "{$mergeObjects: [{x: '$$value'}, {y: '$$value'}]}",
                "{$objectToArray: {x: '$$value', y: '$$value'}}",
                "{$arrayToObject: [[['x', '$$value'], ['y', '$$value']]]}",
                "{$zip: {inputs: [['$$value', 1], ['$$value', 2]]}}",
                "{$arrayElemAt: [{$zip: {inputs: [['$$value'], ['$$value']]}}, 0]}",
                "{$map: {input: [1, 2], in: '$$value'}}",
                "{$setField: {field: 'x', input: {y: '$$value'}, value: '$$value'}}",
                "{$replaceAll: {input: '$$value', find: 'x', replacement: 'xx'}}",
                "{$replaceAll: {input: '$$value', find: '', replacement: 'xxxxx'}}",
                "{$reduce: {input: [1, 2], initialValue: [], in: {$concatArrays: ['$$value', ['$$this']]}}}",
            })
    void whatDoublesIsRefused(String step) {
        String initial = step.contains("concatArrays: ['$$value', '$$value'") ? "[1]" : "'xxxxxxxxxxxxxxxx'";
        String expression = "{$reduce: {input: " + DOUBLINGS + ", initialValue: " + initial + ", in: " + step + "}}";
        if (step.startsWith("{$reduce")) {
            assertTrue(evaluate(expression).isArray());
            return;
        }
        assertRefused(expression);
    }

    private void assertRefused(String expression) {
        QueryException refusal = assertThrows(QueryException.class, () -> evaluate(expression));
        assertTrue(refusal.code() == 146 || refusal.code() == 10334, refusal.code() + " " + refusal.getMessage());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{$range: [0, 6000000]}",
                "{$map: {input: {$range: [0, 2000]}, in: {$range: [0, 2000]}}}",
                "{$split: [{$reduce: {input: {$range: [0, 21]}, initialValue: 'x ', in: {$concat: ['$$value', '$$value']}}},"
                        + " ' ']}",
                "{$regexFindAll: {input: {$reduce: {input: {$range: [0, 19]}, initialValue: 'xx', in: {$concat: ["
                        + "'$$value', '$$value']}}}, regex: '.'}}",
                "{$setUnion: [{$map: {input: {$range: [0, 500000]}, in: {$multiply: ['$$this', 2]}}},"
                        + " {$map: {input: {$range: [0, 500000]}, in: {$multiply: ['$$this', 3]}}}]}",
                "{$let: {vars: {a: {$range: [0, 900000]}, b: {$range: [0, 900000]}, c: {$range: [0, 900000]}}, in: 1}}",
            })
    void whatIsHeldAtOnceIsBounded(String expression) {
        assertRefused(expression);
    }

    @Test
    void garbageOfTurnsIsNotCounted() {
        String each = "{$size: {$range: [0, 100000]}}";
        assertEquals(
                100_000L * 1_000,
                evaluate("{$sum: {$map: {input: {$range: [0, 1000]}, in: " + each + "}}}")
                        .asNumber()
                        .longValue());
        assertEquals(
                1_000,
                evaluate("{$size: {$filter: {input: {$range: [0, 1000]}, cond: " + each + "}}}")
                        .asNumber()
                        .longValue());
        assertEquals(
                3,
                evaluate("{$size: {$reduce: {input: {$range: [0, 1000]}, initialValue: [], in:"
                                + " {$slice: [{$concatArrays: [['$$this'], '$$value']}, 3]}}}}")
                        .asNumber()
                        .longValue());
    }

    @Test
    void measuresAreThoseOfTheTree() {
        BsonValue made = evaluate("{x: {$concatArrays: ['$a', [1, ['z']], {$range: [0, 1200]}, ['$s', {y: null}]]}}");
        BsonDocument plain = BsonDocument.parse("{x: 1}");
        byte[] encoded = BsonEncoding.encode(made.asDocument());
        assertEquals(encoded.length, BsonSize.of(made));
        plain.putAll(BsonEncoding.decode(encoded));
        assertEquals(BsonSize.of(plain), BsonSize.of(made));
        assertEquals(HeapSize.of(plain), HeapSize.of(made));
    }
}
