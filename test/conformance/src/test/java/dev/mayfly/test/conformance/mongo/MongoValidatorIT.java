package dev.mayfly.test.conformance.mongo;

import static dev.mayfly.test.conformance.mongo.Ground.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoCommandException;
import com.mongodb.MongoWriteException;
import com.mongodb.WriteError;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.InsertOneOptions;
import com.mongodb.client.model.UpdateOptions;
import com.mongodb.client.model.ValidationAction;
import com.mongodb.client.model.ValidationLevel;
import com.mongodb.client.model.ValidationOptions;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collections that demand something of their documents. */
@MayflyTest
@Rows("validators")
final class MongoValidatorIT extends OnGround {
    private static final String SCHEMA = "{$jsonSchema: {bsonType: 'object', required: ['name'], properties: {"
            + "name: {bsonType: 'string', description: 'must be a text'}, age: {bsonType: 'int', minimum: 0}}}}";

    private void create(String validator, UnaryOperator<ValidationOptions> more) {
        ground.database()
                .createCollection(
                        ground.name(),
                        new CreateCollectionOptions()
                                .validationOptions(more.apply(new ValidationOptions().validator(json(validator)))));
    }

    private void create(String validator) {
        create(validator, UnaryOperator.identity());
    }

    private static WriteError refused(Executable write) {
        WriteError error = assertThrows(MongoWriteException.class, write).getError();
        assertEquals(121, error.getCode());
        assertEquals("Document failed validation", error.getMessage());
        return error;
    }

    private void insert(String document) {
        ground.documents().insertOne(json(document));
    }

    private void update(String update, boolean upsert) {
        ground.documents().updateOne(json("{_id: 1}"), json(update), new UpdateOptions().upsert(upsert));
    }

    @Row(
            number = 10,
            when = "`create` with `validator`, a query or a `$jsonSchema`",
            then = "kept and listed among the options of the collection")
    @ParameterizedTest
    @ValueSource(strings = {"{a: {$gt: 1}, b: {$exists: true}}", SCHEMA})
    void validatorIsListed(String validator) {
        create(validator, options -> options.validationLevel(ValidationLevel.MODERATE));
        Document listed =
                Ground.first(ground.database().listCollections().filter(json("{name: '" + ground.name() + "'}")));
        Document options = listed.get("options", Document.class);
        assertEquals(json(validator), options.get("validator"));
        assertEquals("moderate", options.get("validationLevel"));
    }

    @Row(
            number = 20,
            when = "an insert of what does not match",
            then =
                    "121 DocumentValidationFailure `Document failed validation`, and `errInfo` says which rules do not hold")
    @Test
    void insertIsRefusedWithReasons() {
        create(SCHEMA);
        WriteError error = refused(() -> insert("{_id: 1, name: 5, age: -1}"));
        assertEquals(
                json("{failingDocumentId: 1, details: {operatorName: '$jsonSchema', schemaRulesNotSatisfied: ["
                        + "{operatorName: 'properties', propertiesNotSatisfied: ["
                        + "{propertyName: 'name', description: 'must be a text', details: [{operatorName: 'bsonType',"
                        + " specifiedAs: {bsonType: 'string'}, reason: 'type did not match', consideredValue: 5,"
                        + " consideredType: 'int'}]}, {propertyName: 'age', details: [{operatorName: 'minimum',"
                        + " specifiedAs: {minimum: 0}, reason: 'comparison failed', consideredValue: -1}]}]}]}}"),
                Document.parse(error.getDetails().toJson()));
        insert("{_id: 1, name: 'Ada', age: 36}");
    }

    @Row(
            number = 21,
            when = "the same by a validator that is a query",
            then = "`errInfo` names each operator that does not match, with the value it looked at")
    @Test
    void queryIsExplained() {
        create("{$or: [{a: {$gt: 5}}, {b: {$exists: true}}]}");
        WriteError error = refused(() -> insert("{_id: 1, a: 1}"));
        assertEquals(
                json("{failingDocumentId: 1, details: {operatorName: '$or', clausesNotSatisfied: [{index: 0, details:"
                        + " {operatorName: '$gt', specifiedAs: {a: {$gt: 5}}, reason: 'comparison failed',"
                        + " consideredValue: 1}}, {index: 1, details: {operatorName: '$exists', specifiedAs:"
                        + " {b: {$exists: true}}, reason: 'path does not exist'}}]}}"),
                Document.parse(error.getDetails().toJson()));
    }

    @Row(
            number = 30,
            when = "an insert of many, of which some match",
            then = "ordered: stops at the first that does not; unordered: the others are stored")
    @Test
    void othersOfManyAreStored() {
        create("{a: 1}");
        List<Document> many = List.of(json("{_id: 1, a: 1}"), json("{_id: 2, a: 2}"), json("{_id: 3, a: 1}"));
        MongoBulkWriteException failure = assertThrows(
                MongoBulkWriteException.class,
                () -> ground.documents().insertMany(many, new InsertManyOptions().ordered(false)));
        assertEquals(1, failure.getWriteErrors().size());
        assertEquals(121, failure.getWriteErrors().getFirst().getCode());
        assertEquals(1, failure.getWriteErrors().getFirst().getIndex());
        assertEquals(2, ground.documents().countDocuments());
        ground.documents().deleteMany(json("{}"));
        assertThrows(MongoBulkWriteException.class, () -> ground.documents().insertMany(many));
        assertEquals(1, ground.documents().countDocuments());
    }

    @Row(number = 40, when = "an update, an upsert or a `findAndModify` that would store such a document", then = "121")
    @Test
    void updatesAreRefused() {
        create("{a: {$type: 'int'}}");
        refused(() -> update("{$set: {a: 'x'}}", true));
        insert("{_id: 1, a: 1}");
        refused(() -> update("{$set: {a: 'x'}}", false));
        refused(() -> ground.documents().replaceOne(json("{_id: 1}"), json("{b: 1}")));
        Refusal.expect(
                121,
                "DocumentValidationFailure",
                "Document failed validation",
                () -> ground.documents().findOneAndUpdate(json("{_id: 1}"), json("{$unset: {a: 1}}")));
        assertEquals(json("{_id: 1, a: 1}"), ground.documents().find().first());
    }

    @Row(
            number = 50,
            when = "`validationLevel: \"moderate\"`",
            then = "what did not match before may be updated; what did must go on matching")
    @Test
    void moderateLeavesOldDocumentsAlone() {
        insert("{_id: 1}");
        insert("{_id: 2, a: 1}");
        ground.run(new Document("collMod", ground.name())
                .append("validator", json("{a: 1}"))
                .append("validationLevel", "moderate"));
        update("{$set: {b: 1}}", false);
        refused(() -> ground.documents().updateOne(json("{_id: 2}"), json("{$set: {a: 2}}")));
        refused(() -> insert("{_id: 3}"));
    }

    @Row(
            number = 51,
            when = "`validationLevel: \"off\"`, or `validator: {}` by `collMod`",
            then = "nothing is looked at")
    @ParameterizedTest
    @ValueSource(strings = {"{validationLevel: 'off'}", "{validator: {}}"})
    void validationCanBeSwitchedOff(String change) {
        create("{a: 1}");
        refused(() -> insert("{_id: 1}"));
        Document collMod = new Document("collMod", ground.name());
        collMod.putAll(json(change));
        ground.run(collMod);
        insert("{_id: 1}");
    }

    @Row(number = 60, when = "`validationAction: \"warn\"`", then = "stored, and the server's log says so")
    @Test
    void warningStoresTheDocument() {
        create("{a: 1}", options -> options.validationAction(ValidationAction.WARN));
        insert("{_id: 1}");
        assertEquals(1, ground.documents().countDocuments());
    }

    @Row(
            number = 70,
            when = "`bypassDocumentValidation: true` of insert, update, `findAndModify` and aggregate",
            then = "stored")
    @Test
    void validationCanBeBypassed() {
        create("{a: 1}");
        ground.documents().insertOne(json("{_id: 1}"), new InsertOneOptions().bypassDocumentValidation(true));
        ground.documents()
                .updateOne(
                        json("{_id: 1}"), json("{$set: {b: 1}}"), new UpdateOptions().bypassDocumentValidation(true));
        assertEquals(json("{_id: 1, b: 1}"), ground.documents().find().first());
    }

    @Row(
            number = 80,
            when = "`$merge` and `$out` into such a collection",
            then = "121 at the first row that does not match")
    @ParameterizedTest
    @ValueSource(strings = {"$merge", "$out"})
    void pipelinesAreRefused(String stage) {
        create("{a: 1}");
        List<Document> pipeline = List.of(json("{$documents: [{_id: 1, a: 2}]}"), new Document(stage, ground.name()));
        MongoCommandException refused = assertThrows(
                MongoCommandException.class,
                () -> ground.database().aggregate(pipeline).toCollection());
        assertEquals(121, refused.getErrorCode());
        Document details =
                Document.parse(refused.getResponse().getDocument("errInfo").toJson());
        assertEquals(1, Objects.requireNonNull(details.get("failingDocumentId")));
    }

    @Row(
            number = 90,
            when = "a schema with a keyword that there is not",
            then = "9 FailedToParse `Unknown $jsonSchema keyword`, and `... is not currently supported` of `$ref`,"
                    + " `format`, `default`, `definitions`, `id`")
    @ParameterizedTest
    @ValueSource(strings = {"{foo: 1}", "{properties: {a: {format: 'date'}}}"})
    void unknownKeywordsAreRefused(String schema) {
        Refusal.expect(9, "FailedToParse", "$jsonSchema keyword", () -> create("{$jsonSchema: " + schema + "}"));
    }

    @Row(number = 100, when = "`$jsonSchema` in a query", then = "matches what the schema takes")
    @Test
    void schemaIsAQueryToo() {
        insert("{_id: 1, name: 'Ada'}");
        insert("{_id: 2, name: 5}");
        assertEquals(1, ground.documents().countDocuments(json(SCHEMA)));
        assertEquals(
                json("{_id: 2, name: 5}"),
                ground.documents().find(json("{$nor: [" + SCHEMA + "]}")).first());
    }
}
