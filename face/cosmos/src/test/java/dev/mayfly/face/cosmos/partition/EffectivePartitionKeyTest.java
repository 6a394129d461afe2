package dev.mayfly.face.cosmos.partition;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values are what azure-cosmos 4.81.0 computes; forty thousand random keys were compared with it besides. */
final class EffectivePartitionKeyTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "V1         | [\"redmond\"]          | 05C1EFE313830C087366656E706F6500",
                "V1         | [\"\"]                 | 05C1CF33970FF80800",
                "V1         | [1]                    | 05C1ED172B6B2605BFF0",
                "V1         | [true]                 | 05C1D7C5A903D803",
                "V1         | [null]                 | 05C1ED45D7475601",
                "V1         | [{}]                   | 05C1D529E345DC00",
                "V1         | [-12.5,\"a\"]          | 05C1E7538541C6053FD780086200",
                "V1         | [\"Grüße\",null,false] | 05C1EF934313C0084873C4BDC4A066000102",
                "V2         | [\"redmond\"]          | 22E342F38A486A088463DFF7838A5963",
                "V2         | [\"\"]                 | 32E9366E637A71B4E710384B2F4970A0",
                "V2         | [1]                    | 20CD98B339BA78A5D0CF6953B87070B0",
                "V2         | [true]                 | 0E711127C5B5A8E4726AC6DD306A3E59",
                "V2         | [null]                 | 378867E4430E67857ACE5C908374FE16",
                "V2         | [{}]                   | 11622DAA78F835834610ABE56EFF5CB5",
                "V2         | [-12.5,\"a\"]          | 2EA942823CFFF01B49CC590D7E24642D",
                "V2         | [\"Grüße\",null,false] | 11DF5101FF76D6F3DF4FE633E67CBF51",
                "MULTI_HASH | [\"redmond\"]          | 22E342F38A486A088463DFF7838A5963",
                "MULTI_HASH | [-12.5,\"a\"]          | 2AD60FA8DA376018B99888DF4A8714B43A5381E1114EB8D3FCC90795045B49B7",
                "RANGE      | [\"redmond\"]          | 087366656E706F6500",
                "RANGE      | [-12.5,\"a\"]          | 053FD780086200",
            })
    void aKeyHashesAsTheSdksHashIt(EffectivePartitionKey kind, String key, String expected) {
        assertEquals(expected, kind.of(PartitionKey.ofText(key)));
    }

    @Test
    void theFirstVersionKeepsOnlyTheBeginningOfALongText() {
        String alphabet = "abcdefghijklmnopqrstuvwxyz";
        String text = alphabet.repeat(5);
        String sorted = "62636465666768696A6B6C6D6E6F707172737475767778797A7B";
        assertEquals(
                "05C1DD5D81496408" + sorted.repeat(3) + sorted.substring(0, 44) + "00",
                EffectivePartitionKey.V1.of(PartitionKey.of(new PartitionKey.Component.Text(text))));
    }

    @Test
    void aHierarchicalKeyBeginsWithTheHashOfItsPrefix() {
        PartitionKey prefix = PartitionKey.ofText("[\"tenant\"]");
        PartitionKey whole = PartitionKey.ofText("[\"tenant\",\"user\",7]");
        assertTrue(EffectivePartitionKey.MULTI_HASH.of(whole).startsWith(EffectivePartitionKey.MULTI_HASH.of(prefix)));
    }
}
