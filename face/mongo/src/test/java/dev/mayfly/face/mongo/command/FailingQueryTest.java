package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A query that fails halfway lets go of the store: closing the store waits for whoever reads, so a cursor that is left
 * open shows as a test that does not end.
 */
final class FailingQueryTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{find: 'c', filter: {$expr: {$divide: [1, '$x']}}, $db: 'd'}",
                "{find: 'c', filter: {$expr: {$divide: [1, '$x']}}, sort: {y: 1}, $db: 'd'}",
                "{find: 'c', filter: {$or: [{a: 1}, {b: 1}], $expr: {$divide: [1, '$x']}}, sort: {c: 1}, $db: 'd'}",
                "{count: 'c', query: {$expr: {$divide: [1, '$x']}}, $db: 'd'}",
                "{distinct: 'c', key: 'a', query: {$expr: {$divide: [1, '$x']}}, $db: 'd'}",
                "{aggregate: 'c', pipeline: [{$set: {z: {$divide: [1, '$x']}}}], cursor: {}, $db: 'd'}",
                "{aggregate: 'c', pipeline: [{$group: {_id: {$divide: [1, '$x']}}}], cursor: {}, $db: 'd'}",
                "{aggregate: 'c', pipeline: [{$sort: {y: 1}}, {$set: {z: {$divide: [1, '$x']}}}], cursor: {}, $db: 'd'}",
                "{aggregate: 'c', pipeline: [{$unwind: '$a'}, {$sort: {'x.y': 1}}, {$set: {z: {$divide: [1, '$x']}}}], "
                        + "cursor: {}, $db: 'd'}",
                "{aggregate: 'c', pipeline: [{$lookup: {from: 'c', as: 'l', let: {x: '$x'}, pipeline: "
                        + "[{$set: {z: {$divide: [1, '$x']}}}]}}], cursor: {}, $db: 'd'}",
                "{aggregate: 'c', pipeline: [{$set: {z: {$divide: [1, '$x']}}}, {$out: 'o'}], cursor: {}, $db: 'd'}",
                "{aggregate: 'c', pipeline: [{$set: {z: {$divide: [1, '$x']}}}, {$merge: 'o'}], cursor: {}, $db: 'd'}",
            })
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void failureLeavesNoCursorOpen(String command) throws IOException {
        MongoFixture fixture = new MongoFixture();
        try (RawMongoClient client = fixture.connect()) {
            client.run(BsonDocument.parse("{createIndexes: 'c', indexes: [{key: {a: 1, c: 1}, name: 'a'}, "
                    + "{key: {b: 1, c: 1}, name: 'b'}], $db: 'd'}"));
            client.run(BsonDocument.parse("{insert: 'c', documents: [{a: 1, b: 1, c: 1, x: 1}, {a: 1, c: 2, x: 0}, "
                    + "{b: 1, c: 3, x: 0}, {a: 2, x: 2}], $db: 'd'}"));
            assertEquals(
                    0, client.run(BsonDocument.parse(command)).getNumber("ok").intValue());
        }
        fixture.close();
    }
}
