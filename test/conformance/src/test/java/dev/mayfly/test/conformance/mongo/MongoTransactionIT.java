package dev.mayfly.test.conformance.mongo;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.ReadConcern;
import com.mongodb.TransactionOptions;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions over several documents and collections, as a driver runs them. */
@Rows("transactions")
@MayflyTest(replicaSet = "rs0")
final class MongoTransactionIT {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private static MongoCollection<Document> fresh(MongoClient client) {
        return client.getDatabase("bank").getCollection("accounts" + COUNT.incrementAndGet());
    }

    private static Document account(int id, int balance) {
        return new Document("_id", id).append("balance", balance);
    }

    private static List<Integer> balances(Iterable<Document> accounts) {
        List<Integer> balances = new ArrayList<>();
        accounts.forEach(account -> balances.add(account.getInteger("balance")));
        return balances;
    }

    private static void assertConflict(MongoException conflict) {
        assertEquals(112, conflict.getCode());
        assertTrue(conflict.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL));
    }

    @Row(
            number = 10,
            when = "a commit of writes to several collections",
            then = "they appear together; before, nobody else sees any of them")
    @Test
    void writesOfSeveralCollectionsAppearTogether(MongoClient client) {
        MongoCollection<Document> left = fresh(client);
        MongoCollection<Document> right = fresh(client);
        left.insertOne(account(1, 100));
        right.insertOne(account(1, 0));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            left.updateOne(session, Filters.eq(1), Updates.inc("balance", -30));
            right.updateOne(session, Filters.eq(1), Updates.inc("balance", 30));
            right.insertOne(session, account(2, 7));
            assertEquals(List.of(100), balances(left.find()));
            assertEquals(List.of(0), balances(right.find()));
            session.commitTransaction();
        }
        assertEquals(List.of(70), balances(left.find()));
        assertEquals(List.of(30, 7), balances(right.find().sort(Sorts.ascending("_id"))));
    }

    @Row(number = 20, when = "`abortTransaction`", then = "nothing was written")
    @Test
    void abortedTransactionLeavesNothing(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        accounts.insertOne(account(1, 100));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.deleteOne(session, Filters.eq(1));
            accounts.insertOne(session, account(2, 1));
            session.abortTransaction();
        }
        assertEquals(List.of(100), balances(accounts.find()));
    }

    @Row(
            number = 30,
            when = "reads behind its own writes",
            then =
                    "every way of reading sees them: by `_id`, by an index in either direction, `distinct`, pipelines, a second `updateMany`")
    @Test
    void transactionSeesItsOwnWritesByKeyIndexAndPipeline(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        accounts.createIndex(Indexes.ascending("balance"));
        accounts.insertMany(List.of(account(1, 10), account(2, 20), account(3, 30)));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.updateOne(session, Filters.eq(2), Updates.set("balance", 5));
            accounts.deleteOne(session, Filters.eq(3));
            accounts.insertOne(session, account(4, 15));
            assertEquals(
                    5,
                    requireNonNull(accounts.find(session, Filters.eq(2)).first())
                            .getInteger("balance"));
            assertEquals(
                    List.of(5, 10, 15),
                    balances(accounts.find(session, Filters.gt("balance", 0)).sort(Sorts.ascending("balance"))));
            assertEquals(
                    List.of(15, 10, 5),
                    balances(accounts.find(session, Filters.gt("balance", 0)).sort(Sorts.descending("balance"))));
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
                balances(accounts.find(Filters.gt("balance", 0)).sort(Sorts.ascending("balance"))));
        assertEquals(0, accounts.countDocuments(Filters.lt("balance", 205)));
    }

    @Row(
            number = 40,
            when = "writes of others while it is open",
            then = "are not seen, in no collection and by no cursor")
    @Test
    void readsAreAsOfOneInstant(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        MongoCollection<Document> other = fresh(client);
        accounts.insertMany(List.of(account(1, 1), account(2, 2), account(3, 3)));
        other.insertOne(account(1, 1));
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
            assertEquals(List.of(1), balances(other.find(session)));
            session.commitTransaction();
        }
        assertEquals(List.of(11), balances(other.find()));
    }

    @Row(
            number = 50,
            when = "two open transactions change one document",
            then = "112 for the second, at once, with `TransientTransactionError`")
    @Test
    void firstWriterWinsAtOnce(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        accounts.insertOne(account(1, 0));
        try (ClientSession first = client.startSession();
                ClientSession second = client.startSession()) {
            first.startTransaction();
            second.startTransaction();
            accounts.updateOne(first, Filters.eq(1), Updates.inc("balance", 1));
            assertConflict(assertThrows(
                    MongoException.class, () -> accounts.updateOne(second, Filters.eq(1), Updates.inc("balance", 1))));
            first.commitTransaction();
            MongoException gone = assertThrows(MongoException.class, second::commitTransaction);
            assertEquals(251, gone.getCode());
        }
        assertEquals(List.of(1), balances(accounts.find()));
    }

    @Row(
            number = 60,
            when = "a change of what another client has changed since it began",
            then = "112 with `TransientTransactionError`")
    @Test
    void documentChangedSinceTheSnapshotIsAConflict(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        accounts.insertOne(account(1, 0));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            assertNotNull(accounts.find(session, Filters.eq(1)).first());
            accounts.updateOne(Filters.eq(1), Updates.inc("balance", 10));
            assertConflict(assertThrows(
                    MongoException.class, () -> accounts.updateOne(session, Filters.eq(1), Updates.inc("balance", 1))));
        }
        assertEquals(List.of(10), balances(accounts.find()));
    }

    @Row(
            number = 70,
            when = "a plain write to a document that an open transaction has changed",
            then = "it is made, and the transaction gets 112 at its commit",
            unlike = "in MongoDB the plain write waits; here a write waits for nobody, and neither is lost")
    @Test
    void plainWriteWinsAgainstATransactionThatHasNotCommitted(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        accounts.insertOne(account(1, 0));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.updateOne(session, Filters.eq(1), Updates.inc("balance", 1));
            accounts.updateOne(Filters.eq(1), Updates.inc("balance", 10));
            assertConflict(assertThrows(MongoException.class, session::commitTransaction));
        }
        assertEquals(List.of(10), balances(accounts.find()));
    }

    @Row(
            number = 80,
            when = "`withTransaction` of clients that are in each other's way",
            then = "the driver runs them again; each is made once")
    @Test
    void conflictingTransactionsAreRunAgainByTheDriver(MongoClient client) throws InterruptedException {
        MongoCollection<Document> accounts = fresh(client);
        accounts.insertMany(List.of(account(1, 1000), account(2, 1000)));
        List<Thread> threads = new ArrayList<>();
        for (int worker = 0; worker < 4; worker++) {
            int from = worker % 2 + 1;
            threads.add(Thread.ofVirtual().start(() -> {
                try (ClientSession session = client.startSession()) {
                    for (int transfer = 0; transfer < 10; transfer++) {
                        session.withTransaction(() -> {
                            accounts.updateOne(session, Filters.eq(from), Updates.inc("balance", -1));
                            accounts.updateOne(session, Filters.eq(3 - from), Updates.inc("balance", 1));
                            return accounts.insertOne(session, new Document("from", from));
                        });
                    }
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(
                List.of(1000, 1000),
                balances(accounts.find(Filters.lte("_id", 2)).sort(Sorts.ascending("_id"))));
        assertEquals(40, accounts.countDocuments(Filters.exists("from")));
    }

    @Row(
            number = 90,
            when = "a unique value that is taken",
            then = "11000, and the transaction is aborted; one that the transaction itself has freed may be taken")
    @Test
    void uniqueValueIsRefusedAndAborts(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        accounts.createIndex(Indexes.ascending("owner"), new IndexOptions().unique(true));
        accounts.insertOne(account(1, 0).append("owner", "ada"));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.insertOne(session, account(2, 0).append("owner", "bob"));
            MongoWriteException taken = assertThrows(
                    MongoWriteException.class,
                    () -> accounts.insertOne(session, account(3, 0).append("owner", "bob")));
            assertEquals(11000, taken.getCode());
            assertEquals(
                    251,
                    assertThrows(MongoException.class, session::commitTransaction)
                            .getCode());
            session.startTransaction();
            accounts.deleteOne(session, Filters.eq(1));
            accounts.insertOne(session, account(4, 0).append("owner", "ada"));
            session.commitTransaction();
        }
        assertEquals(
                4,
                requireNonNull(accounts.find(Filters.eq("owner", "ada")).first())
                        .getInteger("_id"));
        assertEquals(1, accounts.countDocuments());
    }

    @Row(number = 100, when = "one unique value in two open transactions", then = "112 for the second")
    @Test
    void uniqueValueOfTwoOpenTransactionsIsAConflict(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        accounts.createIndex(Indexes.ascending("owner"), new IndexOptions().unique(true));
        try (ClientSession first = client.startSession();
                ClientSession second = client.startSession()) {
            first.startTransaction();
            second.startTransaction();
            accounts.insertOne(first, account(1, 0).append("owner", "ada"));
            assertConflict(assertThrows(
                    MongoException.class,
                    () -> accounts.insertOne(second, account(2, 0).append("owner", "ada"))));
            first.abortTransaction();
        }
        assertEquals(0, accounts.countDocuments());
    }

    @Row(
            number = 110,
            when = "a document it has changed expires before the commit",
            then = "it reads it to its end, and gets 112 at the commit",
            unlike = "MongoDB's monitor would meet the transaction instead")
    @Test
    void documentThatExpiresBeforeTheCommitIsAConflict(MongoClient client, MayflyClock clock) {
        MongoCollection<Document> accounts = fresh(client);
        accounts.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(10L, TimeUnit.SECONDS));
        accounts.insertOne(account(1, 0).append("at", Date.from(clock.now())));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.updateOne(session, Filters.eq(1), Updates.inc("balance", 1));
            clock.advance(Duration.ofSeconds(10));
            assertEquals(1, accounts.countDocuments(session), "as of its instant");
            assertConflict(assertThrows(MongoException.class, session::commitTransaction));
        }
        assertEquals(0, accounts.countDocuments());
    }

    @Row(
            number = 120,
            when = "an insert into a collection that is not there",
            then = "makes it, and nothing is left of it if the transaction is aborted",
            unlike = "it stays if somebody else has stored something in it meanwhile, where MongoDB has them wait, and,"
                    + " empty, if the server dies before the end")
    @Test
    void collectionIsMadeByItsFirstInsert(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.insertMany(session, List.of(account(1, 1), account(2, 2)));
            assertEquals(0, accounts.countDocuments());
            assertFalse(names(client).contains(accounts.getNamespace().getCollectionName()));
            session.commitTransaction();
        }
        assertEquals(2, accounts.countDocuments());
        MongoCollection<Document> aborted = fresh(client);
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            aborted.insertOne(session, account(1, 1));
            session.abortTransaction();
        }
        assertFalse(names(client).contains(aborted.getNamespace().getCollectionName()));
    }

    private static List<String> names(MongoClient client) {
        return client.getDatabase("bank").listCollectionNames().into(new ArrayList<>());
    }

    @Row(
            number = 125,
            when = "`create`; `createIndexes` of a collection that is not there, or that the transaction has just made",
            then = "they are there with the commit, and gone with the abort",
            unlike = "as above")
    @Test
    void collectionsAndIndexesAreMadeWithinATransaction(MongoClient client) {
        for (boolean commits : new boolean[] {true, false}) {
            MongoCollection<Document> created = fresh(client);
            MongoCollection<Document> indexed = fresh(client);
            String createdName = created.getNamespace().getCollectionName();
            try (ClientSession session = client.startSession()) {
                session.startTransaction();
                client.getDatabase("bank").createCollection(session, createdName);
                created.createIndex(session, Indexes.ascending("balance"));
                indexed.createIndex(session, Indexes.ascending("balance"));
                indexed.insertOne(session, account(1, 7));
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
                    balances(indexed.find(Filters.gte("balance", 0)).hintString(commits ? "balance_1" : "_id_")));
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
        MongoCollection<Document> accounts = fresh(client);
        accounts.insertOne(account(1, 1));
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
            number = 127,
            when = "a list of writes, ordered or not, of which one fails",
            then = "one error: it is the end of the transaction, and nothing behind it is tried")
    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void firstFailureEndsAListOfWrites(String ordered, MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        accounts.insertOne(account(1, 1));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            Document told = client.getDatabase("bank")
                    .runCommand(
                            session,
                            new Document("insert", accounts.getNamespace().getCollectionName())
                                    .append("documents", List.of(account(1, 2), account(1, 3), account(5, 5)))
                                    .append("ordered", Boolean.parseBoolean(ordered)));
            assertEquals(0, told.getInteger("n"));
            assertEquals(1, told.getList("writeErrors", Document.class).size());
        }
        assertEquals(1, accounts.countDocuments());
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
        MongoCollection<Document> accounts = fresh(client);
        String name = accounts.getNamespace().getCollectionName();
        client.getDatabase("bank")
                .createCollection(
                        name, new CreateCollectionOptions().capped(true).sizeInBytes(4096));
        accounts.insertOne(account(1, 1));
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

    @Row(
            number = 130,
            when = "`findAndModify`, `$lookup`",
            then = "as outside of transactions, over what the transaction sees")
    @Test
    void findAndModifyAndLookupWork(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        MongoCollection<Document> owners = fresh(client);
        accounts.insertOne(account(1, 1));
        owners.insertOne(new Document("_id", 9));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            assertEquals(account(1, 1), accounts.findOneAndUpdate(session, Filters.eq(1), Updates.set("owner", 10)));
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
        MongoCollection<Document> accounts = fresh(client);
        try (ClientSession session = client.startSession()) {
            session.startTransaction(TransactionOptions.builder()
                    .writeConcern(WriteConcern.MAJORITY)
                    .build());
            accounts.insertOne(session, account(1, 1));
            session.commitTransaction();
            session.commitTransaction();
        }
        assertEquals(1, accounts.countDocuments());
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

    @Row(
            number = 160,
            when = "`killSessions` while it is open",
            then = "it is aborted: 251 with `TransientTransactionError`")
    @Test
    void sessionThatIsKilledTakesItsTransactionAlong(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        accounts.insertOne(account(1, 0));
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
        assertEquals(List.of(2), balances(accounts.find()));
    }

    @Row(
            number = 170,
            when = "a change stream over what transactions write",
            then = "tells what was committed, when it was, and nothing of what was aborted")
    @Test
    void changeStreamTellsWhatIsCommitted(MongoClient client) {
        MongoCollection<Document> accounts = fresh(client);
        MongoCollection<Document> other = fresh(client);
        List<String> names = List.of(
                accounts.getNamespace().getCollectionName(),
                other.getNamespace().getCollectionName());
        accounts.insertOne(account(1, 0));
        try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> changes = client.getDatabase("bank")
                        .watch(List.of(Aggregates.match(Filters.in("ns.coll", names))))
                        .cursor();
                ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.insertOne(session, account(9, 9));
            session.abortTransaction();
            session.startTransaction();
            accounts.insertOne(session, account(2, 0));
            accounts.updateOne(session, Filters.eq(2), Updates.inc("balance", 1));
            accounts.deleteOne(session, Filters.eq(1));
            other.insertOne(account(5, 5));
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
