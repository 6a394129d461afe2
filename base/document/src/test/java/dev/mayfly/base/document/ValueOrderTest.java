package dev.mayfly.base.document;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;

class ValueOrderTest {
    /** Each line is greater than the one before; values on one line are equal. */
    private static final String ASCENDING = """
            {$minKey: 1}
            {$undefined: true}
            null
            {$numberDouble: 'NaN'} ~ {$numberDecimal: 'NaN'}
            {$numberDouble: '-Infinity'} ~ {$numberDecimal: '-Infinity'}
            {$numberDecimal: '-1E+400'}
            {$numberDouble: '-1.7976931348623157E308'}
            {$numberLong: '-9223372036854775808'} ~ {$numberDecimal: '-9223372036854775808'}
            -1 ~ -1.0
            {$numberDecimal: '-1E-400'}
            0 ~ -0.0 ~ {$numberDecimal: '-0'} ~ {$numberDecimal: '0E+10'}
            {$numberDecimal: '1E-400'}
            {$numberDouble: '4.9E-324'}
            {$numberDecimal: '0.1'}
            0.1
            5 ~ 5.0 ~ {$numberLong: '5'} ~ {$numberDecimal: '5.00'}
            {$numberLong: '9007199254740992'} ~ {$numberDouble: '9007199254740992'}
            {$numberLong: '9007199254740993'} ~ {$numberDecimal: '9007199254740993'}
            {$numberDecimal: '9007199254740993.5'}
            {$numberLong: '9223372036854775807'}
            {$numberDouble: '9223372036854775808'} ~ {$numberDecimal: '9223372036854775808'}
            {$numberDecimal: '1E+400'}
            {$numberDouble: 'Infinity'} ~ {$numberDecimal: 'Infinity'}
            ''
            'A'
            'a' ~ {$symbol: 'a'}
            'a\\u0000'
            'aa'
            'b'
            'é'
            '\\uFFFD'
            '\\uD83D\\uDE00'
            {}
            {a: {$minKey: 1}}
            {z: 1}
            {a: 'x'}
            {a: 'x', b: 1}
            {b: 'a'}
            {a: {}}
            []
            [{$minKey: 1}]
            [1]
            [1, 2]
            [2]
            ['a']
            {$binary: {base64: '', subType: '80'}}
            {$binary: {base64: 'AA==', subType: '00'}}
            {$binary: {base64: '/w==', subType: '00'}}
            {$binary: {base64: 'AA==', subType: '05'}}
            {$binary: {base64: 'AAA=', subType: '00'}}
            {$oid: '000000000000000000000001'}
            {$oid: 'ff0000000000000000000000'}
            false
            true
            {$date: {$numberLong: '-9223372036854775808'}}
            {$date: {$numberLong: '-1'}}
            {$date: {$numberLong: '1'}}
            {$timestamp: {t: 1, i: 0}}
            {$timestamp: {t: 4294967295, i: 4294967295}}
            {$regularExpression: {pattern: 'a', options: ''}}
            {$regularExpression: {pattern: 'a', options: 'i'}}
            {$regularExpression: {pattern: 'b', options: ''}}
            {$dbPointer: {'$ref': 'z', '$id': {'$oid': '000000000000000000000001'}}}
            {$dbPointer: {'$ref': 'aa', '$id': {'$oid': '000000000000000000000001'}}}
            {$code: 'a'}
            {$code: 'b'}
            {$code: 'a', $scope: {}}
            {$code: 'a', $scope: {a: 1}}
            {$maxKey: 1}
            """;

    @Test
    void everyValueStandsInItsPlace() {
        List<List<View>> lines = ASCENDING
                .lines()
                .map(line -> List.of(line.split(" ~ ")).stream()
                        .map(ValueOrderTest::view)
                        .toList())
                .toList();
        for (int i = 0; i < lines.size(); i++) {
            for (int j = 0; j < lines.size(); j++) {
                for (View a : lines.get(i)) {
                    for (View b : lines.get(j)) {
                        assertEquals(Integer.compare(i, j), Integer.signum(ValueOrder.compare(a, b)), a + " and " + b);
                    }
                }
            }
        }
    }

    private static View view(String value) {
        BsonDocument document = BsonDocument.parse("{v: " + value + "}");
        BsonValue parsed = document.get("v", document);
        return parsed.hashCode() % 2 == 0 ? TreeView.of(parsed) : RandomValues.inBson(parsed);
    }
}
