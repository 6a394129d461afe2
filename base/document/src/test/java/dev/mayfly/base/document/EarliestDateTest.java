package dev.mayfly.base.document;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EarliestDateTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "a   | {a: D(7)}                                  | 7",
                "a   | {a: D(-1000)}                              | -1000",
                "a   | {a: D(9), b: D(1)}                         | 9",
                "a   | {}                                         | none",
                "a   | {a: null}                                  | none",
                "a   | {a: true}                                  | none",
                "a   | {a: 'yo'}                                  | none",
                "a   | {a: 3}                                     | none",
                "a   | {a: {$numberLong: '3'}}                    | none",
                "a   | {a: {$timestamp: {t: 1, i: 1}}}            | none",
                "a   | {a: {$oid: '000000010000000000000000'}}    | none",
                "a   | {a: {b: D(1)}}                             | none",
                "a   | {a: [D(9), D(4), D(6)]}                    | 4",
                "a   | {a: [true, D(9), 1, D(8)]}                 | 8",
                "a   | {a: [true, 'x']}                           | none",
                "a   | {a: []}                                    | none",
                "a   | {a: [[D(1)]]}                              | none",
                "a   | {a: [[D(1)], D(2)]}                        | 2",
                "a   | {a: [{a: D(1)}]}                           | none",
                "a.b | {a: {b: D(5)}}                             | 5",
                "a.b | {a: {b: [D(5), D(3)]}}                     | 3",
                "a.b | {a: [{b: D(5)}, {b: D(3)}, {c: D(1)}, 4]}  | 3",
                "a.b | {a: [{b: [D(5), D(2)]}, {b: D(3)}]}        | 2",
                "a.b | {a: [[{b: D(1)}]]}                         | none",
                "a.b | {a: D(1)}                                  | none",
                "a.b | {'a.b': D(1)}                              | none",
                "a.1 | {a: [D(1), D(2)]}                          | 2",
                "a.0 | {a: [{'0': D(4)}]}                         | 4",
                "a.2 | {a: [D(1)]}                                | none",
                "a.0.b | {a: [{b: D(3)}, {b: D(1)}]}              | 3",
            })
    void theEarliestDateAtThePathCounts(String path, String document, @Nullable Long expected) {
        BsonDocument parsed =
                BsonDocument.parse(document.replaceAll("D\\((-?\\d+)\\)", "{\\$date: {\\$numberLong: '$1'}}"));
        long millis = expected == null ? EarliestDate.NONE : expected;
        assertEquals(millis, EarliestDate.at(TreeView.of(parsed), FieldPath.of(path)));
        assertEquals(millis, EarliestDate.at(BsonView.of(RandomValues.bson(parsed)), FieldPath.of(path)));
    }
}
