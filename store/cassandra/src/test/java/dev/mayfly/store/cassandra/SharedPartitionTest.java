package dev.mayfly.store.cassandra;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.CommitOutcome;
import dev.mayfly.store.api.CommitOutcome.Applied;
import dev.mayfly.store.api.CommitOutcome.Unknown;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Several processes, as far as Cassandra can tell, write one partition: each with a session of its own. */
class SharedPartitionTest {
    private static final Partition P = new Partition(9);
    private static final int STORES = 4;
    private static final int WRITERS = 16;
    private static final int WRITES = 15;

    @Test
    void everyTurnHasOneWinnerAndNoWriteIsLost() throws Exception {
        List<Store> stores = new ArrayList<>();
        try (ExecutorService crew = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int store = 0; store < STORES; store++) {
                stores.add(CassandraStore.open(OneNode.options(SharedPartitionTest.class)));
            }
            List<Future<Map<Long, String>>> work = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                work.add(crew.submit(() -> write(stores.get(number % STORES), number)));
            }
            Map<Long, String> winners = new HashMap<>();
            for (Future<Map<Long, String>> each : work) {
                each.get().forEach((turn, key) -> assertEquals(null, winners.put(turn, key), "two won " + turn));
            }
            assertEquals(WRITERS * WRITES, winners.size());
            assertEquals(
                    new Turn(WRITERS * WRITES, 0), stores.getFirst().head(P).turn());
            for (String key : winners.values()) {
                assertNotNull(stores.getLast().get(P, Space.DOCUMENT, key.getBytes(UTF_8)), key);
            }
        } finally {
            stores.forEach(Store::close);
        }
    }

    /** Writes so often, each time on the last turn, and returns which turns were won for which keys. */
    private static Map<Long, String> write(Store store, int writer) {
        Map<Long, String> won = new HashMap<>();
        long operation = writer * 1_000_000L;
        Set<Long> stoodOn = new HashSet<>();
        while (won.size() < WRITES) {
            Turn last = store.head(P).turn();
            String key = writer + "/" + won.size();
            WriteBatch batch = new WriteBatch(++operation)
                    .put(Space.DOCUMENT, key.getBytes(UTF_8), key.getBytes(UTF_8))
                    .standOn(last, 0);
            CommitOutcome outcome = commit(store, batch);
            while (outcome.equals(Unknown.INSTANCE)) {
                outcome = commit(store, batch);
            }
            if (outcome.equals(Applied.INSTANCE)) {
                assertTrue(stoodOn.add(last.number()));
                won.put(last.number(), key);
            }
        }
        return won;
    }

    private static CommitOutcome commit(Store store, WriteBatch batch) {
        return store.commit(P, batch, List.of(), Durability.LOGGED);
    }
}
