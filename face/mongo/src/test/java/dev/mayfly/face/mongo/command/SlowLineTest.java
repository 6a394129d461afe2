package dev.mayfly.face.mongo.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

final class SlowLineTest {
    private static final BsonDocument ENTRY = BsonDocument.parse("""
            {op: 'insert', ns: 'd.c', command: {insert: 'c', ordered: true, $db: 'd',
             documents: [{_id: 'secret id', card: {number: '4111'}, tags: ['secret']}, {_id: 2}, {_id: 3}]},
             ninserted: 3, errMsg: 'E11000 duplicate key error dup key: {a: "secret"}', errCode: 11000, millis: 150}""");

    @Test
    void valuesOfDocumentsStayOut() {
        assertEquals(
                "{ op: 'insert', ns: 'd.c', command: { insert: 'c', ordered: '?', $db: 'd', documents: [ { _id: '?',"
                        + " card: { number: '?' }, tags: [ '?' ] }, { more: 2 } ] }, ninserted: 3, errCode: 11000,"
                        + " millis: 150 }",
                SlowLine.of(ENTRY, false).replace('"', '\''));
    }

    @Test
    void valuesAreSaidToWhomWantsThem() {
        assertTrue(SlowLine.of(ENTRY, true).contains("secret id"));
        assertTrue(SlowLine.of(ENTRY, true).contains("duplicate key"));
    }

    @Test
    void lineIsBoundedInBytes() {
        BsonDocument entry = ENTRY.clone();
        entry.getDocument("command").append("comment", new BsonString("\u00fc\u20ac\ud83d\ude00".repeat(100_000)));
        String line = SlowLine.of(entry, true);
        int bytes = line.getBytes(UTF_8).length;
        assertTrue(bytes <= SlowLine.BYTES_MAX && bytes > SlowLine.BYTES_MAX - 8, bytes + " bytes");
        assertTrue(line.endsWith("..."), line);
        assertFalse(SlowLine.of(entry, false).contains("\u20ac"));
    }

    @Test
    void manyFieldsAreCut() {
        BsonDocument many = new BsonDocument();
        for (int i = 0; i < 100_000; i++) {
            many.append("f" + i, new BsonString("secret"));
        }
        BsonDocument entry =
                new BsonDocument("command", new BsonDocument("find", new BsonString("c")).append("filter", many));
        assertTrue(SlowLine.of(entry, false).getBytes(UTF_8).length <= SlowLine.BYTES_MAX);
    }
}
