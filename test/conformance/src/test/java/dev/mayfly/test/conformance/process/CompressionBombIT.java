package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.test.harness.Launch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.Deflater;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xerial.snappy.Snappy;

/** Packed messages that are small and claim, or are, something large: they cost their sender a connection, and no more. */
final class CompressionBombIT {
    private static final int HEAP_MEGABYTES = 256;
    private static final long GROWTH_BYTES_MAX = 128L << 20;
    private static final int OP_COMPRESSED = 2012;
    private static final int OP_MSG = 2013;
    private static final int SNAPPY = 1;
    private static final int ZLIB = 2;
    private static final int ZSTD = 3;
    private static final int LARGE = 45 << 20;
    private static final int SENDERS = 4;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void bombsOfEveryKindAreRefused() throws Exception {
        send(1);
    }

    @Test
    @Tag("slow")
    void bombsOfEveryKindAreRefusedTwentyTimes() throws Exception {
        send(20);
    }

    private void send(int times) throws Exception {
        try (ServerProcess server = ServerProcess.start(folder, Launch.onHeap(HEAP_MEGABYTES), "--in-memory");
                MongoClient client = server.client();
                ExecutorService senders = Executors.newFixedThreadPool(SENDERS)) {
            MongoCollection<Document> kept = client.getDatabase("kept").getCollection("c");
            kept.insertOne(new Document("_id", 1));
            List<FuzzFrames.Frame> bombs = bombs();
            long before = server.residentBytes();
            List<Future<Long>> running = new ArrayList<>();
            for (int sender = 0; sender < SENDERS; sender++) {
                running.add(senders.submit(() -> hangUps(server.port(), bombs, times)));
            }
            long hangUps = 0;
            for (Future<Long> each : running) {
                hangUps += each.get();
            }
            assertEquals((long) SENDERS * times * bombs.size(), hangUps);
            assertEquals(1, kept.countDocuments());
            long growth = server.residentBytes() - before;
            System.out.println("bombs: " + hangUps + " refused, " + (growth >> 20) + " MiB more");
            assertTrue(growth <= GROWTH_BYTES_MAX, growth + " bytes more");
            assertFalse(server.errors().contains(" ERROR "), server::distinctErrors);
        }
    }

    private static long hangUps(int port, List<FuzzFrames.Frame> bombs, int times) throws IOException {
        try (FuzzConnection connection = new FuzzConnection(port)) {
            for (int time = 0; time < times; time++) {
                for (FuzzFrames.Frame bomb : bombs) {
                    // A client that has asked something may send larger frames than one that has not.
                    assertTrue(connection.send(List.of()));
                    connection.send(List.of(bomb));
                }
            }
            return connection.hangUps();
        }
    }

    private static List<FuzzFrames.Frame> bombs() throws IOException {
        byte[] zeros = new byte[LARGE];
        byte[] noise = new byte[LARGE / 900];
        new SplittableRandom(1).nextBytes(noise);
        List<FuzzFrames.Frame> bombs = new ArrayList<>();
        Map<Integer, byte[]> packed =
                Map.of(SNAPPY, Snappy.compress(zeros), ZLIB, deflated(zeros), ZSTD, Zstd.compress(zeros));
        for (int kind : List.of(SNAPPY, ZLIB, ZSTD)) {
            byte[] honest = Objects.requireNonNull(packed.get(kind));
            bombs.add(bomb(kind, LARGE, honest));
            bombs.add(bomb(kind, 1_000, honest));
            bombs.add(bomb(kind, LARGE - 1, honest));
            bombs.add(bomb(kind, LARGE, Arrays.copyOf(honest, honest.length / 2)));
            bombs.add(bomb(kind, LARGE, noise));
            bombs.add(bomb(kind, Integer.MAX_VALUE, honest));
            bombs.add(bomb(kind, -1, honest));
            bombs.add(bomb(kind, Integer.MIN_VALUE, noise));
        }
        return bombs;
    }

    private static byte[] deflated(byte[] bytes) {
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(bytes);
            deflater.finish();
            byte[] packed = new byte[bytes.length / 100];
            return Arrays.copyOf(packed, deflater.deflate(packed));
        }
    }

    /** A frame that says its message has this length when it is unpacked. */
    private static FuzzFrames.Frame bomb(int kind, int claimed, byte[] packed) {
        int length = 16 + 9 + packed.length;
        byte[] frame = ByteBuffer.allocate(length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .putInt(1)
                .putInt(0)
                .putInt(OP_COMPRESSED)
                .putInt(OP_MSG)
                .putInt(claimed)
                .put((byte) kind)
                .put(packed)
                .array();
        return new FuzzFrames.Frame(frame, FuzzFrames.Kind.DAMAGED);
    }
}
