package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.test.harness.Faults;
import dev.mayfly.test.harness.KillRounds;
import dev.mayfly.test.harness.Launch;
import dev.mayfly.test.harness.Seeds;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A disk of which every sync fails, from some write on: nothing is acknowledged any more, and nothing lost that was. */
final class FailedSyncIT {
    private static final int USER_WRITES_BLOCKED = 371;
    private static final int WRITES_MAX = 1_000;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void serverOnlyReadsUntilItIsStartedAgain() {
        Seeds.run(1, (_, random) -> rounds(1, random));
    }

    @Test
    @Tag("slow")
    void serverOnlyReadsUntilItIsStartedAgainTwentyTimes() {
        Seeds.run(1, (_, random) -> rounds(20, random));
    }

    private void rounds(int count, RandomGenerator random) throws Exception {
        KillRounds rounds = new KillRounds("mongo with failing syncs", random);
        try (Faults faults = Faults.in(folder.resolve("faults"))) {
            for (int round = 0; round < count; round++) {
                try (MongoCrashServer server = start(faults, round)) {
                    rounds.compare(server);
                    rounds.writeUntil(server, random.nextInt(1, WRITES_MAX), () -> faults.failSyncs(true));
                    assertTrue(faults.failedSyncs() > 0, "no sync has failed");
                    assertWritesAreRefused(server.process());
                    faults.failSyncs(false);
                    // A sync that succeeds after one that failed says nothing of what the failed one was to keep.
                    assertWritesAreRefused(server.process());
                    rounds.compare(server);
                }
            }
            try (MongoCrashServer server = start(faults, count)) {
                rounds.compare(server);
                try (MongoClient client = server.process().client()) {
                    others(client).insertOne(new Document("_id", "writable again"));
                    assertEquals(1, others(client).countDocuments());
                }
            }
            System.out.println(rounds.summary() + ", " + faults.failedSyncs() + " syncs failed");
        }
    }

    private MongoCrashServer start(Faults faults, int round) throws Exception {
        ServerProcess process = ServerProcess.start(folder, faults.under(Launch.PLAIN), "--data", "data");
        return MongoCrashServer.of(process, round, MongoCrashServer.Journaling.SOME);
    }

    private static void assertWritesAreRefused(ServerProcess server) {
        try (MongoClient client = server.client()) {
            Document document = new Document("_id", "refused");
            for (WriteConcern concern : new WriteConcern[] {WriteConcern.JOURNALED, WriteConcern.W1}) {
                MongoException refusal = assertThrows(
                        MongoException.class,
                        () -> others(client).withWriteConcern(concern).insertOne(document));
                assertEquals(USER_WRITES_BLOCKED, refusal.getCode(), refusal::toString);
            }
            assertEquals(0, others(client).countDocuments());
        }
    }

    private static MongoCollection<Document> others(MongoClient client) {
        return client.getDatabase("crash").getCollection("others");
    }
}
