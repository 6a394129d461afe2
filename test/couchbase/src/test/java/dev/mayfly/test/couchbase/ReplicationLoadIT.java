package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.couchbase.client.dcp.StreamFrom;
import com.couchbase.client.dcp.StreamTo;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Many documents from one server to another, and how long each takes once both are even. */
final class ReplicationLoadIT {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicationLoadIT.class);
    private static final int PIECE = 1_000;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void tenThousandArriveAndThenWhatIsWritten() throws Exception {
        run(10_000, 2_000, 1_000);
    }

    @Test
    @Tag("slow")
    void twoHundredThousandArriveAndThenWhatIsWritten() throws Exception {
        run(200_000, 50_000, 2_000);
    }

    private void run(int count, int live, long perSecond) throws Exception {
        try (LocalServer source = start("source");
                LocalServer target = start("target");
                Wire wire = open(source);
                DcpConsumer seen = DcpConsumer.connect(
                        target.endpoint(),
                        "default",
                        settings ->
                                settings.collectionNames("_default._default").flowControl(4 << 20))) {
            write(wire, count);
            seen.countOnly();
            StreamLatency latency = new StreamLatency(live);
            seen.onChange(latency::hear);
            seen.stream(StreamFrom.BEGINNING, StreamTo.INFINITY);
            ReplicationPair.connect(source, target).require(200);
            long begun = SystemClock.INSTANCE.tickNanos();
            source.rest()
                    .post(ReplicationPair.CREATE, "fromBucket", "default", "toCluster", "other", "toBucket", "default")
                    .require(200);
            seen.awaitCount("mutation", count);
            long millis = Math.max(1, (SystemClock.INSTANCE.tickNanos() - begun) / 1_000_000);
            LOG.info("replicated: {} in {} ms, {} a second", count, millis, count * 1_000L / millis);
            latency.write(wire, perSecond);
            Await.until("everything is heard", latency::isComplete);
            LOG.info(
                    "{} at {} a second, from the write to the target's consumer: {}",
                    live,
                    perSecond,
                    latency.percentiles());
            assertEquals(count + live, seen.count("mutation"));
        }
    }

    private LocalServer start(String name) throws Exception {
        return LocalServer.start(Map.of(Setting.DATA, folder.resolve(name).toString(), Setting.CLOCK, "system"));
    }

    private static Wire open(LocalServer server) {
        return Wire.open(
                server.endpoint().kvPort(),
                server.endpoint().user(),
                server.endpoint().password(),
                "default");
    }

    private static void write(Wire wire, int count) {
        String value = "{\"text\":\"" + "x".repeat(100) + "\"}";
        for (int from = 0; from < count; from += PIECE) {
            List<Frame> frames = new ArrayList<>(PIECE);
            for (int each = from; each < from + PIECE; each++) {
                frames.add(Frame.set("a" + each, 0, value).collection(0));
            }
            wire.send(frames, PIECE).forEach(answer -> answer.require(Wire.OK));
        }
    }
}
