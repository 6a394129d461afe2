package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collections that a transaction makes, and commands that it refuses, as a driver sees them. */
@Rows("transaction_collections")
@MayflyTest(replicaSet = "rs0")
final class MongoTransactionCollectionIT {
    @Row(
            number = 120,
            when = "an insert into a collection that is not there",
            then = "makes it, and nothing is left of it if the transaction is aborted",
            unlike = "it stays if somebody else has stored something in it meanwhile, where MongoDB has them wait, and,"
                    + " empty, if the server dies before the end")
    @Test
    void collectionIsMadeByItsFirstInsert(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.insertMany(session, List.of(BankAccounts.account(1, 1), BankAccounts.account(2, 2)));
            assertEquals(0, accounts.countDocuments());
            assertFalse(names(client).contains(accounts.getNamespace().getCollectionName()));
            session.commitTransaction();
        }
        assertEquals(2, accounts.countDocuments());
        MongoCollection<Document> aborted = BankAccounts.fresh(client);
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            aborted.insertOne(session, BankAccounts.account(1, 1));
            session.abortTransaction();
        }
        assertFalse(names(client).contains(aborted.getNamespace().getCollectionName()));
    }

    @Row(
            number = 125,
            when = "`create`; `createIndexes` of a collection that is not there, or that the transaction has just made",
            then = "they are there with the commit, and gone with the abort",
            unlike = "as above")
    @Test
    void collectionsAndIndexesAreMadeWithinATransaction(MongoClient client) {
        for (boolean commits : new boolean[] {true, false}) {
            MongoCollection<Document> created = BankAccounts.fresh(client);
            MongoCollection<Document> indexed = BankAccounts.fresh(client);
            String createdName = created.getNamespace().getCollectionName();
            try (ClientSession session = client.startSession()) {
                session.startTransaction();
                client.getDatabase("bank").createCollection(session, createdName);
                created.createIndex(session, Indexes.ascending("balance"));
                indexed.createIndex(session, Indexes.ascending("balance"));
                indexed.insertOne(session, BankAccounts.account(1, 7));
                assertEquals(
                        1,
                        indexed.find(session, Filters.gte("balance", 7))
                                .into(new ArrayList<>())
                                .size());
                if (commits) {
                    session.commitTransaction();
                } else {
                    session.abortTransaction();
                }
            }
            assertEquals(commits, names(client).contains(createdName));
            assertEquals(commits, names(client).contains(indexed.getNamespace().getCollectionName()));
            assertEquals(
                    commits ? List.of(7) : List.of(),
                    BankAccounts.balances(
                            indexed.find(Filters.gte("balance", 0)).hintString(commits ? "balance_1" : "_id_")));
        }
    }

    @Row(
            number = 126,
            when =
                    "`create` of a view; `createIndexes` of a collection that was there; `create` of one; `create` with read"
                            + " concern `snapshot`",
            then = "263; 263; 48 NamespaceExists; 72 InvalidOptions")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{create: 'snapshotted', readConcern: {level: 'snapshot'}} | 72",
                "{create: 'COLL', viewOn: 'other', pipeline: []} | 263",
                "{createIndexes: 'COLL', indexes: [{key: {b: 1}, name: 'b_1'}]} | 263",
                "{create: 'COLL'} | 48"
            })
    void whatATransactionCannotMakeIsRefused(String test, MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.insertOne(BankAccounts.account(1, 1));
        String[] parts = test.split(" \\| ", 2);
        Document command =
                Document.parse(parts[0].replace("COLL", accounts.getNamespace().getCollectionName()));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            MongoCommandException refused = assertThrows(
                    MongoCommandException.class,
                    () -> client.getDatabase("bank").runCommand(session, command));
            assertEquals(parts[1], Integer.toString(refused.getErrorCode()));
        }
    }

    @Row(
            number = 128,
            when = "an insert, update or delete in a capped collection",
            then = "263 `Writes in transactions are not allowed on capped collections.`")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{insert: 'COLL', documents: [{_id: 2}]}",
                "{update: 'COLL', updates: [{q: {_id: 1}, u: {$set: {a: 1}}}]}",
                "{delete: 'COLL', deletes: [{q: {_id: 1}, limit: 1}]}",
                "{findAndModify: 'COLL', query: {_id: 1}, update: {$set: {a: 1}}}",
                "{findAndModify: 'COLL', query: {_id: 1}, remove: true}"
            })
    void cappedCollectionIsNotWrittenWithinATransaction(String command, MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        String name = accounts.getNamespace().getCollectionName();
        client.getDatabase("bank")
                .createCollection(
                        name, new CreateCollectionOptions().capped(true).sizeInBytes(4096));
        accounts.insertOne(BankAccounts.account(1, 1));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            String text;
            try {
                text = client.getDatabase("bank")
                        .runCommand(session, Document.parse(command.replace("COLL", name)))
                        .toJson();
            } catch (MongoCommandException refused) {
                text = refused.getResponse().toJson();
            }
            assertTrue(text.contains("263"), text);
        }
    }

    @Row(number = 150, when = "`count`, `listCollections`, `$out`, `$collStats`", then = "263")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{count: 'any'}",
                "{listCollections: 1}",
                "{aggregate: 'any', pipeline: [{$out: 'other'}], cursor: {}}",
                "{aggregate: 'any', pipeline: [{$collStats: {count: {}}}], cursor: {}}"
            })
    void otherCommandsAreRefused(String command, MongoClient client) {
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            MongoCommandException refused = assertThrows(
                    MongoCommandException.class,
                    () -> client.getDatabase("bank").runCommand(session, Document.parse(command)));
            assertEquals(263, refused.getErrorCode(), refused.getErrorMessage());
            assertFalse(refused.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL));
        }
    }

    private static List<String> names(MongoClient client) {
        return client.getDatabase("bank").listCollectionNames().into(new ArrayList<>());
    }
}
