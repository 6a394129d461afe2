package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.app.server.FolderCheck;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Seeds;
import dev.mayfly.test.harness.Writers;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed at random moments keeps every promise it had made. */
final class CrashIT {
    private static final int WRITERS = 4;
    private static final int WRITES_MAX = 3000;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void threeKillsLoseNothing() {
        Seeds.run(1, (_, random) -> rounds(3, random));
    }

    @Test
    @Tag("slow")
    void twentyKillsLoseNothing() {
        Seeds.run(1, (_, random) -> rounds(20, random));
    }

    /** A slow operation is told too, and on a busy machine any may be slow. */
    private static boolean isComplaint(String line) {
        return !line.contains(" INFO ");
    }

    @Test
    void serverThatIsAskedToStopEndsItsWritesFirst() throws Exception {
        List<Ledger> ledgers = ledgers(new SplittableRandom(1));
        try (ServerProcess server = start()) {
            prepare(server);
            writeUntil(server, ledgers, 500, server::stop);
            assertTrue(server.hasEndedWithin(5), "still running");
            assertEquals(128 + 15, server.exitCode());
            assertEquals(
                    List.of(),
                    server.errors().lines().filter(CrashIT::isComplaint).toList());
        }
        assertClean(folder.resolve("data"));
        try (ServerProcess server = start()) {
            compare(server, ledgers);
        }
    }

    private void rounds(int rounds, RandomGenerator random) throws Exception {
        List<Ledger> ledgers = ledgers(random);
        for (int round = 0; round < rounds; round++) {
            try (ServerProcess server = start()) {
                if (round == 0) {
                    prepare(server);
                }
                compare(server, ledgers);
                writeUntil(server, ledgers, random.nextInt(1, WRITES_MAX), server::kill);
            }
            assertClean(copyOfData(round));
        }
        try (ServerProcess server = start()) {
            compare(server, ledgers);
        }
        int writes = ledgers.stream().mapToInt(Ledger::writes).sum();
        System.out.println("crashes: " + rounds + " kills, " + writes + " acknowledged writes, none lost");
    }

    private static List<Ledger> ledgers(RandomGenerator random) {
        List<Ledger> ledgers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            ledgers.add(new Ledger(writer, new SplittableRandom(random.nextLong())));
        }
        return ledgers;
    }

    private ServerProcess start() throws IOException {
        return ServerProcess.start(folder, "--data", "data");
    }

    private static MongoCollection<Document> documents(MongoClient client) {
        return client.getDatabase("crash").getCollection("documents");
    }

    private static void prepare(ServerProcess server) {
        try (MongoClient client = server.client()) {
            documents(client)
                    .createIndex(Indexes.ascending("at"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            documents(client).createIndex(Indexes.ascending("n"));
        }
    }

    private static void writeUntil(ServerProcess server, List<Ledger> ledgers, int writes, Runnable end)
            throws InterruptedException, ExecutionException {
        try (MongoClient client = server.hastyClient()) {
            MongoCollection<Document> documents = documents(client);
            List<BooleanSupplier> writers = ledgers.stream()
                    .<BooleanSupplier>map(ledger -> () -> ledger.write(documents))
                    .toList();
            Writers.writeUntilGone(writers, writes, end);
        }
    }

    private static void compare(ServerProcess server, List<Ledger> ledgers) {
        try (MongoClient client = server.client()) {
            long before = SystemClock.INSTANCE.wallMillis();
            Map<String, Ledger.State> found = read(documents(client));
            long after = SystemClock.INSTANCE.wallMillis();
            Ledger.Findings findings = new Ledger.Findings();
            ledgers.forEach(ledger -> ledger.compare(found, before, after, findings));
            assertEquals(new Ledger.Findings(), findings);
        }
    }

    private static Map<String, Ledger.State> read(MongoCollection<Document> documents) {
        Map<String, Ledger.State> found = new HashMap<>();
        for (Document each : documents.find()) {
            Date at = each.getDate("at");
            found.put(
                    each.getString("_id"),
                    new Ledger.State(
                            each.getInteger("n"),
                            at == null ? Long.MAX_VALUE : at.toInstant().toEpochMilli()));
        }
        return found;
    }

    private static void assertClean(Path data) throws Exception {
        FolderCheck.Outcome outcome = FolderCheck.run(data, false);
        assertTrue(outcome.isClean(), outcome::toString);
    }

    /** The next server is to find the folder as the last one left it, not as the check does. */
    private Path copyOfData(int round) throws IOException {
        Path data = folder.resolve("data");
        Path copy = folder.resolve("copy" + round);
        Files.walkFileTree(data, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                Files.createDirectories(copy.resolve(data.relativize(each)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                Files.copy(each, copy.resolve(data.relativize(each)));
                return FileVisitResult.CONTINUE;
            }
        });
        return copy;
    }
}
