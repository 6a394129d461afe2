package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.couchbase.client.dcp.StreamFrom;
import com.couchbase.client.dcp.StreamTo;
import com.couchbase.client.dcp.highlevel.DocumentChange;
import com.couchbase.client.dcp.highlevel.StreamOffset;
import dev.mayfly.test.harness.Seeds;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A consumer of a server that is killed goes on where it was, and ends with what the server has. */
final class DcpCrashIT {
    private static final int KEYS = 300;

    @TempDir
    private Path folder = Path.of("");

    /** What the consumer was told last of each key, and of each vBucket where that was. */
    private final Map<String, String> told = new HashMap<>();

    private Map<Integer, StreamOffset> offsets = Map.of();

    @Test
    void threeKillsLoseNothing() {
        Seeds.run(1, (_, random) -> rounds(2, random));
    }

    @Test
    @Tag("slow")
    void twentyKillsLoseNothing() {
        Seeds.run(1, (_, random) -> rounds(20, random));
    }

    private void rounds(int rounds, RandomGenerator random) throws Exception {
        Map<String, String> written = new HashMap<>();
        for (int round = 0; round < rounds; round++) {
            CouchbaseCrashServer server = CouchbaseCrashServer.start(folder);
            try (Wire wire = server.open();
                    DcpConsumer consumer = DcpConsumer.connect(
                            server.port(), settings -> settings.collectionNames("_default._default"))) {
                begin(consumer, round);
                for (int each = 0; each < KEYS; each++) {
                    String key = "k" + random.nextInt(KEYS);
                    if (random.nextInt(4) == 0) {
                        wire.send(Frame.of(Frame.DELETE, key).collection(0));
                        written.remove(key);
                    } else {
                        String value = "{\"n\":" + random.nextInt(1_000_000) + "}";
                        wire.send(Frame.set(key, 0, value).collection(0)).require(Wire.OK);
                        written.put(key, value);
                    }
                }
                await(consumer, written);
                offsets = consumer.offsets();
                server.kill();
            } finally {
                server.close();
            }
        }
    }

    private void begin(DcpConsumer consumer, int round) {
        if (round == 0) {
            consumer.stream(StreamFrom.BEGINNING, StreamTo.INFINITY);
        } else {
            consumer.resume(consumer.allOffsets(offsets));
        }
    }

    /** Takes what is told until it is what was written, whatever is told again. */
    private void await(DcpConsumer consumer, Map<String, String> written) throws InterruptedException {
        int taken = 0;
        while (!told.equals(written)) {
            consumer.next();
            List<DocumentChange> changes = consumer.changes();
            for (DocumentChange change : changes.subList(taken, changes.size())) {
                taken++;
                if (change.isMutation()) {
                    told.put(change.getKey(), new String(change.getContent(), StandardCharsets.UTF_8));
                } else {
                    told.remove(change.getKey());
                }
            }
        }
        assertEquals(written, told);
    }
}
