package dev.mayfly.test.conformance.mongo;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.ReadConcern;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions over several documents and collections, as a driver runs them. */
@Rows("transactions")
@MayflyTest(replicaSet = "rs0")
final class MongoTransactionIT {
    @Row(
            number = 10,
            when = "a commit of writes to several collections",
            then = "they appear together; before, nobody else sees any of them")
    @Test
    void writesOfSeveralCollectionsAppearTogether(MongoClient client) {
        MongoCollection<Document> left = BankAccounts.fresh(client);
        MongoCollection<Document> right = BankAccounts.fresh(client);
        left.insertOne(BankAccounts.account(1, 100));
        right.insertOne(BankAccounts.account(1, 0));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            left.updateOne(session, Filters.eq(1), Updates.inc("balance", -30));
            right.updateOne(session, Filters.eq(1), Updates.inc("balance", 30));
            right.insertOne(session, BankAccounts.account(2, 7));
            assertEquals(List.of(100), BankAccounts.balances(left.find()));
            assertEquals(List.of(0), BankAccounts.balances(right.find()));
            session.commitTransaction();
        }
        assertEquals(List.of(70), BankAccounts.balances(left.find()));
        assertEquals(List.of(30, 7), BankAccounts.balances(right.find().sort(Sorts.ascending("_id"))));
    }

    @Row(number = 20, when = "`abortTransaction`", then = "nothing was written")
    @Test
    void abortedTransactionLeavesNothing(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.insertOne(BankAccounts.account(1, 100));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.deleteOne(session, Filters.eq(1));
            accounts.insertOne(session, BankAccounts.account(2, 1));
            session.abortTransaction();
        }
        assertEquals(List.of(100), BankAccounts.balances(accounts.find()));
    }

    @Row(
            number = 30,
            when = "reads behind its own writes",
            then =
                    "every way of reading sees them: by `_id`, by an index in either direction, `distinct`, pipelines, a second `updateMany`")
    @Test
    void transactionSeesItsOwnWritesByKeyIndexAndPipeline(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.createIndex(Indexes.ascending("balance"));
        accounts.insertMany(
                List.of(BankAccounts.account(1, 10), BankAccounts.account(2, 20), BankAccounts.account(3, 30)));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.updateOne(session, Filters.eq(2), Updates.set("balance", 5));
            accounts.deleteOne(session, Filters.eq(3));
            accounts.insertOne(session, BankAccounts.account(4, 15));
            assertEquals(
                    5,
                    requireNonNull(accounts.find(session, Filters.eq(2)).first())
                            .getInteger("balance"));
            assertEquals(
                    List.of(5, 10, 15),
                    BankAccounts.balances(
                            accounts.find(session, Filters.gt("balance", 0)).sort(Sorts.ascending("balance"))));
            assertEquals(
                    List.of(15, 10, 5),
                    BankAccounts.balances(
                            accounts.find(session, Filters.gt("balance", 0)).sort(Sorts.descending("balance"))));
            assertEquals(3, accounts.countDocuments(session));
            assertEquals(0, accounts.countDocuments(session, Filters.gte("balance", 20)));
            assertEquals(
                    Set.of(5, 10, 15),
                    accounts.distinct(session, "balance", Integer.class).into(new HashSet<>()));
            Document sum = requireNonNull(accounts.aggregate(
                            session, List.of(Document.parse("{$group: {_id: null, sum: {$sum: '$balance'}}}")))
                    .first());
            assertEquals(30, sum.getInteger("sum"));
            accounts.updateMany(session, Filters.gt("balance", 0), Updates.inc("balance", 100));
            accounts.updateMany(session, Filters.gt("balance", 0), Updates.inc("balance", 100));
            session.commitTransaction();
        }
        assertEquals(
                List.of(205, 210, 215),
                BankAccounts.balances(accounts.find(Filters.gt("balance", 0)).sort(Sorts.ascending("balance"))));
        assertEquals(0, accounts.countDocuments(Filters.lt("balance", 205)));
    }

    @Row(
            number = 40,
            when = "writes of others while it is open",
            then = "are not seen, in no collection and by no cursor")
    @Test
    void readsAreAsOfOneInstant(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        MongoCollection<Document> other = BankAccounts.fresh(client);
        accounts.insertMany(
                List.of(BankAccounts.account(1, 1), BankAccounts.account(2, 2), BankAccounts.account(3, 3)));
        other.insertOne(BankAccounts.account(1, 1));
        try (ClientSession session = client.startSession()) {
            session.startTransaction(TransactionOptions.builder()
                    .readConcern(ReadConcern.SNAPSHOT)
                    .build());
            try (MongoCursor<Document> cursor =
                    accounts.find(session).batchSize(1).iterator()) {
                assertEquals(1, cursor.next().getInteger("balance"));
                accounts.updateOne(Filters.eq(3), Updates.set("balance", 33));
                accounts.deleteOne(Filters.eq(2));
                other.updateOne(Filters.eq(1), Updates.set("balance", 11));
                assertEquals(2, cursor.next().getInteger("balance"));
                assertEquals(3, cursor.next().getInteger("balance"));
            }
            assertEquals(List.of(1), BankAccounts.balances(other.find(session)));
            session.commitTransaction();
        }
        assertEquals(List.of(11), BankAccounts.balances(other.find()));
    }

    @Row(
            number = 127,
            when = "a list of writes, ordered or not, of which one fails",
            then = "one error: it is the end of the transaction, and nothing behind it is tried")
    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void firstFailureEndsAListOfWrites(String ordered, MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.insertOne(BankAccounts.account(1, 1));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            Document told = client.getDatabase("bank")
                    .runCommand(
                            session,
                            new Document("insert", accounts.getNamespace().getCollectionName())
                                    .append(
                                            "documents",
                                            List.of(
                                                    BankAccounts.account(1, 2),
                                                    BankAccounts.account(1, 3),
                                                    BankAccounts.account(5, 5)))
                                    .append("ordered", Boolean.parseBoolean(ordered)));
            assertEquals(0, told.getInteger("n"));
            assertEquals(1, told.getList("writeErrors", Document.class).size());
        }
        assertEquals(1, accounts.countDocuments());
    }

    @Row(
            number = 130,
            when = "`findAndModify`, `$lookup`",
            then = "as outside of transactions, over what the transaction sees")
    @Test
    void findAndModifyAndLookupWork(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        MongoCollection<Document> owners = BankAccounts.fresh(client);
        accounts.insertOne(BankAccounts.account(1, 1));
        owners.insertOne(new Document("_id", 9));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            assertEquals(
                    BankAccounts.account(1, 1),
                    accounts.findOneAndUpdate(session, Filters.eq(1), Updates.set("owner", 10)));
            owners.insertOne(session, new Document("_id", 10));
            Document joined = requireNonNull(accounts.aggregate(
                            session,
                            List.of(Aggregates.lookup(
                                    owners.getNamespace().getCollectionName(), "owner", "_id", "found")))
                    .first());
            assertEquals(1, joined.getList("found", Document.class).size());
            assertNotNull(accounts.findOneAndDelete(session, Filters.eq(1)));
            assertNull(accounts.findOneAndDelete(session, Filters.eq(1)));
            session.commitTransaction();
        }
        assertEquals(0, accounts.countDocuments());
    }

    @Row(number = 140, when = "`commitTransaction` again", then = "is answered as the first time")
    @Test
    void commitMayBeRepeated(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        try (ClientSession session = client.startSession()) {
            session.startTransaction(TransactionOptions.builder()
                    .writeConcern(WriteConcern.MAJORITY)
                    .build());
            accounts.insertOne(session, BankAccounts.account(1, 1));
            session.commitTransaction();
            session.commitTransaction();
        }
        assertEquals(1, accounts.countDocuments());
    }

    @Row(
            number = 160,
            when = "`killSessions` while it is open",
            then = "it is aborted: 251 with `TransientTransactionError`")
    @Test
    void sessionThatIsKilledTakesItsTransactionAlong(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.insertOne(BankAccounts.account(1, 0));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.updateOne(session, Filters.eq(1), Updates.inc("balance", 1));
            client.getDatabase("admin")
                    .runCommand(new Document(
                            "killSessions", List.of(session.getServerSession().getIdentifier())));
            MongoException gone = assertThrows(MongoException.class, session::commitTransaction);
            assertEquals(251, gone.getCode());
            assertTrue(gone.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL));
            session.startTransaction();
            accounts.updateOne(session, Filters.eq(1), Updates.inc("balance", 2));
            session.commitTransaction();
        }
        assertEquals(List.of(2), BankAccounts.balances(accounts.find()));
    }

    @Row(
            number = 170,
            when = "a change stream over what transactions write",
            then = "tells what was committed, when it was, and nothing of what was aborted")
    @Test
    @Tag("unsharded")
    void changeStreamTellsWhatIsCommitted(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        MongoCollection<Document> other = BankAccounts.fresh(client);
        List<String> names = List.of(
                accounts.getNamespace().getCollectionName(),
                other.getNamespace().getCollectionName());
        accounts.insertOne(BankAccounts.account(1, 0));
        try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> changes = client.getDatabase("bank")
                        .watch(List.of(Aggregates.match(Filters.in("ns.coll", names))))
                        .cursor();
                ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.insertOne(session, BankAccounts.account(9, 9));
            session.abortTransaction();
            session.startTransaction();
            accounts.insertOne(session, BankAccounts.account(2, 0));
            accounts.updateOne(session, Filters.eq(2), Updates.inc("balance", 1));
            accounts.deleteOne(session, Filters.eq(1));
            other.insertOne(BankAccounts.account(5, 5));
            session.commitTransaction();
            List<String> told = new ArrayList<>();
            for (int change = 0; change < 4; change++) {
                ChangeStreamDocument<Document> next = changes.next();
                told.add(requireNonNull(next.getOperationType()).getValue() + " "
                        + requireNonNull(next.getDocumentKey()).getInt32("_id").getValue());
            }
            assertEquals(List.of("insert 5", "insert 2", "update 2", "delete 1"), told);
        }
    }
}
