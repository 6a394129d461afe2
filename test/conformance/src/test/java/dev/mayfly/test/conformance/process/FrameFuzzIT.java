package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.test.harness.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.bson.Document;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames with something wrong in them, sent to a server in a process of its own: no crash, no hang, no growth. */
final class FrameFuzzIT {
    private static final int HEAP_MEGABYTES = 256;
    private static final long GROWTH_BYTES_MAX = 128L << 20;
    private static final int WARMING_FRAMES = 2_000;
    private static final int LANES = 4;
    private static final int BURST = 16;
    private static final int FRAMES = 20_000;
    private static final int MANY_FRAMES = 1_000_000;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void twentyThousandWrongFramesHurtNobody() throws Exception {
        fuzz(FRAMES);
    }

    @Test
    @Tag("slow")
    void millionWrongFramesHurtNobody() throws Exception {
        fuzz(Integer.getInteger("frames", MANY_FRAMES));
    }

    private void fuzz(int frames) throws Exception {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/self/status")), "memory is measured as Linux tells it");
        try (ServerProcess server = ServerProcess.start(folder, Launch.onHeap(HEAP_MEGABYTES), "--in-memory");
                MongoClient client = server.client()) {
            MongoCollection<Document> kept = client.getDatabase("kept").getCollection("c");
            kept.insertOne(new Document("_id", 1).append("text", "fine"));
            long seed = Long.getLong("seed", 1);
            send(server.port(), seed - 1, WARMING_FRAMES);
            long before = server.residentBytes();
            Tally tally = sendFromAll(server.port(), seed, frames);
            assertEquals(
                    new Document("_id", 1).append("text", "fine"), kept.find().first());
            long growth = server.residentBytes() - before;
            String told = "seed " + seed + ": " + tally + ", " + (growth >> 20) + " MiB more";
            System.out.println(told);
            assertTrue(growth <= GROWTH_BYTES_MAX, told);
            assertTrue(tally.answered() > frames / 2, told);
            assertFalse(server.errors().contains(" ERROR "), server::distinctErrors);
        }
    }

    /** The number of frames sent, in how many bursts that were answered to their end, and what else became of them. */
    private record Tally(int frames, int answered, long hangUps) {
        Tally plus(Tally other) {
            return new Tally(frames + other.frames, answered + other.answered, hangUps + other.hangUps);
        }
    }

    private static Tally sendFromAll(int port, long seed, int frames) throws Exception {
        try (ExecutorService lanes = Executors.newFixedThreadPool(LANES)) {
            List<Future<Tally>> running = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                long own = seed * LANES + lane;
                running.add(lanes.submit(() -> send(port, own, frames / LANES)));
            }
            Tally all = new Tally(0, 0, 0);
            for (Future<Tally> each : running) {
                all = all.plus(each.get());
            }
            return all;
        }
    }

    private static Tally send(int port, long seed, int frames) throws IOException {
        FuzzFrames made = new FuzzFrames(new SplittableRandom(seed));
        int sent = 0;
        int answered = 0;
        try (FuzzConnection connection = new FuzzConnection(port)) {
            while (sent < frames) {
                List<FuzzFrames.Frame> burst = made.burst(BURST);
                answered += connection.send(burst) ? burst.size() : burst.size() - 1;
                sent += burst.size();
            }
            return new Tally(sent, answered, connection.hangUps());
        } catch (IOException | IllegalStateException failure) {
            throw new AssertionError("seed " + seed + ", frame " + sent + ": " + failure, failure);
        }
    }
}
