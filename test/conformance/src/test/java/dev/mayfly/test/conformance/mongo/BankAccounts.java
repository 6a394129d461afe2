package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;

/** Accounts of a bank, which the tests of transactions move money between. */
final class BankAccounts {
    private static final AtomicInteger COUNT = new AtomicInteger();

    private BankAccounts() {}

    /** Returns a collection that no other test has used. */
    static MongoCollection<Document> fresh(MongoClient client) {
        return client.getDatabase("bank").getCollection("accounts" + COUNT.incrementAndGet());
    }

    static Document account(int id, int balance) {
        return new Document("_id", id).append("balance", balance);
    }

    static List<Integer> balances(Iterable<Document> accounts) {
        List<Integer> balances = new ArrayList<>();
        accounts.forEach(account -> balances.add(account.getInteger("balance")));
        return balances;
    }

    static void assertConflict(MongoException conflict) {
        assertEquals(112, conflict.getCode());
        assertTrue(conflict.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL));
    }
}
