package dev.mayfly.test.conformance.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Launch;
import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work that is larger than the heap of the server that does it: exports, and cursors whose readers are slow. */
final class SmallHeapIT {
    private static final int HEAP_MEGABYTES = 256;
    private static final int BATCH = 5_000;
    private static final int FEW = 20_000;
    private static final int MANY = 1_000_000;
    private static final int PAYLOAD = 1_000;
    private static final int BATCH_BYTES_MIN = 14_000_000;
    /** Much more than an answer takes on a busy machine, and much less than a stalled client waits. */
    private static final long ANSWER_NANOS_MAX = 30_000_000_000L;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void exportsAndSlowReadersFitASmallHeap() throws Exception {
        run(FEW, 8);
    }

    @Test
    @Tag("slow")
    void exportOfAMillionDocumentsAndFiftySlowReadersFitASmallHeap() throws Exception {
        run(MANY, 50);
    }

    private void run(int count, int readers) throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, Launch.onHeap(HEAP_MEGABYTES), "--data", "data");
                MongoClient client = server.client()) {
            MongoCollection<Document> documents = documents(client);
            for (int from = 0; from < count; from += BATCH) {
                documents.insertMany(IntStream.range(from, from + BATCH)
                        .mapToObj(id -> new Document("_id", id).append("payload", "x".repeat(PAYLOAD)))
                        .toList());
            }
            readSlowly(server, client, readers);
            // The first line says what is exported, and the last that it is whole.
            assertEquals(count + 2, export(server));
            assertFalse(server.errors().contains(" ERROR "), server::distinctErrors);
            System.out.println("small heap: " + count + " documents exported, " + readers + " slow readers, heap "
                    + HEAP_MEGABYTES + " MiB, resident " + (server.residentBytes() >> 20) + " MiB");
        }
    }

    /** Each reader asks for as large a batch as there may be, and does not take it until others have been served. */
    private static void readSlowly(ServerProcess server, MongoClient client, int readers) throws Exception {
        byte[] find =
                FuzzFrames.request(1, BsonDocument.parse("{find: 'documents', batchSize: 1000000, $db: 'small'}"));
        List<Socket> slow = new ArrayList<>();
        try {
            for (int reader = 0; reader < readers; reader++) {
                Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
                slow.add(socket);
                socket.setSoTimeout(60_000);
                socket.getOutputStream().write(find);
            }
            for (int round = 0; round < 20; round++) {
                long from = SystemClock.INSTANCE.tickNanos();
                assertEquals(
                        round,
                        Objects.requireNonNull(documents(client)
                                        .find(new Document("_id", round))
                                        .first())
                                .getInteger("_id"));
                long taken = SystemClock.INSTANCE.tickNanos() - from;
                assertTrue(taken < ANSWER_NANOS_MAX, taken + " ns beside slow readers");
            }
            takeAll(slow);
        } finally {
            for (Socket each : slow) {
                each.close();
            }
        }
    }

    /** Takes all answers at once: those that found no memory are made when others have been taken. */
    private static void takeAll(List<Socket> slow) throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (Socket each : slow) {
                tasks.add(() -> {
                    DataInputStream input = new DataInputStream(each.getInputStream());
                    int length = Integer.reverseBytes(input.readInt());
                    input.skipNBytes(length - 4);
                    return length;
                });
            }
            for (Future<Integer> length : executor.invokeAll(tasks)) {
                assertTrue(length.get() > BATCH_BYTES_MIN, length.get() + " bytes");
            }
        }
    }

    private static long export(ServerProcess server) throws IOException {
        URI address = URI.create(server.connectionString("admin") + "/api/v1/collections/mongo/small/documents/export");
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(address.toURL().openStream(), UTF_8))) {
            return lines.lines().count();
        }
    }

    private static MongoCollection<Document> documents(MongoClient client) {
        return client.getDatabase("small").getCollection("documents");
    }
}
