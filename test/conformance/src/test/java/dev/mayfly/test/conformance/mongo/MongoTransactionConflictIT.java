package dev.mayfly.test.conformance.mongo;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import com.mongodb.client.model.Updates;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Transactions that meet other writers of the same documents, as a driver sees them. */
@Rows("transaction_conflicts")
@MayflyTest(replicaSet = "rs0")
final class MongoTransactionConflictIT {
    @Row(
            number = 50,
            when = "two open transactions change one document",
            then = "112 for the second, at once, with `TransientTransactionError`")
    @Test
    void firstWriterWinsAtOnce(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.insertOne(BankAccounts.account(1, 0));
        try (ClientSession first = client.startSession();
                ClientSession second = client.startSession()) {
            first.startTransaction();
            second.startTransaction();
            accounts.updateOne(first, Filters.eq(1), Updates.inc("balance", 1));
            BankAccounts.assertConflict(assertThrows(
                    MongoException.class, () -> accounts.updateOne(second, Filters.eq(1), Updates.inc("balance", 1))));
            first.commitTransaction();
            MongoException gone = assertThrows(MongoException.class, second::commitTransaction);
            assertEquals(251, gone.getCode());
        }
        assertEquals(List.of(1), BankAccounts.balances(accounts.find()));
    }

    @Row(
            number = 60,
            when = "a change of what another client has changed since it began",
            then = "112 with `TransientTransactionError`")
    @Test
    void documentChangedSinceTheSnapshotIsAConflict(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.insertOne(BankAccounts.account(1, 0));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            assertNotNull(accounts.find(session, Filters.eq(1)).first());
            accounts.updateOne(Filters.eq(1), Updates.inc("balance", 10));
            BankAccounts.assertConflict(assertThrows(
                    MongoException.class, () -> accounts.updateOne(session, Filters.eq(1), Updates.inc("balance", 1))));
        }
        assertEquals(List.of(10), BankAccounts.balances(accounts.find()));
    }

    @Row(
            number = 70,
            when = "a plain write to a document that an open transaction has changed",
            then = "it is made, and the transaction gets 112 at its commit",
            unlike = "in MongoDB the plain write waits; here a write waits for nobody, and neither is lost")
    @Test
    void plainWriteWinsAgainstATransactionThatHasNotCommitted(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.insertOne(BankAccounts.account(1, 0));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.updateOne(session, Filters.eq(1), Updates.inc("balance", 1));
            accounts.updateOne(Filters.eq(1), Updates.inc("balance", 10));
            BankAccounts.assertConflict(assertThrows(MongoException.class, session::commitTransaction));
        }
        assertEquals(List.of(10), BankAccounts.balances(accounts.find()));
    }

    @Row(
            number = 80,
            when = "`withTransaction` of clients that are in each other's way",
            then = "the driver runs them again; each is made once")
    @Test
    void conflictingTransactionsAreRunAgainByTheDriver(MongoClient client) throws InterruptedException {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.insertMany(List.of(BankAccounts.account(1, 1000), BankAccounts.account(2, 1000)));
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
                BankAccounts.balances(accounts.find(Filters.lte("_id", 2)).sort(Sorts.ascending("_id"))));
        assertEquals(40, accounts.countDocuments(Filters.exists("from")));
    }

    @Row(
            number = 90,
            when = "a unique value that is taken",
            then = "11000, and the transaction is aborted; one that the transaction itself has freed may be taken")
    @Test
    @Tag("unsharded")
    void uniqueValueIsRefusedAndAborts(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.createIndex(Indexes.ascending("owner"), new IndexOptions().unique(true));
        accounts.insertOne(BankAccounts.account(1, 0).append("owner", "ada"));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.insertOne(session, BankAccounts.account(2, 0).append("owner", "bob"));
            MongoWriteException taken = assertThrows(
                    MongoWriteException.class,
                    () -> accounts.insertOne(session, BankAccounts.account(3, 0).append("owner", "bob")));
            assertEquals(11000, taken.getCode());
            assertEquals(
                    251,
                    assertThrows(MongoException.class, session::commitTransaction)
                            .getCode());
            session.startTransaction();
            accounts.deleteOne(session, Filters.eq(1));
            accounts.insertOne(session, BankAccounts.account(4, 0).append("owner", "ada"));
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
    @Tag("unsharded")
    void uniqueValueOfTwoOpenTransactionsIsAConflict(MongoClient client) {
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.createIndex(Indexes.ascending("owner"), new IndexOptions().unique(true));
        try (ClientSession first = client.startSession();
                ClientSession second = client.startSession()) {
            first.startTransaction();
            second.startTransaction();
            accounts.insertOne(first, BankAccounts.account(1, 0).append("owner", "ada"));
            BankAccounts.assertConflict(assertThrows(
                    MongoException.class,
                    () -> accounts.insertOne(second, BankAccounts.account(2, 0).append("owner", "ada"))));
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
        MongoCollection<Document> accounts = BankAccounts.fresh(client);
        accounts.createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(10L, TimeUnit.SECONDS));
        accounts.insertOne(BankAccounts.account(1, 0).append("at", Date.from(clock.now())));
        try (ClientSession session = client.startSession()) {
            session.startTransaction();
            accounts.updateOne(session, Filters.eq(1), Updates.inc("balance", 1));
            clock.advance(Duration.ofSeconds(10));
            assertEquals(1, accounts.countDocuments(session), "as of its instant");
            BankAccounts.assertConflict(assertThrows(MongoException.class, session::commitTransaction));
        }
        assertEquals(0, accounts.countDocuments());
    }
}
