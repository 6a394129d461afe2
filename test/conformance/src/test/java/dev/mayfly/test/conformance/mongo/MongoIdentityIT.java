package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that name the identity of their collection. */
@MayflyTest
@Rows("identity")
final class MongoIdentityIT extends OnGround {
    private static final Binary NOBODY = new Binary((byte) 4, new byte[16]);

    private String other;

    @BeforeEach
    void prepare() {
        other = ground.name() + "Other";
        ground.documents().insertOne(json("{_id: 1, a: 1}"));
        ground.database().getCollection(other).insertOne(json("{_id: 1}"));
    }

    private Binary identity(String collection) {
        Document listed = Ground.first(ground.database().listCollections().filter(new Document("name", collection)));
        return (Binary) listed.get("info", Document.class).get("uuid");
    }

    private Document command(String text, Binary identity) {
        Document command = json(text.replace("'C'", "'" + ground.name() + "'"));
        if (command.containsKey("nsInfo")) {
            command.put("nsInfo", List.of(new Document("ns", ground.namespace()).append("collectionUUID", identity)));
            return command;
        }
        return command.append("collectionUUID", identity);
    }

    private static void assertMismatch(Document refused, String expected, Object actual) {
        assertEquals(361, refused.get("code"), refused::toJson);
        assertEquals("Collection UUID does not match that specified", refused.get("errmsg"));
        assertEquals(Ground.DATABASE, refused.get("db"));
        assertEquals(expected, refused.get("expectedCollection"));
        assertEquals(actual, refused.get("actualCollection"));
        assertTrue(refused.containsKey("actualCollection"), refused::toJson);
        assertTrue(refused.containsKey("collectionUUID"), refused::toJson);
    }

    private Document refused(Document command) {
        MongoCommandException refused = assertThrows(MongoCommandException.class, () -> ground.run(command));
        assertEquals("CollectionUUIDMismatch", refused.getErrorCodeName());
        return Document.parse(refused.getResponse().toJson());
    }

    @Row(
            number = 10,
            when = "`collectionUUID` in a command about one collection, and the collection has another",
            then =
                    "361 CollectionUUIDMismatch with `db`, `collectionUUID`, `expectedCollection` and `actualCollection`, "
                            + "which is the collection of that database with the identity, or null; nothing is done")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{find: 'C'}",
                "{count: 'C'}",
                "{distinct: 'C', key: 'a'}",
                "{aggregate: 'C', pipeline: [], cursor: {}}",
                "{findAndModify: 'C', query: {_id: 1}, remove: true}",
                "{createIndexes: 'C', indexes: [{key: {a: 1}, name: 'a_1'}]}",
                "{dropIndexes: 'C', index: '*'}",
                "{collMod: 'C', validationLevel: 'off'}",
                "{drop: 'C'}"
            })
    void anotherCollectionIsRefused(String text) {
        assertMismatch(refused(command(text, identity(other))), ground.name(), other);
        assertMismatch(refused(command(text, NOBODY)), ground.name(), null);
        assertEquals(1, ground.documents().countDocuments());
        assertEquals(1, ground.documents().listIndexes().into(new ArrayList<>()).size());
        assertEquals(1.0, ground.run(command(text, identity(ground.name()))).get("ok"));
    }

    @Row(
            number = 20,
            when = "the same in `insert`, `update` and `delete`",
            then = "the same as the error of each statement that is tried")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{insert: 'C', documents: [{_id: 2}, {_id: 3}], ordered: false}",
                "{update: 'C', updates: [{q: {_id: 1}, u: {$set: {a: 2}}}, {q: {}, u: {$set: {a: 2}}}], ordered: false}",
                "{delete: 'C', deletes: [{q: {_id: 1}, limit: 1}, {q: {}, limit: 0}], ordered: false}"
            })
    void statementsAreRefused(String text) {
        List<Document> errors = ground.run(command(text, identity(other))).getList("writeErrors", Document.class);
        assertEquals(2, errors.size());
        errors.forEach(error -> assertMismatch(error, ground.name(), other));
        Document ordered = command(text, identity(other)).append("ordered", true);
        assertEquals(
                1, ground.run(ordered).getList("writeErrors", Document.class).size());
        assertEquals(List.of(json("{_id: 1, a: 1}")), ground.documents().find().into(new ArrayList<>()));
        assertTrue(!ground.run(command(text, identity(ground.name()))).containsKey("writeErrors"));
    }

    @Row(
            number = 21,
            when = "`collectionUUID` in an entry of `nsInfo` of a `bulkWrite`",
            then = "the same as the result of each operation on that collection")
    @Test
    void operationsOfBulkWriteAreRefused() {
        String text = "{bulkWrite: 1, ops: [{insert: 0, document: {_id: 2}}], nsInfo: []}";
        Document reply = ground.admin(command(text, identity(other)));
        assertEquals(1, reply.get("nErrors"));
        Document cursor = reply.get("cursor", Document.class);
        assertMismatch(cursor.getList("firstBatch", Document.class).getFirst(), ground.name(), other);
        assertEquals(0, ground.admin(command(text, identity(ground.name()))).get("nErrors"));
    }

    @Row(
            number = 30,
            when = "`collectionUUID` of a collection whose name has become another's, or a view's",
            then = "361, and `actualCollection` says what it is called now")
    @Test
    void renamedCollectionIsNamed() {
        Binary identity = identity(ground.name());
        String moved = ground.name() + "Moved";
        Document rename = new Document("renameCollection", ground.namespace())
                .append("to", Ground.DATABASE + "." + moved)
                .append("collectionUUID", identity(other));
        MongoCommandException refused = assertThrows(MongoCommandException.class, () -> ground.admin(rename));
        assertEquals(361, refused.getErrorCode());
        ground.admin(rename.append("collectionUUID", identity));
        assertMismatch(refused(command("{find: 'C'}", identity)), ground.name(), moved);
        ground.database().createView(ground.name(), moved, List.of());
        assertMismatch(refused(command("{find: 'C'}", identity)), ground.name(), moved);
    }

    @Row(
            number = 40,
            when = "`collectionUUID` of another type; with `{aggregate: 1}`; with `$changeStream`",
            then = "14 TypeMismatch; 4928901; 4928900")
    @Test
    void misplacedIdentitiesAreRefused() {
        Refusal.expect(
                14,
                "TypeMismatch",
                "BSON field 'find.collectionUUID' is the wrong type 'string', expected type 'binData'",
                () -> ground.run(json("{find: 'c', collectionUUID: 'x'}")));
        Refusal.expect(
                14,
                "TypeMismatch",
                "BSON field 'find.collectionUUID' is the wrong binData type",
                () -> ground.run(command("{find: 'C'}", new Binary(new byte[16]))));
        Refusal.expect(
                4928901,
                "Location4928901",
                "is not supported for a collectionless aggregate",
                () -> ground.run(command("{aggregate: 1, pipeline: [{$documents: []}], cursor: {}}", NOBODY)));
        Refusal.expect(
                4928900,
                "Location4928900",
                "is not supported for a change stream",
                () -> ground.run(command("{aggregate: 'C', pipeline: [{$changeStream: {}}], cursor: {}}", NOBODY)));
    }
}
