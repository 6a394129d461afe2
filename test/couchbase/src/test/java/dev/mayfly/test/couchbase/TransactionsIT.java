package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.core.error.DocumentExistsException;
import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.kv.LookupInSpec;
import com.couchbase.client.java.query.QueryOptions;
import com.couchbase.client.java.transactions.TransactionAttemptContext;
import com.couchbase.client.java.transactions.TransactionGetResult;
import com.couchbase.client.java.transactions.TransactionQueryOptions;
import com.couchbase.client.java.transactions.error.TransactionFailedException;
import dev.mayfly.test.harness.Seeds;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Transactions of the SDK for Java that mix operations on documents with statements. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class TransactionsIT extends OnGround {
    private static final int HISTORIES = 4;
    private static final int TRANSACTIONS = 6;
    private static final int KEYS = 5;

    private static final class GivenUp extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private String statement(String text) {
        return text.replace("@", ground.keyspace());
    }

    private void query(TransactionAttemptContext context, String text) {
        context.query(statement(text));
    }

    private long n(String key) {
        return ground.collection().get(key).contentAsObject().getLong("n");
    }

    private void put(String key, long n) {
        ground.collection().upsert(key, JsonObject.create().put("n", n));
    }

    private void assertNothingIsStaged(String key) {
        assertFalse(
                ground.collection()
                        .lookupIn(key, List.of(LookupInSpec.exists("txn").xattr()))
                        .exists(0),
                key);
    }

    @Test
    void operationsAndStatementsAreCommittedTogether() {
        put("a", 1);
        put("b", 2);
        ground.cluster().transactions().run(context -> {
            TransactionGetResult a = context.get(ground.collection(), "a");
            context.replace(a, JsonObject.create().put("n", 10));
            context.insert(ground.collection(), "c", JsonObject.create().put("n", 3));
            query(context, "UPDATE @ t SET t.n = t.n + 100 WHERE t.n >= 3");
            query(context, "DELETE FROM @ t WHERE t.n = 2");
            query(context, "INSERT INTO @ VALUES (\"d\", {\"n\": 4})");
            assertEquals(110, n(context, "a"));
            assertEquals(103, n(context, "c"));
            assertEquals(1, n("a"));
        });
        assertEquals(110, n("a"));
        assertEquals(103, n("c"));
        assertEquals(4, n("d"));
        assertFalse(ground.collection().exists("b").exists());
        List.of("a", "c", "d").forEach(this::assertNothingIsStaged);
    }

    private long n(TransactionAttemptContext context, String key) {
        return context.get(ground.collection(), key).contentAs(JsonObject.class).getLong("n");
    }

    @Test
    void operationsBehindAStatementAreOfItsTransaction() {
        put("a", 1);
        put("b", 2);
        ground.cluster().transactions().run(context -> {
            query(context, "UPDATE @ t USE KEYS \"a\" SET t.n = 5");
            TransactionGetResult a = context.get(ground.collection(), "a");
            context.replace(a, JsonObject.create().put("n", 6));
            context.remove(context.get(ground.collection(), "b"));
            context.insert(ground.collection(), "c", JsonObject.create().put("n", 7));
            assertThrows(DocumentNotFoundException.class, () -> context.get(ground.collection(), "b"));
            assertThrows(
                    DocumentExistsException.class, () -> context.insert(ground.collection(), "a", JsonObject.create()));
        });
        assertEquals(6, n("a"));
        assertEquals(7, n("c"));
        assertFalse(ground.collection().exists("b").exists());
    }

    @Test
    void whatIsGivenUpLeavesNothing() {
        put("a", 1);
        put("b", 2);
        assertThrows(
                TransactionFailedException.class,
                () -> ground.cluster().transactions().run(context -> {
                    context.replace(
                            context.get(ground.collection(), "a"),
                            JsonObject.create().put("n", 10));
                    context.insert(ground.collection(), "c", JsonObject.create().put("n", 3));
                    query(context, "UPDATE @ t SET t.n = 99 WHERE t.n > 0");
                    throw new GivenUp();
                }));
        assertEquals(1, n("a"));
        assertEquals(2, n("b"));
        assertFalse(ground.collection().exists("c").exists());
        List.of("a", "b").forEach(this::assertNothingIsStaged);
    }

    @Test
    void oneStatementIsATransactionByItself() {
        put("a", 1);
        put("b", 2);
        ground.cluster()
                .query(
                        statement("UPDATE @ t SET t.n = t.n * 2"),
                        QueryOptions.queryOptions().asTransaction());
        assertEquals(2, n("a"));
        assertEquals(4, n("b"));
        assertThrows(
                RuntimeException.class,
                () -> ground.cluster()
                        .query(
                                statement("INSERT INTO @ VALUES (\"c\", {\"n\":1}), VALUES (\"a\", {\"n\":1})"),
                                QueryOptions.queryOptions().asTransaction()));
        assertFalse(ground.collection().exists("c").exists());
    }

    @Test
    void conflictingTransactionsAreTriedAgain() throws InterruptedException {
        put("a", 0);
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < 3; thread++) {
            boolean byKey = thread == 0;
            threads.add(Thread.ofVirtual().start(() -> {
                for (int i = 0; i < 3; i++) {
                    ground.cluster().transactions().run(context -> add(context, byKey));
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertEquals(9, n("a"));
    }

    private void add(TransactionAttemptContext context, boolean byKey) {
        if (byKey) {
            TransactionGetResult a = context.get(ground.collection(), "a");
            long n = a.contentAs(JsonObject.class).getLong("n");
            context.replace(a, JsonObject.create().put("n", n + 1));
        } else {
            query(context, "UPDATE @ t USE KEYS \"a\" SET t.n = t.n + 1");
        }
    }

    @Test
    void historiesOfTransactionsAreAsOneAfterTheOther() {
        Seeds.run(HISTORIES, (_, random) -> {
            Map<String, Long> model = new TreeMap<>();
            for (int key = 0; key < KEYS; key++) {
                ground.cluster().query(statement("DELETE FROM @ t USE KEYS \"k" + key + "\""));
            }
            for (int i = 0; i < TRANSACTIONS; i++) {
                history(random, model);
                assertEquals(model, documents());
            }
        });
    }

    private Map<String, Long> documents() {
        Map<String, Long> found = new TreeMap<>();
        for (JsonObject row : ground.cluster()
                .query(statement("SELECT META(t).id, t.n FROM @ t"))
                .rowsAsObject()) {
            found.put(row.getString("id"), row.getLong("n"));
        }
        return found;
    }

    /** One transaction of random operations and statements, which may be given up at its end. */
    private void history(RandomGenerator random, Map<String, Long> model) {
        long seed = random.nextLong();
        Map<String, Long> after = new TreeMap<>();
        boolean[] kept = new boolean[1];
        try {
            ground.cluster().transactions().run(context -> {
                // An attempt that is tried again does the same again.
                RandomGenerator choices = new SplittableRandom(seed);
                after.clear();
                after.putAll(model);
                int steps = 1 + choices.nextInt(5);
                for (int step = 0; step < steps; step++) {
                    step(context, choices, after);
                }
                kept[0] = choices.nextInt(4) > 0;
                if (!kept[0]) {
                    throw new GivenUp();
                }
            });
        } catch (TransactionFailedException failure) {
            assertFalse(kept[0], () -> failure.logs().toString());
        }
        if (kept[0]) {
            model.clear();
            model.putAll(after);
        }
    }

    private void step(TransactionAttemptContext context, RandomGenerator choices, Map<String, Long> after) {
        String key = "k" + choices.nextInt(KEYS);
        long n = choices.nextInt(100);
        JsonObject content = JsonObject.create().put("n", n);
        boolean there = after.containsKey(key);
        switch (choices.nextInt(5)) {
            case 0 -> {
                if (there) {
                    context.replace(context.get(ground.collection(), key), content);
                } else {
                    context.insert(ground.collection(), key, content);
                }
                after.put(key, n);
            }
            case 1 -> {
                if (there) {
                    context.remove(context.get(ground.collection(), key));
                    after.remove(key);
                }
            }
            case 2 -> {
                query(context, "UPSERT INTO @ VALUES (\"" + key + "\", {\"n\":" + n + "})");
                after.put(key, n);
            }
            case 3 -> {
                query(context, "UPDATE @ t SET t.n = t.n + 1 WHERE t.n > " + n);
                after.replaceAll((_, before) -> before > n ? before + 1 : before);
            }
            default -> {
                long seen = context.query(
                                statement("SELECT RAW COUNT(*) FROM @ t"), TransactionQueryOptions.queryOptions())
                        .rowsAs(Long.class)
                        .getFirst();
                assertEquals(after.size(), seen);
            }
        }
        assertTrue(after.size() <= KEYS);
    }
}
