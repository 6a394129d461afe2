package dev.mayfly.face.mongo.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.face.mongo.replica.ReplicaSet;
import dev.mayfly.face.mongo.session.Role;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The events of a change stream, and its refusals, command by command. */
class ChangeStreamTest extends ChangeStreamFixture {
    @Test
    void aBatchSaysWhereToGoOnEvenIfItIsEmpty() throws IOException {
        BsonDocument opened = watch("{}");
        String first = token(opened);
        assertTrue(token(more()).compareTo(first) >= 0);
        run("{insert: 'c', documents: [{_id: 1}, {_id: 2}]}");
        BsonDocument batch = more();
        List<BsonValue> events = batch.getDocument("cursor").getArray("nextBatch");
        String last =
                events.get(1).asDocument().getDocument("_id").getString("_data").getValue();
        assertEquals(last, token(batch));
        assertEquals(List.of(), told());
    }

    @Test
    void streamEndsInTheBatchBehindAnInvalidateThatFillsItsOwn() throws IOException {
        run("{insert: 'c', documents: [{_id: 1}]}");
        watch("{}");
        run("{drop: 'c'}");
        BsonDocument one = new BsonDocument("batchSize", new BsonInt32(1));
        assertEquals(List.of("drop"), types(more(one)));
        assertEquals(List.of("invalidate"), types(more(one)));
        assertTrue(cursor != 0);
        assertEquals(List.of(), types(more(one)));
        assertEquals(0, cursor);
    }

    @Test
    void invalidateInALargerBatchComesWithTheEnd() throws IOException {
        run("{insert: 'c', documents: [{_id: 1}]}");
        watch("{}");
        run("{drop: 'c'}");
        assertEquals(List.of("drop", "invalidate"), told());
        assertEquals(0, cursor);
    }

    private static List<String> types(BsonDocument batch) {
        return batch.getDocument("cursor").getArray("nextBatch").stream()
                .map(event -> event.asDocument().getString("operationType").getValue())
                .toList();
    }

    @Test
    void streamOverTheServerHidesItsOwnDatabases() throws IOException {
        BsonDocument opened = client.run(BsonDocument.parse(
                "{aggregate: 1, pipeline: [{$changeStream: {allChangesForCluster: true}}], cursor: {},"
                        + " $db: 'admin'}"));
        long id = opened.getDocument("cursor").getInt64("id").getValue();
        client.run(BsonDocument.parse("{insert: 'c', documents: [{_id: 1}], $db: 'admin'}"));
        client.run(BsonDocument.parse("{insert: 'c', documents: [{_id: 1}], $db: 'config'}"));
        run("{insert: 'c', documents: [{_id: 1}]}");
        BsonDocument batch = client.run(new BsonDocument("getMore", new BsonInt64(id))
                .append("collection", new BsonString("$cmd.aggregate"))
                .append("$db", new BsonString("admin")));
        List<BsonValue> events = batch.getDocument("cursor").getArray("nextBatch");
        assertEquals(1, events.size(), batch::toJson);
        assertEquals(
                "db",
                events.getFirst().asDocument().getDocument("ns").getString("db").getValue());
        client.run(BsonDocument.parse(
                "{killCursors: '$cmd.aggregate', cursors: [{$numberLong: '" + id + "'}], $db: 'admin'}"));
    }

    @Test
    void streamThatCannotGoOnSaysSo() throws IOException {
        watch("{}", "{$project: {_id: 0}}");
        run("{insert: 'c', documents: [{_id: 1}]}");
        BsonDocument refused = more();
        assertEquals(280, refused.getInt32("code").getValue());
        assertEquals(
                "NonResumableChangeStreamError",
                refused.getArray("errorLabels").getFirst().asString().getValue());
        cursor = 0;
    }

    @Test
    void cursorThatDoesNotWaitRefusesEvenATimeOfZero() throws IOException {
        run("{insert: 'c', documents: [{_id: 1}, {_id: 2}]}");
        BsonDocument found = run("{find: 'c', batchSize: 1}");
        cursor = found.getDocument("cursor").getInt64("id").getValue();
        assertEquals(
                2,
                more(new BsonDocument("maxTimeMS", new BsonInt32(0)))
                        .getInt32("code")
                        .getValue());
    }

    private static String token(BsonDocument reply) {
        return reply.getDocument("cursor")
                .getDocument("postBatchResumeToken")
                .getString("_data")
                .getValue();
    }

    @Test
    void whatAChangeOfPolicyHidIsDeletedAndWhatItBroughtBackInserted() throws IOException {
        index();
        insertDying(1);
        int queue = collection().record().index("at_1").orElseThrow().id();
        collection().definition().changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, 1000))));
        watch("{}");
        fixture.deadlines.advance(Duration.ofSeconds(100));
        assertEquals(List.of(), told());
        collection().definition().changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, 5))));
        fixture.deadlines.advance(Duration.ofSeconds(1));
        assertEquals(List.of("delete 1"), told());
        collection().definition().changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, 1000))));
        fixture.deadlines.advance(Duration.ofSeconds(1));
        List<BsonDocument> back = events();
        assertEquals("insert", back.getFirst().getString("operationType").getValue());
        assertEquals(
                "broughtBack",
                back.getFirst().getDocument("mayfly").getString("reason").getValue());
    }

    @Test
    void aLazyCollectionTellsOfExpiryAtTheMonitorsNextPass() throws IOException {
        index();
        insertDying(1);
        collection().definition().changePolicy(policy -> policy.withVisibility(Policy.Visibility.LAZY));
        watch("{}");
        fixture.deadlines.advance(Duration.ofSeconds(30));
        assertEquals(List.of(), told());
        fixture.deadlines.advance(Duration.ofSeconds(60));
        assertEquals(List.of("delete 1"), told());
    }

    @Test
    void aWriteOverAnExpiredDocumentIsADeleteAndAnInsert() throws IOException {
        index();
        insertDying(1);
        watch("{}");
        fixture.deadlines.advance(Duration.ofSeconds(5));
        fixture.services.collections().engine().sweeper().pause();
        fixture.deadlines.advance(Duration.ofSeconds(10));
        run("{insert: 'c', documents: [{_id: 1}]}");
        assertEquals(List.of("delete 1", "insert 1"), told());
    }

    @Test
    void aTransactionIsToldWhenItIsCommittedAndNotIfItIsAborted() throws IOException {
        run("{insert: 'c', documents: [{_id: 0}]}");
        watch("{}");
        for (String end : List.of("abortTransaction", "commitTransaction")) {
            String number = end.equals("abortTransaction") ? "1" : "2";
            String inside = "lsid: {id: {$binary: {base64: 'AAAAAAAAAAAAAAAAAAAAAQ==', subType: '04'}}},"
                    + " txnNumber: {$numberLong: '" + number + "'}, autocommit: false";
            run("{insert: 'c', documents: [{_id: 1}], startTransaction: true, " + inside + "}");
            run("{update: 'c', updates: [{q: {_id: 1}, u: {$set: {a: 1}}}], " + inside + "}");
            assertEquals(List.of(), told());
            BsonDocument ended = client.run(BsonDocument.parse("{" + end + ": 1, $db: 'admin', " + inside + "}"));
            assertEquals(1, ended.getNumber("ok").intValue(), ended::toJson);
        }
        assertEquals(List.of("insert 1", "update 1"), told());
    }

    @Test
    void onlyTheAskedForIsLookedUpOrRequired() throws IOException {
        run("{insert: 'c', documents: [{_id: 1, a: 1}]}");
        watch("{fullDocument: 'whenAvailable', fullDocumentBeforeChange: 'whenAvailable'}");
        run("{update: 'c', updates: [{q: {_id: 1}, u: {$set: {a: 2}}}]}");
        BsonDocument event = events().getFirst();
        assertTrue(event.isNull("fullDocument"));
        assertTrue(event.isNull("fullDocumentBeforeChange"));
    }

    @Test
    void imagesAreThereWhereTheCollectionKeepsThem() throws IOException {
        BsonDocument made = run("{create: 'c', changeStreamPreAndPostImages: {enabled: true}}");
        assertEquals(1, made.getNumber("ok").intValue(), made::toJson);
        run("{insert: 'c', documents: [{_id: 1, a: 1}]}");
        watch("{fullDocument: 'required', fullDocumentBeforeChange: 'required'}");
        run("{update: 'c', updates: [{q: {_id: 1}, u: {$set: {a: 2}}}]}");
        run("{delete: 'c', deletes: [{q: {_id: 1}, limit: 1}]}");
        List<BsonDocument> events = events();
        assertEquals(BsonDocument.parse("{_id: 1, a: 2}"), events.get(0).getDocument("fullDocument"));
        assertEquals(BsonDocument.parse("{_id: 1, a: 1}"), events.get(0).getDocument("fullDocumentBeforeChange"));
        assertEquals(BsonDocument.parse("{_id: 1, a: 2}"), events.get(1).getDocument("fullDocumentBeforeChange"));
        run("{collMod: 'c', changeStreamPreAndPostImages: {enabled: false}}");
        run("{insert: 'c', documents: [{_id: 2}]}");
        run("{update: 'c', updates: [{q: {_id: 2}, u: {$set: {a: 2}}}]}");
        assertEquals(47, more().getInt32("code").getValue());
        cursor = 0;
    }

    @Test
    void expandedEventsAreShownToThoseWhoAsk() throws IOException {
        watch("{showExpandedEvents: true}");
        run("{create: 'c'}");
        index();
        run("{collMod: 'c', index: {name: 'at_1', expireAfterSeconds: 20}}");
        run("{dropIndexes: 'c', index: 'at_1'}");
        List<BsonDocument> events = events();
        assertEquals(
                List.of("create", "createIndexes", "modify", "dropIndexes"),
                events.stream()
                        .map(event -> event.getString("operationType").getValue())
                        .toList());
        assertEquals(
                "at_1",
                events.get(1)
                        .getDocument("operationDescription")
                        .getArray("indexes")
                        .getFirst()
                        .asDocument()
                        .getString("name")
                        .getValue());
        assertEquals(
                BsonDocument.parse("{index: {name: 'at_1', expireAfterSeconds: 20}}"),
                events.get(2).getDocument("operationDescription"));
    }

    @Test
    void theWholeServerIsFollowedOnlyByThoseWhoMayReadAllOfIt() throws IOException {
        MongoSettings closed = MongoSettings.closed().withReplicaSet(new ReplicaSet("rs0", null));
        try (MongoFixture guarded = new MongoFixture(closed)) {
            guarded.addUser("ann", "secret", new Role("read", "admin"));
            guarded.addUser("bob", "secret", new Role("readAnyDatabase", "admin"));
            String watch = "{aggregate: 1, pipeline: [{$changeStream: {allChangesForCluster: true}}], cursor: {},"
                    + " $db: 'admin'}";
            for (String name : List.of("ann", "bob")) {
                try (RawMongoClient user = guarded.connect()) {
                    user.login("admin", name, "secret");
                    BsonDocument reply = user.run(BsonDocument.parse(watch));
                    assertEquals(name.equals("bob"), reply.containsKey("cursor"), reply::toJson);
                }
            }
        }
    }

    @Test
    void onlyCollectionsAreFollowed() throws IOException {
        run("{create: 'c', viewOn: 'd', pipeline: []}");
        assertEquals(166, watch("{}").getInt32("code").getValue());
        run("{drop: 'c'}");
        run("{create: 'c', timeseries: {timeField: 't'}}");
        assertEquals(166, watch("{}").getInt32("code").getValue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {fullDocument: 'x'} | 2
                    {resumeAfter: {_data: 'xyz'}} | 9
                    {resumeAfter: {_data: '8200'}} | 260
                    {resumeAfter: {}, startAtOperationTime: {$timestamp: {t: 1, i: 1}}} | 40674
                    {startAtOperationTime: {$timestamp: {t: 1, i: 1}}} | 286
                    {allChangesForCluster: true} | 72
                    {allChangesForCluster: 1} | 14
                    {resumeAfter: 1} | 14
                    {resumeAfter: {_data: 1}} | 14
                    {startAtOperationTime: 1} | 14
                    {fullDocument: 1} | 14
                    {fullDocumentBeforeChange: 'updateLookup'} | 2
                    {nope: 1} | 40415
                    """)
    void badOptionsAreRefused(String options, int code) throws IOException {
        assertEquals(code, watch(options).getInt32("code").getValue());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {$group: {_id: 1}} | 20
                    {$out: 'x'} | 20
                    {$lookup: {}} | 20
                    {$limit: 1} | 20
                    {$changeStream: {}} | 40602
                    {$nope: 1} | 40324
                    """)
    void stagesThatCannotFollowAreRefused(String stage, int code) throws IOException {
        assertEquals(code, watch("{}", stage).getInt32("code").getValue());
    }

    @Test
    void aMemberThatIsNoPrimaryReadsOnlyForThoseWhoSaySo() throws IOException {
        run("{insert: 'c', documents: [{_id: 1}]}");
        watch("{}");
        client.run(BsonDocument.parse("{replSetStepDown: 60, force: true, $db: 'admin'}"));
        assertEquals(13435, run("{find: 'c'}").getInt32("code").getValue());
        assertTrue(run("{find: 'c', $readPreference: {mode: 'secondaryPreferred'}}")
                .containsKey("cursor"));
        assertEquals(
                10107,
                run("{insert: 'c', documents: [{_id: 2}]}").getInt32("code").getValue());
        assertEquals(List.of(), told());
        fixture.deadlines.advance(Duration.ofSeconds(61));
        run("{insert: 'c', documents: [{_id: 2}]}");
        assertEquals(List.of("insert 2"), told());
        assertFalse(run("{find: 'c'}").containsKey("code"));
    }
}
