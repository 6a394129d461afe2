package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that may have few files open, and clients that open more connections than that. */
final class OpenFilesIT {
    private static final int OPEN_FILES = 512;
    private static final int CONNECTIONS = 700;

    /** Of 20 documents of 10 kB each. */
    private static final int FEW_BATCHES = 20;

    /** Enough for several tables and logs. */
    private static final int MANY_BATCHES = 600;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void connectionsBeyondTheFilesAreRefusedAndWritesGoOn() throws Exception {
        exhaust(FEW_BATCHES);
    }

    @Test
    @Tag("slow")
    void tablesAreWrittenWhileConnectionsAreRefused() throws Exception {
        exhaust(MANY_BATCHES);
    }

    private void exhaust(int batches) throws Exception {
        Launch launch = Launch.PLAIN.withOpenFilesMax(OPEN_FILES);
        try (ServerProcess server = ServerProcess.start(folder, launch, "--data", "data");
                MongoClient client = server.client()) {
            documents(client).insertOne(new Document("_id", -1));
            List<FuzzConnection> crowd = new ArrayList<>();
            int refused = 0;
            try {
                for (int number = 0; number < CONNECTIONS; number++) {
                    FuzzConnection connection = new FuzzConnection(server.port());
                    crowd.add(connection);
                    refused += connection.send(List.of()) ? 0 : 1;
                }
                assertTrue(refused >= CONNECTIONS - OPEN_FILES / 2, refused + " refused");
                assertTrue(refused < CONNECTIONS - OPEN_FILES / 4, refused + " refused");
                for (int batch = 0; batch < batches; batch++) {
                    documents(client)
                            .withWriteConcern(batch % 2 == 0 ? WriteConcern.JOURNALED : WriteConcern.W1)
                            .insertMany(batch(batch));
                }
            } finally {
                for (FuzzConnection connection : crowd) {
                    connection.close();
                }
            }
            try (FuzzConnection later = new FuzzConnection(server.port())) {
                Await.until("there is room again", () -> isServed(later));
            }
            assertEquals(1 + 20L * batches, documents(client).countDocuments());
            assertFalse(server.errors().contains("Too many open files"), server.errors());
            System.out.println("open files: " + OPEN_FILES + " allowed, " + CONNECTIONS + " connections, " + refused
                    + " refused, " + 20 * batches + " documents written meanwhile");
        }
    }

    private static boolean isServed(FuzzConnection connection) {
        try {
            return connection.send(List.of());
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static List<Document> batch(int batch) {
        return IntStream.range(20 * batch, 20 * batch + 20)
                .mapToObj(id -> {
                    byte[] incompressible = new byte[10_000];
                    new SplittableRandom(id).nextBytes(incompressible);
                    return new Document("_id", id).append("payload", new Binary(incompressible));
                })
                .toList();
    }

    private static MongoCollection<Document> documents(MongoClient client) {
        return client.getDatabase("files").getCollection("documents");
    }
}
