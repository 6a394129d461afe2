package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.io.IOException;
import java.time.Duration;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A document that dies, and is swept, while a pipeline joins it to 10,000 rows is in all of them or in none. */
final class OneInstantTest {
    private static final int ROWS = 10_000;

    private final FaultyStore store = new FaultyStore(new MemoryStore(), this::wind);
    private final MongoFixture fixture;
    private final RawMongoClient client;

    OneInstantTest() throws IOException {
        fixture = new MongoFixture(MongoSettings.open(), store);
        client = fixture.connect();
        run("{createIndexes: 'mortal', indexes: [{key: {at: 1}, name: 'at', expireAfterSeconds: 0}], $db: 'd'}");
        long dies = fixture.deadlines.wallMillis() + 5_000;
        run("{insert: 'mortal', documents: [{_id: 1, next: 1, at: {$date: {$numberLong: '" + dies + "'}}}], $db: 'd'}");
        run("{create: 'view', viewOn: 'mortal', pipeline: [{$match: {next: 1}}, {$addFields: {seen: '$next'}}],"
                + " $db: 'd'}");
        for (int from = 0; from < ROWS; from += 1_000) {
            StringBuilder documents = new StringBuilder();
            for (int id = from; id < from + 1_000; id++) {
                documents
                        .append(id == from ? "" : ",")
                        .append("{_id: ")
                        .append(id)
                        .append(", f: 1}");
            }
            run("{insert: 'rows', documents: [" + documents + "], $db: 'd'}");
        }
    }

    private void wind(Duration duration) {
        fixture.deadlines.advance(duration);
    }

    @AfterEach
    void close() throws IOException {
        client.close();
        fixture.close();
    }

    private BsonDocument run(String command) throws IOException {
        BsonDocument answer = client.run(command);
        assertEquals(1, answer.getNumber("ok").intValue(), answer.toString());
        return answer;
    }

    /** Winds the clock far beyond the deadline before the given scan of the store; the sweeper runs at once. */
    private void windAtScan(long scan) {
        store.plan((call, count) ->
                call == StoreCall.SCAN && count == scan ? new Fault.Delay(Duration.ofMinutes(10)) : null);
    }

    private int joined(String stage, long windAt) throws IOException {
        windAtScan(windAt);
        BsonDocument answer = run("{aggregate: 'rows', pipeline: [" + stage + ", {$group: {_id: null, n: {$sum: {$size:"
                + " '$j'}}}}], cursor: {}, $db: 'd'}");
        store.plan(FaultPlan.NONE);
        return answer.getDocument("cursor").getArray("firstBatch").stream()
                .mapToInt(row -> row.asDocument().getNumber("n").intValue())
                .sum();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{$lookup: {from: 'mortal', localField: 'f', foreignField: 'next', as: 'j'}}",
                "{$lookup: {from: 'mortal', pipeline: [], as: 'j'}}",
                "{$lookup: {from: 'view', localField: 'f', foreignField: 'next', as: 'j'}}",
                "{$lookup: {from: 'view', localField: 'f', foreignField: 'seen', as: 'j'}}",
                "{$lookup: {from: 'rows', localField: 'f', foreignField: '_id', pipeline: [{$lookup: {from: 'mortal',"
                        + " localField: 'f', foreignField: 'next', as: 'k'}}, {$unwind: '$k'}], as: 'j'}}",
                "{$graphLookup: {from: 'mortal', startWith: '$f', connectFromField: 'next', connectToField: 'next',"
                        + " as: 'j'}}"
            })
    void documentThatDiesInAJoinIsInAllOfItsRowsOrInNone(String stage) throws IOException {
        assertEquals(ROWS, joined(stage, ROWS / 2));
        assertEquals(0, joined(stage, ROWS * 10L));
    }

    @Test
    void unionReadsWhatItsPipelineBeganWith() throws IOException {
        String stages = "{$unionWith: 'mortal'}, {$lookup: {from: 'rows', localField: 'next', foreignField: 'f', as:"
                + " 'j'}}, {$unionWith: {coll: 'view', pipeline: [{$addFields: {j: ['$$NOW']}}]}}";
        assertEquals(ROWS + 1, joined("{$match: {_id: -1}}, " + stages, 2));
        assertEquals(0, joined("{$match: {_id: -1}}, " + stages, ROWS));
    }

    @Test
    void eachBatchOfACursorHasItsOwnInstant() throws IOException {
        BsonDocument first =
                run("{aggregate: 'rows', pipeline: [{$lookup: {from: 'mortal', localField: 'f', foreignField:"
                        + " 'next', as: 'j'}}], cursor: {batchSize: 10}, $db: 'd'}");
        assertEquals(10, sizes(first.getDocument("cursor"), "firstBatch"));
        wind(Duration.ofMinutes(10));
        long id = first.getDocument("cursor").getInt64("id").getValue();
        BsonDocument next = run("{getMore: {$numberLong: '" + id + "'}, collection: 'rows', batchSize: 10, $db: 'd'}");
        assertEquals(0, sizes(next.getDocument("cursor"), "nextBatch"));
        run("{killCursors: 'rows', cursors: [{$numberLong: '" + id + "'}], $db: 'd'}");
    }

    @Test
    void unionGoesOnInTheNextBatchBehindWhereItStood() throws IOException {
        BsonDocument first = run("{aggregate: 'mortal', pipeline: [{$unionWith: 'rows'}, {$project: {j: ['$_id']}}],"
                + " cursor: {batchSize: 100}, $db: 'd'}");
        assertEquals(100, sizes(first.getDocument("cursor"), "firstBatch"));
        long id = first.getDocument("cursor").getInt64("id").getValue();
        run("{delete: 'rows', deletes: [{q: {_id: {$gte: 9000}}, limit: 0}], $db: 'd'}");
        BsonDocument next = run("{getMore: {$numberLong: '" + id + "'}, collection: 'mortal', $db: 'd'}");
        assertEquals(8_901, sizes(next.getDocument("cursor"), "nextBatch"));
    }

    private static int sizes(BsonDocument cursor, String batch) {
        return cursor.getArray(batch).stream()
                .mapToInt(row -> row.asDocument().getArray("j").size())
                .sum();
    }
}
