package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.couchbase.client.dcp.StreamFrom;
import com.couchbase.client.dcp.StreamTo;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import java.io.ByteArrayOutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a stream costs those who write, and what a consumer that does not read costs the server. */
final class DcpCostIT {
    private static final Logger LOG = LoggerFactory.getLogger(DcpCostIT.class);
    private static final int WRITES = 300_000;
    private static final int WARM_UP = 100_000;
    private static final int KEYS = 100_000;
    private static final int VBUCKETS = 1_024;
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int SECONDS = 60;
    private static final int PER_SECOND = 2_000;
    private static final long MIB = 1 << 20;
    private static final int HEADER_BYTES = 24;
    private static final int OPEN = 0x50;
    private static final int STREAM = 0x53;
    private static final int MUTATION = 0x57;
    private static final int ACKNOWLEDGEMENT = 0x5d;
    private static final int CONTROL = 0x5e;

    @TempDir
    private Path folder = Path.of("");

    /** How often documents are written while somebody follows, and for how much of the server's processors. */
    @Test
    @Tag("slow")
    void aStreamCostsTheWritersOfABucketLittle() throws Exception {
        for (int round = 0; round < 2; round++) {
            measure("nobody has followed the bucket", round, false, false);
            measure("it is followed, and no stream is open", round, true, false);
            measure("a consumer reads its stream", round, true, true);
        }
    }

    private void measure(String what, int round, boolean isFollowed, boolean isRead) throws Exception {
        Path place = Files.createDirectory(folder.resolve(what.replaceAll("\\W", "-") + round));
        try (CouchbaseCrashServer server = CouchbaseCrashServer.start(place);
                Wire wire = server.open()) {
            DcpConsumer consumer = isFollowed ? consumer(server) : null;
            if (consumer != null && !isRead) {
                consumer.close();
            }
            write(wire, WARM_UP);
            long processors = server.processorNanos();
            long begun = SystemClock.INSTANCE.tickNanos();
            write(wire, WRITES);
            long nanos = SystemClock.INSTANCE.tickNanos() - begun;
            if (consumer != null && isRead) {
                consumer.awaitCount("mutation", 1);
            }
            double micros = (server.processorNanos() - processors) / 1e3 / WRITES;
            LOG.info(
                    "{}: {} SETs a second, {} us of the server's processors each",
                    what,
                    WRITES * 1_000_000_000L / nanos,
                    String.format("%.1f", micros));
            if (consumer != null && isRead) {
                consumer.close();
            }
        }
    }

    private static DcpConsumer consumer(CouchbaseCrashServer server) {
        DcpConsumer consumer = DcpConsumer.connect(
                server.port(),
                settings -> settings.collectionNames("_default._default").flowControl(4 << 20));
        consumer.countOnly();
        consumer.stream(StreamFrom.BEGINNING, StreamTo.INFINITY);
        return consumer;
    }

    private static void write(Wire wire, int count) {
        String value = "{\"text\":\"" + "x".repeat(100) + "\"}";
        new PipelinedWriter(wire)
                .write(count, 0, each -> Frame.set("k" + each % KEYS, 0, value).collection(0));
    }

    /**
     * For a minute, in which 120 MB are written, two consumers acknowledge nothing of what they are sent, and two do not even
     * read it. The former are told everything then; the latter have been disconnected.
     */
    @Test
    @Tag("slow")
    void aConsumerThatStopsReadingCostsNoMemory() throws Exception {
        try (LocalServer server = LocalServer.start(Map.of(Setting.DATA, folder.toString()));
                Wire wire = open(server);
                Wire deafOne = open(server);
                Wire deafOther = open(server);
                SlowConsumer slowOne = new SlowConsumer(open(server));
                SlowConsumer slowOther = new SlowConsumer(open(server))) {
            // As much as is written later, so that whatever the writes themselves keep is there before.
            fill(wire, "a", 0);
            long before = heapBytes();
            follow(slowOne.wire, "slow one", true);
            follow(slowOther.wire, "slow other", true);
            follow(deafOne, "deaf one", false);
            follow(deafOther, "deaf other", false);
            slowOne.start();
            slowOther.start();
            fill(wire, "b", PER_SECOND);
            long held = heapBytes() - before;
            LOG.info("four consumers that have stopped for {} s hold {} KiB", SECONDS, held / 1_024);
            assertTrue(held < 16 * MIB, () -> "they hold " + held);
            for (SlowConsumer each : List.of(slowOne, slowOther)) {
                assertTrue(each.told() < SECONDS * PER_SECOND / 10, () -> "it was told " + each.told());
                each.goOn();
                Await.until("everything is told", () -> each.told() == 2 * SECONDS * PER_SECOND);
            }
            assertTrue(deafOne.isEnded());
            assertTrue(deafOther.isEnded());
        }
    }

    /** Reads whatever it is sent, and acknowledges nothing of it until it goes on. */
    private static final class SlowConsumer implements AutoCloseable {
        private final Wire wire;
        private int told;
        private int unacknowledged;
        private boolean acknowledges;

        SlowConsumer(Wire wire) {
            this.wire = wire;
        }

        void start() {
            Thread.ofVirtual().name("slow-consumer").start(this::run);
        }

        private void run() {
            try {
                while (true) {
                    hear(wire.read());
                }
            } catch (UncheckedIOException closed) {
                // The test is over.
            }
        }

        private synchronized void hear(Wire.Answer message) {
            if (message.opcode() != STREAM) {
                unacknowledged += HEADER_BYTES
                        + message.framing().length
                        + message.extras().length
                        + message.key().length
                        + message.value().length;
                told += message.opcode() == MUTATION ? 1 : 0;
            }
            if (acknowledges && unacknowledged > BUFFER_BYTES / 4) {
                acknowledge();
            }
        }

        private void acknowledge() {
            wire.write(Frame.of(ACKNOWLEDGEMENT)
                    .vbucket(0)
                    .extras(Frame.u32(unacknowledged))
                    .bytes());
            unacknowledged = 0;
        }

        synchronized void goOn() {
            acknowledges = true;
            acknowledge();
        }

        synchronized int told() {
            return told;
        }

        @Override
        public void close() {
            wire.close();
        }
    }

    private static Wire open(LocalServer server) {
        return Wire.open(
                server.endpoint().kvPort(),
                server.endpoint().user(),
                server.endpoint().password(),
                "default");
    }

    private static void fill(Wire wire, String prefix, long perSecond) {
        String value = "x".repeat(1_000);
        new PipelinedWriter(wire)
                .write(
                        SECONDS * PER_SECOND,
                        perSecond,
                        each -> Frame.set(prefix + each, 0, value).collection(0));
    }

    /** Asks for a stream of every vBucket, whose answers nobody has read yet. */
    private static void follow(Wire wire, String name, boolean hasBuffer) {
        wire.send(Frame.of(OPEN, name).vbucket(0).extras(Frame.concat(Frame.u32(0), Frame.u32(1))))
                .require(Wire.OK);
        if (hasBuffer) {
            wire.send(Frame.of(CONTROL, "connection_buffer_size").vbucket(0).value(Integer.toString(BUFFER_BYTES)))
                    .require(Wire.OK);
        }
        ByteArrayOutputStream requests = new ByteArrayOutputStream();
        for (int vBucket = 0; vBucket < VBUCKETS; vBucket++) {
            byte[] numbers = Frame.concat(
                    Frame.u32(0), Frame.u32(0), Frame.u64(0), Frame.u64(-1), Frame.u64(0), Frame.u64(0), Frame.u64(0));
            requests.writeBytes(Frame.of(STREAM)
                    .vbucket(vBucket)
                    .extras(numbers)
                    .value("{\"collections\":[\"0\"]}")
                    .bytes());
        }
        wire.write(requests.toByteArray());
    }

    private static long heapBytes() {
        ManagementFactory.getMemoryMXBean().gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
