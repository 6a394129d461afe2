package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A replication whose source and target are killed by turns loses nothing, and brings nothing back. */
final class ReplicationCrashIT {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicationCrashIT.class);
    private static final int KEYS = 200;
    private static final int WRITES = 400;
    private static final int BEFORE = 20_000;

    @TempDir
    private Path folder = Path.of("");

    /** What was acknowledged last of each key whose last write was; null for a document that is deleted or may expire. */
    private final Map<String, @Nullable String> written = new HashMap<>();

    /** One server, over all of its starts. */
    private static final class Node implements AutoCloseable {
        private final Path folder;
        private final int port;
        private CouchbaseCrashServer server;

        Node(Path folder) throws IOException {
            this.folder = Files.createDirectories(folder);
            this.port = freePort();
            this.server = CouchbaseCrashServer.start(folder, port);
        }

        private static int freePort() throws IOException {
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            }
        }

        Rest rest() {
            return new Rest(URI.create("http://127.0.0.1:" + port), "Administrator", "password");
        }

        Wire open() {
            return server.open();
        }

        void killAndStart() throws IOException {
            server.kill();
            server.close();
            server = CouchbaseCrashServer.start(folder, port);
        }

        @Override
        public void close() {
            server.close();
        }
    }

    @Test
    @Tag("slow")
    void fourKillsLoseNothingAndBringNothingBack() {
        Seeds.run(1, (seed, random) -> rounds(4, seed, random));
    }

    @Test
    @Tag("slow")
    void thirtyKillsLoseNothingAndBringNothingBack() {
        Seeds.run(1, (seed, random) -> rounds(30, seed, random));
    }

    @Test
    @Tag("slow")
    void aSourceThatIsKilledSendsAgainOnlyWhatIsNotNoted() throws Exception {
        try (Node from = new Node(folder.resolve("source"));
                Node to = new Node(folder.resolve("target"))) {
            String id = begin(from, to);
            try (Wire wire = from.open()) {
                new PipelinedWriter(wire)
                        .write(BEFORE, 0, each -> Frame.set("k" + each, 0, "1").collection(0));
            }
            Await.until("everything is sent", () -> statistic(from, id, "changes_left") == 0);
            try (Wire wire = from.open()) {
                // What is noted later is behind everything that was sent before.
                long noted = statistic(from, id, "num_checkpoints");
                wire.send(Frame.set("other", 0, "1").collection(0)).require(Wire.OK);
                Await.until("it is noted", () -> statistic(from, id, "num_checkpoints") > noted);
            }
            from.killAndStart();
            try (Wire wire = from.open()) {
                wire.send(Frame.set("last", 0, "1").collection(0)).require(Wire.OK);
            }
            Await.until("the last is sent", () -> statistic(from, id, "docs_written") == 1);
            long again = statistic(from, id, "docs_received_from_dcp");
            LOG.info("{} of {} were sent again", again - 1, BEFORE);
            assertTrue(again < BEFORE / 10, () -> again + " were sent again");
        }
    }

    private void rounds(int kills, long seed, RandomGenerator random) throws Exception {
        written.clear();
        try (Node from = new Node(folder.resolve("source" + seed));
                Node to = new Node(folder.resolve("target" + seed))) {
            String id = begin(from, to);
            for (int kill = 0; kill < kills; kill++) {
                write(from, random, random.nextInt(WRITES));
                Node victim = kill % 2 == 0 ? to : from;
                victim.killAndStart();
                write(from, random, WRITES / 2);
            }
            Await.until("everything is sent", () -> statistic(from, id, "changes_left") == 0);
            int lost = compare(from, to);
            LOG.info("{} kills, {} keys, lost {}", kills, written.size(), lost);
        }
    }

    private static String begin(Node from, Node to) {
        from.rest()
                .post(
                        ReplicationPair.REMOTES,
                        "name",
                        "other",
                        "hostname",
                        "127.0.0.1:" + to.port,
                        "username",
                        "Administrator",
                        "password",
                        "password")
                .require(200);
        String made = from.rest()
                .post(
                        ReplicationPair.CREATE,
                        "fromBucket",
                        "default",
                        "toCluster",
                        "other",
                        "toBucket",
                        "default",
                        "failureRestartInterval",
                        "1")
                .require(200)
                .body();
        Matcher id = Pattern.compile("\"id\":\"([^\"]+)\"").matcher(made);
        assertTrue(id.find(), made);
        return URLEncoder.encode(id.group(1), StandardCharsets.UTF_8);
    }

    private static long statistic(Node from, String id, String name) {
        String path = "/pools/default/buckets/default/stats/replications%2F" + id + "%2F" + name;
        String body = from.rest().get(path).require(200).body();
        Matcher value =
                Pattern.compile("\"nodeStats\":\\{[^\\[]*\\[([0-9.eE]+)").matcher(body);
        return value.find() ? (long) Double.parseDouble(value.group(1)) : -1;
    }

    private void write(Node from, RandomGenerator random, int count) {
        try (Wire wire = from.open()) {
            for (int each = 0; each < count; each++) {
                write(wire, "k" + random.nextInt(KEYS), random);
            }
        }
    }

    private void write(Wire wire, String key, RandomGenerator random) {
        String value = "{\"n\":" + random.nextInt(1_000_000_000) + "}";
        boolean mayExpire = random.nextInt(4) == 0;
        boolean isDeletion = random.nextInt(4) == 0;
        long expiry = mayExpire ? SystemClock.INSTANCE.wallMillis() / 1_000 + random.nextInt(1, 4) : 0;
        try {
            if (isDeletion) {
                wire.send(Frame.of(Frame.DELETE, key).collection(0));
                written.put(key, null);
            } else {
                wire.send(Frame.set(key, expiry, value).collection(0)).require(Wire.OK);
                written.put(key, mayExpire ? null : value);
            }
        } catch (UncheckedIOException gone) {
            written.remove(key);
            throw gone;
        }
    }

    /** Waits until both servers have the same, and checks that this is what was acknowledged; returns 0. */
    private int compare(Node from, Node to) {
        Set<String> different = new TreeSet<>();
        BooleanSupplier areAlike = () -> {
            different.clear();
            Map<String, String> here = read(from);
            Map<String, String> there = read(to);
            written.forEach((key, value) -> {
                boolean isRight = value == null ? !here.containsKey(key) : value.equals(here.get(key));
                boolean isSame = here.containsKey(key) ? here.get(key).equals(there.get(key)) : !there.containsKey(key);
                if (!isRight || !isSame) {
                    different.add(key + ": " + value + ", " + here.get(key) + " and " + there.get(key));
                }
            });
            return different.isEmpty();
        };
        try {
            Await.until("what may expire has", areAlike);
        } catch (AssertionError never) {
            throw new AssertionError("wanted, here and there: " + different, never);
        }
        return different.size();
    }

    private static Map<String, String> read(Node node) {
        Map<String, String> found = new HashMap<>();
        try (Wire wire = node.open()) {
            for (int each = 0; each < KEYS; each++) {
                String key = "k" + each;
                Wire.Answer answer = wire.send(Frame.of(Frame.GET, key).collection(0));
                if (answer.status() == Wire.OK) {
                    found.put(key, answer.text());
                }
            }
        }
        return found;
    }
}
