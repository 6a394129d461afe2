package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoDatabase;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.Collections;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests that would take many seconds are over soon after their time limit, by the machine's own clock. The steps that
 * this rests on are counted by the tests of the face.
 */
@MayflyTest(clock = "system")
@Tag("slow")
final class MongoTimeLimitIT {
    private static final long LIMIT_MILLIS = 100;
    private static final long GRACE_MILLIS = 200;

    private MongoDatabase database;

    @BeforeEach
    void insert(MongoClient client) {
        database = client.getDatabase("limits");
        if (database.getCollection("one").estimatedDocumentCount() > 0) {
            return;
        }
        database.getCollection("one")
                .insertOne(new Document("_id", 1)
                        .append("t", "ab".repeat(1 << 19))
                        .append("a", Collections.nCopies(100_000, 7)));
        database.getCollection("many").createIndex(new Document("k", 1));
        database.getCollection("many")
                .insertMany(IntStream.range(0, 100_000)
                        .mapToObj(number -> new Document("_id", number)
                                .append("k", number)
                                .append("next", (number * 7919) % 100_000)
                                .append("zero", 0))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{find: 'one', filter: {$expr: {$gt: [{$size: {$filter: {input: {$range: [0, 10000]},"
                        + " cond: {$regexMatch: {input: '$t', regex: 'b+c'}}}}}, 0]}}}",
                "{find: 'one', filter: {$expr: {$gt: [{$size: {$filter: {input: {$range: [0, 10000]},"
                        + " cond: {$regexMatch: {input: '$t', regex: '(?<=c)a+b'}}}}}, 0]}}}",
                "{aggregate: 'one', pipeline: [{$project: {n: {$sum: {$map: {input: {$range: [0, 1000000]},"
                        + " in: {$indexOfCP: ['$t', 'c']}}}}}}], cursor: {}}",
                "{aggregate: 'one', pipeline: [{$project: {n: {$sum: {$map: {input: '$a', in: {$sum: '$a'}}}}}}],"
                        + " cursor: {}}",
                "{aggregate: 'one', pipeline: [{$unwind: '$a'}, {$unset: 't'}, {$lookup: {from: 'many',"
                        + " pipeline: [{$limit: 100}], as: 'l'}}, {$unwind: '$l'}, {$sort: {'l.next': 1}}], cursor: {}}",
                "{aggregate: 'one', pipeline: [{$unwind: '$a'}, {$unset: 't'}, {$lookup: {from: 'many',"
                        + " pipeline: [{$limit: 100}], as: 'l'}}, {$unwind: '$l'}, {$group: {_id: '$l.k'}}], cursor: {}}",
                "{aggregate: 'many', pipeline: [{$lookup: {from: 'many', localField: 'next', foreignField: 'zero',"
                        + " as: 'l'}}, {$match: {'l.k': -1}}], cursor: {}}",
                "{aggregate: 'many', pipeline: [{$graphLookup: {from: 'many', startWith: '$k', connectFromField: 'next',"
                        + " connectToField: 'k', as: 'l'}}, {$match: {'l.k': -1}}], cursor: {}}",
                "{find: 'many', filter: {k: {$gte: 0}, $expr: {$gt: [{$sum: {$range: [0, 1000]}}, 1000000000]}}}"
            })
    void requestIsOverSoonAfterItsLimit(String command) {
        Document limited = Document.parse(command).append("maxTimeMS", LIMIT_MILLIS);
        // Once before it counts, so that the machine has compiled what it runs.
        assertEnds(limited);
        long from = SystemClock.INSTANCE.tickNanos();
        assertEnds(limited);
        long taken = Duration.ofNanos(SystemClock.INSTANCE.tickNanos() - from).toMillis();
        assertTrue(taken <= LIMIT_MILLIS + GRACE_MILLIS, () -> taken + " ms");
    }

    private void assertEnds(Document command) {
        MongoExecutionTimeoutException late =
                assertThrows(MongoExecutionTimeoutException.class, () -> database.runCommand(command));
        assertEquals(50, late.getCode());
    }
}
