package dev.mayfly.base.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyExtractorTest {
    private static View view(String document) {
        return BsonView.of(RandomValues.bson(BsonDocument.parse(document)));
    }

    private static List<KeyPart> parts(String spec) {
        List<KeyPart> parts = new ArrayList<>();
        for (String part : spec.strip().split(",")) {
            boolean descending = part.startsWith("-");
            parts.add(new KeyPart(FieldPath.of(descending ? part.substring(1) : part), descending));
        }
        return parts;
    }

    /** Each expected key is an array of the values of its parts; U stands for undefined. */
    private static List<String> expected(String keys, List<KeyPart> parts) {
        List<byte[]> encoded = new ArrayList<>();
        BsonArray parsed = BsonDocument.parse("{k: " + keys.replace("U", "{$undefined: true}") + "}")
                .getArray("k");
        for (BsonValue key : parsed) {
            KeyWriter writer = new KeyWriter();
            BsonArray values = key.asArray();
            for (int i = 0; i < parts.size(); i++) {
                writer.append(TreeView.of(values.get(i)), parts.get(i).descending());
            }
            encoded.add(writer.toBytes());
        }
        return encoded.stream()
                .sorted(Arrays::compareUnsigned)
                .map(Arrays::toString)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a     | {a: 5}                              | [[5]]                     | false",
                "a     | {b: 5}                              | [[null]]                  | false",
                "a     | {a: null}                           | [[null]]                  | false",
                "a     | {a: {b: 1}}                         | [[{b: 1}]]                | false",
                "a     | {a: [1, 2, 1, 2]}                   | [[1], [2]]                | true",
                "a     | {a: [1, 1.0]}                       | [[1]]                     | true",
                "a     | {a: []}                             | [[U]]                     | true",
                "a     | {a: [[]]}                           | [[[]]]                    | true",
                "a     | {a: [1, [2, 3]]}                    | [[1], [[2, 3]]]           | true",
                "a     | {a: [null, {b: 1}]}                 | [[null], [{b: 1}]]        | true",
                "-a    | {a: [1, 2]}                         | [[1], [2]]                | true",
                "a.b   | {a: {b: 5}}                         | [[5]]                     | false",
                "a.b   | {a: 5}                              | [[null]]                  | false",
                "a.b   | {}                                  | [[null]]                  | false",
                "a.b   | {a: []}                             | [[null]]                  | true",
                "a.b   | {a: {b: []}}                        | [[U]]                     | true",
                "a.b   | {a: {b: [1, 2]}}                    | [[1], [2]]                | true",
                "a.b   | {a: [{b: 1}, {b: 2}]}               | [[1], [2]]                | true",
                "a.b   | {a: [{b: 1}, {c: 2}, 7]}            | [[1], [null]]             | true",
                "a.b   | {a: [{b: [1, 2]}, {b: 3}]}          | [[1], [2], [3]]           | true",
                "a.b   | {a: [{b: []}]}                      | [[U]]                     | true",
                "a.b   | {a: [[{b: 1}]]}                     | [[null]]                  | true",
                "a.0   | {a: [5, 6]}                         | [[5]]                     | true",
                "a.1   | {a: [5, [6, 7]]}                    | [[6], [7]]                | true",
                "a.2   | {a: [5, 6]}                         | [[null]]                  | true",
                "a.0   | {a: {'0': 4}}                       | [[4]]                     | false",
                "a.0   | {a: [{'0': 4}]}                     | [[{'0': 4}], [4]]         | true",
                "a.0.b | {a: [{b: 1}, {b: 2}]}               | [[1]]                     | true",
                "a.b.c | {a: [{b: [{c: 1}, {c: 2}]}]}        | [[1], [2]]                | true",
                "a,b   | {a: 1, b: 2}                        | [[1, 2]]                  | false",
                "a,b   | {a: 1}                              | [[1, null]]               | false",
                "a,b   | {a: [1, 2], b: 3}                   | [[1, 3], [2, 3]]          | true",
                "a,-b  | {a: 1, b: [2, 3]}                   | [[1, 2], [1, 3]]          | true",
                "a,b   | {a: [], b: 3}                       | [[U, 3]]                  | true",
                "a.b,a.c | {a: [{b: 1, c: 2}, {b: 3}]}       | [[1, 2], [3, null]]       | true",
                "a,a.b | {a: [{b: 1}, 2]}                    | [[{b: 1}, 1], [2, null]]  | true",
                "a.b,a.c | {a: [{b: [1, 2], c: 3}]}          | [[1, 3], [2, 3]]          | true",
            })
    void keysFollowTheMultikeyRules(String spec, String document, String keys, boolean multikey) {
        List<KeyPart> parts = parts(spec);
        Extraction extraction = new KeyExtractor(parts, false).extract(view(document));
        assertEquals(
                expected(keys, parts),
                extraction.keys().stream().map(Arrays::toString).toList());
        assertEquals(multikey, extraction.multikey());
        if (!multikey) {
            assertEquals(
                    extraction.keys().stream().map(Arrays::toString).toList(),
                    new KeyExpansion(parts, false)
                            .of(view(document)).keys().stream()
                                    .map(Arrays::toString)
                                    .toList());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a   | {b: 1}              | 0",
                "a   | {a: null}           | 1",
                "a   | {a: []}             | 1",
                "a.b | {a: []}             | 0",
                "a.b | {a: [1, {c: 1}]}    | 0",
                "a.b | {a: [1, {b: 1}]}    | 1",
                "a,b | {c: 1}              | 0",
                "a,b | {b: 1}              | 1",
            })
    void aSparseIndexLeavesOutWhatHasNoPath(String spec, String document, int keys) {
        assertEquals(
                keys,
                new KeyExtractor(parts(spec), true)
                        .extract(view(document))
                        .keys()
                        .size());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a,b     | {a: [1], b: [2]}             | a   | b",
                "a,b     | {a: [], b: []}               | a   | b",
                "a.b,a.c | {a: {b: [1], c: [1]}}        | a.b | a.c",
                "a.b,a.c | {a: [{b: [1], c: [2]}]}      | a.b | a.c",
            })
    void parallelArraysAreRefused(String spec, String document, String first, String second) {
        ParallelArraysException refusal = assertThrows(
                ParallelArraysException.class, () -> new KeyExtractor(parts(spec), false).extract(view(document)));
        assertEquals(first, refusal.first().dotted());
        assertEquals(second, refusal.second().dotted());
    }

    @Test
    void aPositionInALongArrayIsFoundOnce() {
        BsonArray inner = new BsonArray();
        for (int i = 0; i < 50_000; i++) {
            inner.add(new BsonInt32(i));
        }
        BsonArray outer = new BsonArray(List.of(inner));
        outer.addAll(inner);
        View document = BsonView.of(RandomValues.bson(new BsonDocument("a", outer)));
        assertEquals(
                50_000,
                new KeyExtractor(parts("a.0"), false).extract(document).keys().size());
        assertEquals(
                1,
                new KeyExtractor(parts("a.49999"), false)
                        .extract(document)
                        .keys()
                        .size());
        assertThrows(TooManyKeysException.class, () -> new KeyExtractor(parts("a.0,a"), false).extract(document));
    }

    @Test
    void aWildcardIndexHoldsEveryPathAndValue() {
        WildcardExtractor all = new WildcardExtractor(null, Set.of(), Set.of());
        Extraction extraction = all.extract(view("{a: 1, b: {c: [2, {d: 3}, [4], {}], e: {}}, f: []}"));
        List<String> expected = List.of(
                wildcard("a", "1"),
                wildcard("b.c", "2"),
                wildcard("b.c", "[4]"),
                wildcard("b.c", "{}"),
                wildcard("b.c.d", "3"),
                wildcard("b.e", "{}"),
                wildcard("f", "{$undefined: true}"));
        assertEquals(
                expected.stream().sorted().toList(),
                extraction.keys().stream().map(Arrays::toString).sorted().toList());
        assertEquals(true, extraction.multikey());
    }

    private static String wildcard(String path, String value) {
        BsonValue parsed = BsonDocument.parse("{v: " + value + "}").get("v");
        KeyWriter writer = new KeyWriter().appendEncoded(WildcardExtractor.pathPrefix(FieldPath.of(path)));
        return Arrays.toString(writer.append(TreeView.of(Objects.requireNonNull(parsed)), false)
                .toBytes());
    }

    @Test
    void aWildcardIndexKeepsToItsPaths() {
        View document = view("{a: {b: 1, c: 2}, ab: 3, d: 4}");
        assertEquals(2, size(new WildcardExtractor(FieldPath.of("a"), Set.of(), Set.of()), document));
        assertEquals(
                2,
                size(new WildcardExtractor(null, Set.of(FieldPath.of("a.b"), FieldPath.of("d")), Set.of()), document));
        assertEquals(3, size(new WildcardExtractor(null, Set.of(), Set.of(FieldPath.of("a.b"))), document));
    }

    private static int size(WildcardExtractor extractor, View document) {
        return extractor.extract(document).keys().size();
    }
}
