package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.dispatch.CommandTable;
import dev.mayfly.face.mongo.dispatch.MongoCommands;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.ConnectionState;
import dev.mayfly.face.mongo.wire.Frames;
import dev.mayfly.face.mongo.wire.MessageReader;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Work that a client can make long asks again and again whether its time is over, wherever it is spent. The clock counts
 * how often it is asked: so often at least as the work has steps, about a thousand to a question.
 */
final class TimeLimitTest {
    private static final int TEXT_CHARS = 1 << 20;
    private static final int ELEMENTS = 20_000;
    private static final int DOCUMENTS = 2_000;
    private static final int HIDDEN_DOCUMENTS = 8_000;
    private static final long FOREVER_MILLIS = Integer.MAX_VALUE;
    private static final String FORTY_TESTS = "["
            + IntStream.rangeClosed(1, 40)
                    .mapToObj(number -> "{a: {$gt: " + (ELEMENTS + number) + "}}")
                    .collect(Collectors.joining(", "))
            + "]";

    /** A part that is found everywhere in the text but for its last character. */
    private static final String ALMOST_FOUND = "{$concat: [{$substrCP: ['$t', 0, 1000]}, 'c']}";

    private static MongoFixture fixture;
    private static RawMongoClient client;

    @BeforeAll
    static void insert() throws IOException {
        fixture = new MongoFixture();
        client = fixture.connect();
        BsonArray numbers = new BsonArray(
                IntStream.range(0, ELEMENTS).mapToObj(BsonInt32::new).toList());
        store(
                "one",
                new BsonArray(List.of(new BsonDocument("_id", new BsonInt32(1))
                        .append("t", new BsonString("ab".repeat(TEXT_CHARS / 2)))
                        .append("a", numbers))));
        store("many", documents(DOCUMENTS, "zero", new BsonInt32(0)));
        store("gone", documents(HIDDEN_DOCUMENTS, "at", new BsonDateTime(1_600_000_000_000L)));
        run("{createIndexes: 'many', indexes: [{key: {k: 1}, name: 'k_1'}]}");
        run("{createIndexes: 'gone', indexes: [{key: {k: 1}, name: 'k_1'}]}");
        run("{createIndexes: 'gone', indexes: [{key: {at: 1}, name: 'at_1', expireAfterSeconds: 3600}]}");
    }

    private static BsonArray documents(int count, String field, BsonValue value) {
        return new BsonArray(IntStream.range(0, count)
                .mapToObj(number -> new BsonDocument("_id", new BsonInt32(number))
                        .append("k", new BsonInt32(number))
                        .append("next", new BsonInt32(number + 1))
                        .append(field, value))
                .toList());
    }

    private static void store(String collection, BsonArray documents) throws IOException {
        run(new BsonDocument("insert", new BsonString(collection)).append("documents", documents));
    }

    private static void run(String json) throws IOException {
        run(BsonDocument.parse(json));
    }

    private static void run(BsonDocument command) throws IOException {
        BsonDocument reply = client.run(command.append("$db", new BsonString("test")));
        assertEquals(1, reply.getNumber("ok").intValue(), reply::toString);
        assertTrue(!reply.containsKey("writeErrors"), reply::toString);
    }

    @AfterAll
    static void close() throws IOException {
        client.close();
        fixture.close();
    }

    /** Carries a command out by a clock that goes on by a millisecond whenever it is asked; answers how often it was. */
    private static long questions(String json, long maxTimeMillis, Runnable ended) {
        BsonDocument body = BsonDocument.parse(json)
                .append("maxTimeMS", new BsonInt32((int) maxTimeMillis))
                .append("$db", new BsonString("test"));
        CommandRequest request =
                CommandRequest.of(MessageReader.read(Frames.msg(1, 0, Frames.body(Frames.bson(body)))));
        CommandTable table = MongoCommands.table(false, false);
        ConnectionState state = fixture.services.operations().look().getFirst().connection();
        AtomicLong asked = new AtomicLong();
        OperationContext context = OperationContext.begin(
                BsonView.of(Frames.bson(new BsonDocument())),
                () -> Duration.ofMillis(asked.getAndIncrement()).toNanos(),
                false,
                RequestMemory.uncounted());
        Supplier<Boolean> work = () -> {
            try {
                BsonDocument reply =
                        BsonEncoding.decode(table.run(table.find(request), request, fixture.services, state)
                                .body());
                assertEquals(1, reply.getNumber("ok").intValue(), reply::toString);
                return false;
            } catch (QueryException refusal) {
                assertEquals(OperationContext.Ended.OUT_OF_TIME, refusal.code(), refusal::getMessage);
                return true;
            } catch (CommandError refusal) {
                assertEquals(OperationContext.Ended.OUT_OF_TIME, refusal.code(), refusal::text);
                return true;
            }
        };
        if (context.during(work)) {
            ended.run();
        }
        return asked.get();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    1000 | {find: 'one', filter: {t: {$regex: 'b+c'}}}
                    40   | {find: 'one', filter: {t: {$regex: '(?<=c)a+b'}}}
                    1000 | {find: 'one', filter: {$expr: {$regexMatch: {input: '$t', regex: 'b+c'}}}}
                    700  | {find: 'one', filter: {$or: OR}}
                    700  | {find: 'one', filter: {$nor: [{a: {$elemMatch: {$lt: 0}}}, {$or: OR}]}}
                    700  | {aggregate: 'one', pipeline: [{$match: {$or: OR}}], cursor: {}}
                    18   | {aggregate: 'one', pipeline: [{$project: {f: {$size: {$map: {input: {$range: [0, 20]}, in: {$split: ['$t', 'c']}}}}}}], cursor: {}}
                    90   | {aggregate: 'one', pipeline: [{$project: {f: {$sum: {$map: {input: {$range: [0, 100]}, in: {$indexOfCP: ['$t', 'c']}}}}}}], cursor: {}}
                    90   | {aggregate: 'one', pipeline: [{$project: {f: {$sum: {$map: {input: {$range: [0, 100]}, in: {$strLenCP: '$t'}}}}}}], cursor: {}}
                    900  | {aggregate: 'one', pipeline: [{$project: {f: {$indexOfCP: ['$t', PART]}}}], cursor: {}}
                    900  | {aggregate: 'one', pipeline: [{$project: {f: {$indexOfBytes: ['$t', PART]}}}], cursor: {}}
                    900  | {aggregate: 'one', pipeline: [{$project: {f: {$size: {$split: ['$t', PART]}}}}], cursor: {}}
                    900  | {aggregate: 'one', pipeline: [{$project: {f: {$strLenCP: {$replaceOne: {input: '$t', find: PART, replacement: ''}}}}}], cursor: {}}
                    900  | {aggregate: 'one', pipeline: [{$project: {f: {$strLenCP: {$replaceAll: {input: '$t', find: PART, replacement: ''}}}}}], cursor: {}}
                    18   | {aggregate: 'one', pipeline: [{$project: {f: {$sum: {$map: {input: {$range: [0, 20]}, in: {$strLenCP: {$trim: {input: '$t', chars: '$t'}}}}}}}}], cursor: {}}
                    90   | {aggregate: 'one', pipeline: [{$project: {f: {$sum: {$map: {input: {$range: [0, 100]}, in: {$sum: '$a'}}}}}}], cursor: {}}
                    90   | {aggregate: 'one', pipeline: [{$project: {f: {$sum: {$map: {input: {$range: [0, 100]}, in: {$in: ['x', '$a']}}}}}}], cursor: {}}
                    90   | {aggregate: 'one', pipeline: [{$project: {f: {$sum: {$map: {input: {$range: [0, 100]}, in: {$max: '$a'}}}}}}], cursor: {}}
                    15   | {aggregate: 'one', pipeline: [{$project: {f: {$size: {$sortArray: {input: '$a', sortBy: -1}}}}}], cursor: {}}
                    15   | {aggregate: 'one', pipeline: [{$project: {f: {$size: {$filter: {input: '$a', cond: {$lt: ['$$this', 0]}}}}}}], cursor: {}}
                    15   | {aggregate: 'one', pipeline: [{$project: {f: {$reduce: {input: '$a', initialValue: 0, in: {$add: ['$$value', '$$this']}}}}}], cursor: {}}
                    15   | {aggregate: 'one', pipeline: [{$project: {f: {$size: {$setUnion: ['$a', '$a']}}}}], cursor: {}}
                    9000 | {aggregate: 'one', pipeline: [{$unwind: '$a'}, {$project: {a: 1}}, {$sort: {a: -1}}, {$limit: 1}], cursor: {}}
                    9000 | {aggregate: 'one', pipeline: [{$unwind: '$a'}, {$group: {_id: '$a'}}, {$count: 'n'}], cursor: {}}
                    9000 | {aggregate: 'one', pipeline: [{$unwind: '$a'}, {$match: {a: -1}}], cursor: {}}
                    1000 | {find: 'many', filter: {k: {$gte: 0}, zero: 1}}
                    1000 | {find: 'many', filter: {zero: 1}}
                    1000 | {find: 'many', sort: {next: -1}, limit: 1}
                    1000 | {count: 'many', query: {k: {$gte: 0}, zero: 1}}
                    1000 | {distinct: 'many', key: 'k'}
                    1000 | {update: 'many', updates: [{q: {zero: 1}, u: {$set: {x: 1}}, multi: true}]}
                    6    | {find: 'gone', filter: {k: {$gte: 0}}}
                    6    | {find: 'gone'}
                    9000 | {aggregate: 'many', pipeline: [{$limit: 10}, {$lookup: {from: 'many', localField: 'x', foreignField: 'zero', as: 'l'}}], cursor: {}}
                    9000 | {aggregate: 'many', pipeline: [{$limit: 10}, {$lookup: {from: 'many', let: {n: '$next'}, pipeline: [{$match: {$expr: {$eq: ['$zero', '$$n']}}}], as: 'l'}}], cursor: {}}
                    18   | {aggregate: 'one', pipeline: [{$graphLookup: {from: 'one', startWith: '$a', connectFromField: 'x', connectToField: 'x', as: 'l'}}], cursor: {}}
                    1000 | {aggregate: 'many', pipeline: [{$limit: 1}, {$graphLookup: {from: 'many', startWith: '$k', connectFromField: 'next', connectToField: 'k', as: 'l'}}, {$project: {n: {$size: '$l'}}}], cursor: {}}
                    """)
    void workEndsInTheMiddle(int least, String template) {
        String command = template.replace("OR", FORTY_TESTS).replace("PART", ALMOST_FOUND);
        AtomicLong ends = new AtomicLong();
        long all = questions(command, FOREVER_MILLIS, ends::incrementAndGet);
        assertEquals(0, ends.get(), "the work has no time limit to speak of");
        assertTrue(all >= least, () -> all + " questions in the whole work, expected " + least);
        long half = questions(command, all / 2, ends::incrementAndGet);
        assertEquals(1, ends.get(), "the work was carried out to its end");
        assertTrue(half <= all / 2 + 2, () -> half + " of " + all);
    }
}
