package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Numbered writes that are sent again through another server of a cluster, before or after the first attempt has ended. */
final class RepeatedElsewhereTest {
    private static final String LSID = "{id: {$uuid: '00112233-4455-6677-8899-aabbccddeeff'}}";
    private static final int WRITE_CONFLICT = 112;

    private final Store shared = new SharedMemoryStore();
    private final StoppedStore stopped = new StoppedStore(shared);
    private final MongoFixture one;
    private final MongoFixture other;
    private final RawMongoClient first;
    private final RawMongoClient second;
    private long number;

    RepeatedElsewhereTest() throws IOException {
        one = new MongoFixture(MongoSettings.open(), stopped);
        other = new MongoFixture(MongoSettings.open(), new KeptStore(shared));
        first = one.connect();
        second = other.connect();
    }

    @AfterEach
    void close() throws IOException {
        first.close();
        second.close();
        other.close();
        one.close();
    }

    private static BsonDocument run(RawMongoClient client, String json) {
        return run(client, BsonDocument.parse(json));
    }

    private static BsonDocument run(RawMongoClient client, BsonDocument command) {
        try {
            return client.run(command.containsKey("$db") ? command : command.append("$db", new BsonString("shop")));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private BsonDocument numbered(RawMongoClient client, String json) {
        BsonDocument command = BsonDocument.parse(json)
                .append("lsid", BsonDocument.parse(LSID))
                .append("txnNumber", new BsonInt64(number));
        return run(client, command);
    }

    private static boolean isOk(BsonDocument reply) {
        return reply.getNumber("ok").doubleValue() == 1.0;
    }

    private List<BsonDocument> documents() {
        BsonDocument reply = run(second, "{find: 'c', sort: {_id: 1}}");
        assertTrue(isOk(reply), reply.toJson());
        return reply.getDocument("cursor").getArray("firstBatch").stream()
                .map(BsonValue::asDocument)
                .toList();
    }

    private void prepare(int shards) {
        run(second, "{drop: 'c'}");
        run(
                second,
                "{shardCollection: 'shop.c', key: {_id: 'hashed'}, numInitialChunks: " + shards + ", $db: 'admin'}");
        run(
                second,
                "{insert: 'c', documents: [{_id: 1, k: 1, n: 1}, {_id: 2, k: 1, n: 1}, {_id: 3, k: 1, n: 1},"
                        + " {_id: 4, k: 1, n: 1}, {_id: 5, k: 2, n: 1}]}");
    }

    /** What of a reply must be the same whoever gives it. */
    private static List<@Nullable BsonValue> answered(BsonDocument reply) {
        List<@Nullable BsonValue> told = new ArrayList<>();
        for (String field : List.of("n", "nModified", "value", "lastErrorObject", "writeErrors")) {
            told.add(reply.get(field));
        }
        told.add(
                reply.containsKey("upserted")
                        ? reply.getArray("upserted").get(0).asDocument().get("index")
                        : null);
        return told;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{insert: 'c', documents: [{_id: 9, k: 3, n: 1}]}",
                "{insert: 'c', documents: [{_id: 8, n: 1}, {_id: 9, n: 1}, {_id: 10, n: 1}, {_id: 11, n: 1}]}",
                "{insert: 'c', documents: [{_id: 8}, {_id: 1}, {_id: 10}, {_id: 11}], ordered: false}",
                "{insert: 'c', documents: [{_id: 8}, {_id: 9}, {_id: 1}, {_id: 11}]}",
                "{update: 'c', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}]}",
                "{update: 'c', updates: [{q: {k: 1}, u: {$inc: {n: 1}}}]}",
                "{update: 'c', updates: [{q: {k: 1}, u: {$set: {k: 5}}}, {q: {k: 2}, u: {$set: {k: 6}}}]}",
                "{update: 'c', updates: [{q: {_id: 70}, u: {$inc: {n: 1}}, upsert: true}]}",
                "{update: 'c', updates: [{q: {k: 9}, u: {$inc: {n: 1}}, upsert: true}]}",
                "{update: 'c', updates: [{q: {_id: 5}, u: [{$set: {k: 5, n: {$add: ['$n', 1]}}}]}]}",
                "{delete: 'c', deletes: [{q: {k: 1}, limit: 1}]}",
                "{delete: 'c', deletes: [{q: {_id: 5}, limit: 1}, {q: {k: 1}, limit: 1}]}",
                "{findAndModify: 'c', query: {k: 1}, sort: {_id: 1}, update: {$set: {k: 5}}, new: true}",
                "{findAndModify: 'c', query: {k: 1}, update: {$inc: {n: 1}}}",
                "{findAndModify: 'c', query: {k: 1}, sort: {_id: -1}, remove: true}",
                "{findAndModify: 'c', query: {_id: 1, k: 1}, update: {$set: {k: 4}}}",
            })
    void aWriteThatIsSentAgainWhileTheFirstAttemptIsStoppedAnywhereIsCarriedOutOnce(String command) {
        for (int shards : new int[] {1, 4}) {
            prepare(shards);
            number++;
            numbered(first, command);
            List<BsonDocument> expected = effect();
            int stops = 0;
            boolean hasStopped = true;
            for (; hasStopped; stops++) {
                prepare(shards);
                number++;
                List<BsonDocument> again = new ArrayList<>(1);
                stopped.stopBefore(stops, () -> again.add(numbered(second, command)));
                BsonDocument reply = numbered(first, command);
                hasStopped = stopped.hasStopped();
                String where = shards + " shards, stopped at " + stops + ": " + reply.toJson() + " and " + again;
                assertEquals(expected, effect(), where);
                if (!isOk(reply)) {
                    assertEquals(WRITE_CONFLICT, reply.getInt32("code").getValue(), where);
                    assertTrue(reply.getArray("errorLabels").contains(new BsonString("RetryableWriteError")), where);
                }
                BsonDocument third = numbered(second, command);
                assertEquals(expected, effect(), where);
                assertTrue(isOk(third), where + third);
                for (BsonDocument told : again) {
                    assertTrue(isOk(told), where);
                    assertEquals(answered(told), answered(third), where);
                }
                if (isOk(reply)) {
                    assertEquals(answered(reply), answered(third), where);
                }
            }
            assertTrue(stops > 3, "stopped only " + stops + " times");
        }
    }

    /** The documents without what tells equal ones apart, since any that matches may be changed. */
    private List<BsonDocument> effect() {
        return documents().stream()
                .map(document -> {
                    BsonDocument left = document.clone();
                    left.remove("_id");
                    return left;
                })
                .sorted((left, right) -> left.toJson().compareTo(right.toJson()))
                .toList();
    }

    @Test
    void aRepeatIsToldAsOne() {
        prepare(1);
        String insert = "{insert: 'c', documents: [{_id: 20}, {_id: 21}]}";
        number++;
        assertFalse(numbered(first, insert).containsKey("retriedStmtIds"));
        assertEquals(2, numbered(second, insert).getArray("retriedStmtIds").size());
        number++;
        String modify = "{findAndModify: 'c', query: {_id: 20}, update: {$inc: {n: 1}}, new: true}";
        BsonDocument value = numbered(first, modify).getDocument("value");
        assertEquals(new BsonInt32(1), value.get("n"));
        run(first, "{update: 'c', updates: [{q: {_id: 20}, u: {$inc: {n: 1}}}]}");
        assertEquals(value, numbered(second, modify).getDocument("value"));
        number--;
        BsonDocument tooOld = numbered(first, insert);
        assertEquals(225, tooOld.getInt32("code").getValue(), tooOld.toJson());
    }

    @Test
    void aServerThatHasNotHeardOfALaterNumberRefusesAnEarlierOneWhereItWouldWrite() {
        prepare(1);
        number = 7;
        numbered(first, "{update: 'c', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}]}");
        number = 6;
        BsonDocument tooOld = numbered(second, "{update: 'c', updates: [{q: {_id: 1}, u: {$inc: {n: 1}}}]}");
        assertTrue(tooOld.toJson().contains("newer retryable write"), tooOld.toJson());
    }

    @Test
    void whatASessionHasLeftIsForgottenByItsAgeAndNotWhenAServerHasForgottenTheSession() {
        prepare(4);
        number++;
        String insert = "{insert: 'c', documents: [{_id: 20}, {_id: 21}, {_id: 22}, {_id: 23}]}";
        numbered(first, insert);
        run(first, "{endSessions: [" + LSID + "], $db: 'admin'}");
        one.machine.advance(Duration.ofHours(1));
        assertEquals(4, numbered(second, insert).getArray("retriedStmtIds").size());
        assertTrue(receipts() > 0);
        one.deadlines.advance(Duration.ofMinutes(32));
        other.deadlines.advance(Duration.ofMinutes(32));
        assertTrue(receipts() > 0);
        assertTrue(other.services
                        .collections()
                        .find("shop", "c")
                        .orElseThrow()
                        .receipts()
                        .forgetOlderThan(Duration.ofMinutes(31))
                > 0);
        assertEquals(0, receipts());
    }

    private int receipts() {
        int[] count = new int[1];
        other.services.collections().find("shop", "c").orElseThrow().receipts().forEach((_, _) -> count[0]++);
        return count[0];
    }
}
