package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.couchbase.client.dcp.StreamFrom;
import com.couchbase.client.dcp.StreamTo;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Many documents, and then as many expirations, streamed from the disk: each once. */
final class DcpLoadIT {
    private static final Logger LOG = LoggerFactory.getLogger(DcpLoadIT.class);
    private static final int PIECE = 1_000;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void twentyThousandAreToldOnceAndThenTheirEnd() throws Exception {
        run(20_000);
    }

    @Test
    @Tag("slow")
    void aMillionAreToldOnceAndThenTheirEnd() throws Exception {
        run(1_000_000);
    }

    @Test
    void whatIsWrittenIsHeardSoon() throws Exception {
        live(10_000, 5_000);
    }

    @Test
    @Tag("slow")
    void whatIsWrittenTenThousandTimesASecondIsHeardSoon() throws Exception {
        live(200_000, 10_000);
    }

    private void live(int count, long perSecond) throws Exception {
        try (LocalServer server = LocalServer.start(Map.of(Setting.DATA, folder.toString()));
                Wire wire = open(server);
                DcpConsumer consumer = DcpConsumer.connect(
                        server.endpoint(),
                        "default",
                        settings ->
                                settings.collectionNames("_default._default").flowControl(4 << 20))) {
            consumer.countOnly();
            StreamLatency latency = new StreamLatency(count);
            consumer.onChange(latency::hear);
            consumer.stream(StreamFrom.BEGINNING, StreamTo.INFINITY);
            long begun = SystemClock.INSTANCE.tickNanos();
            latency.write(wire, perSecond);
            told("written", count, begun);
            Await.until("everything is heard", latency::isComplete);
            LOG.info("from the write to the consumer: {}", latency.percentiles());
            assertEquals(count, consumer.count("mutation"));
        }
    }

    private void run(int count) throws Exception {
        try (LocalServer server = LocalServer.start(Map.of(Setting.DATA, folder.toString()))) {
            long unfollowed = write(server, "a", count / 2);
            try (DcpConsumer consumer = DcpConsumer.connect(
                    server.endpoint(),
                    "default",
                    settings -> settings.collectionNames("_default._default").flowControl(4 << 20))) {
                consumer.countOnly();
                long begun = SystemClock.INSTANCE.tickNanos();
                consumer.stream(StreamFrom.BEGINNING, StreamTo.INFINITY);
                consumer.awaitCount("mutation", count / 2);
                told("backfill", count / 2, begun);
                long followed = write(server, "b", count / 2);
                consumer.awaitCount("mutation", count);
                LOG.info("writing one as many took {} % of the time", followed * 100 / Math.max(1, unfollowed));
                long expired = SystemClock.INSTANCE.tickNanos();
                server.advance(Duration.ofMinutes(2));
                consumer.awaitCount("expiration", count);
                told("expirations", count, expired);
                server.advance(Duration.ofMinutes(11));
                assertEquals(count, consumer.count("mutation"));
                assertEquals(count, consumer.count("expiration"));
            }
        }
    }

    private static void told(String what, int count, long begun) {
        long millis = (SystemClock.INSTANCE.tickNanos() - begun) / 1_000_000;
        LOG.info("{}: {} in {} ms, {} a second", what, count, millis, count * 1_000L / Math.max(1, millis));
    }

    private static Wire open(LocalServer server) {
        return Wire.open(
                server.endpoint().kvPort(),
                server.endpoint().user(),
                server.endpoint().password(),
                "default");
    }

    /** Returns the nanoseconds that it took. */
    private static long write(LocalServer server, String prefix, int count) {
        long begun = SystemClock.INSTANCE.tickNanos();
        String value = "{\"text\":\"" + "x".repeat(100) + "\"}";
        try (Wire wire = open(server)) {
            for (int from = 0; from < count; from += PIECE) {
                List<Frame> frames = new ArrayList<>(PIECE);
                for (int each = from; each < from + PIECE; each++) {
                    frames.add(Frame.set(prefix + each, 60, value).collection(0));
                }
                Stream<Wire.Answer> answers = wire.send(frames, PIECE).stream();
                answers.forEach(answer -> answer.require(Wire.OK));
            }
        }
        return SystemClock.INSTANCE.tickNanos() - begun;
    }
}
