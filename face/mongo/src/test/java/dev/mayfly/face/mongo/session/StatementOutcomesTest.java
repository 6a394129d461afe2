package dev.mayfly.face.mongo.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonEncoding;
import java.util.HashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

final class StatementOutcomesTest {
    private static final BsonDocument INSERTED = new BsonDocument();
    private static final BsonDocument UPDATED = BsonDocument.parse("{n: 1, upserted: 7}");

    private static StatementReceipt kept(StatementReceipt receipt) {
        return StatementReceipt.fromBytes(receipt.toBytes());
    }

    @Test
    void outcomesAreThoseThatWereKept() {
        StatementReceipt receipt = kept(StatementReceipt.empty(5).with(Map.of(0, INSERTED, 3, UPDATED, 70, INSERTED)));
        assertEquals(INSERTED, receipt.outcome(0));
        assertNull(receipt.outcome(1));
        assertEquals(UPDATED, receipt.outcome(3));
        assertEquals(INSERTED, receipt.outcome(70));
        StatementReceipt more = kept(receipt.with(Map.of(1, INSERTED)));
        assertEquals(INSERTED, more.outcome(0));
        assertEquals(INSERTED, more.outcome(1));
        assertEquals(UPDATED, more.outcome(3));
        assertNull(receipt.outcome(1));
    }

    @Test
    void numbersThatNoDriverGivesAreKeptAsWell() {
        Map<Integer, BsonDocument> odd = Map.of(-1, INSERTED, Integer.MAX_VALUE, INSERTED, Integer.MIN_VALUE, UPDATED);
        StatementReceipt receipt = StatementReceipt.empty(5).with(odd);
        assertTrue(receipt.toBytes().length < 300);
        odd.forEach((statement, outcome) -> assertEquals(outcome, kept(receipt).outcome(statement)));
    }

    @Test
    void manyInsertsTakeABitEach() {
        Map<Integer, BsonDocument> inserted = new HashMap<>();
        for (int statement = 0; statement < 100_000; statement++) {
            inserted.put(statement, INSERTED);
        }
        assertTrue(StatementReceipt.empty(5).with(inserted).toBytes().length < 13_000);
    }

    @Test
    void insertsOfEarlierReleasesAreRead() {
        BsonDocument earlier = BsonDocument.parse(
                "{number: {$numberLong: '5'}, done: [{s: 0, o: {}}, {s: 1, o: {n: 1, upserted: 7}}]}");
        StatementReceipt receipt = StatementReceipt.fromBytes(BsonEncoding.encode(earlier));
        assertEquals(INSERTED, receipt.outcome(0));
        assertEquals(UPDATED, receipt.outcome(1));
        assertNull(receipt.outcome(2));
    }
}
