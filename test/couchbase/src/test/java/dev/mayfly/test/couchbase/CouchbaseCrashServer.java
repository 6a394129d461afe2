package dev.mayfly.test.couchbase;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.CommandProcess;
import dev.mayfly.test.harness.KillRounds;
import dev.mayfly.test.harness.Ledger;
import dev.mayfly.test.harness.Ledger.Found;
import dev.mayfly.test.harness.Ledger.State;
import dev.mayfly.test.harness.NoAnswerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server that is to be killed, with documents that have an expiry, as a client of the key-value port sees it. */
final class CouchbaseCrashServer implements KillRounds.Server {
    private static final Pattern ENDPOINT = Pattern.compile("couchbase://127\\.0\\.0\\.1:(\\d+)");
    private static final int COLLECTION = 0;

    /** MAJORITY, MAJORITY_AND_PERSIST_ON_ACTIVE, PERSIST_TO_MAJORITY; 0 asks for none of them. */
    private static final int LEVELS = 4;

    /** What a server answers whose store does not answer in time: ETMPFAIL, and that a durable write may have happened. */
    private static final Set<Integer> TRY_AGAIN = Set.of(0x86, 0xa3);

    private final CommandProcess process;
    private final int port;
    private final List<Wire> wires = new ArrayList<>();

    private CouchbaseCrashServer(CommandProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts one on free ports, and waits until it says where it is. */
    static CouchbaseCrashServer start(Path folder) throws IOException {
        return start(folder, 0);
    }

    /** Starts one whose management is at this port, or at a free one for 0. */
    static CouchbaseCrashServer start(Path folder, int managementPort) throws IOException {
        return start(folder, managementPort, List.of("--data", "data"));
    }

    /** The same over another store, as the command line says it. */
    static CouchbaseCrashServer start(Path folder, int managementPort, List<String> store) throws IOException {
        List<String> line = new ArrayList<>(List.of("serve", "--face", "couchbase", "--couchbase-port"));
        line.addAll(List.of(Integer.toString(managementPort), "--kv-port", "0", "--query-port", "0"));
        line.addAll(store);
        CommandProcess process = CommandProcess.start(folder, line.toArray(String[]::new));
        return new CouchbaseCrashServer(process, port(process));
    }

    /** Returns the key-value port that a starting server says it listens on. */
    static int port(CommandProcess process) throws IOException {
        Matcher endpoint = ENDPOINT.matcher(process.awaitLine(ENDPOINT.asPredicate()));
        if (!endpoint.find()) {
            throw new IllegalStateException("no port in its line");
        }
        return Integer.parseInt(endpoint.group(1));
    }

    /** The key-value port. */
    int port() {
        return port;
    }

    /** How long its processors have worked. */
    long processorNanos() {
        return process.processorNanos();
    }

    /** A connection to the bucket that every server has. */
    Wire open() {
        return Wire.open(port, "Administrator", "password", "default");
    }

    /** Stores a document that is in no ledger; false when it is refused. */
    static boolean probe(Wire wire) {
        try {
            return wire.send(Frame.set("probe", 0, "1").collection(COLLECTION)).status() == Wire.OK;
        } catch (UncheckedIOException _) {
            return false;
        }
    }

    @Override
    public Ledger.Client connect() {
        Wire wire = open();
        wires.add(wire);
        return (key, before, random) -> Write.random(wire, key, before, random);
    }

    @Override
    public Map<String, State> read(List<String> keys) {
        Map<String, State> found = new HashMap<>();
        try (Wire wire = open()) {
            for (String key : keys) {
                Wire.Answer document = wire.send(Frame.of(Frame.GET, key).collection(COLLECTION));
                Wire.Answer meta = wire.send(
                        Frame.of(Frame.GET_META, key).extras(new byte[] {2}).collection(COLLECTION));
                if (document.status() == Wire.OK && meta.status() == Wire.OK && !meta.isDeleted()) {
                    found.put(key, new State(document.text(), deadline(meta.expiry())));
                }
            }
        }
        return found;
    }

    /** @param expiry the last second of a document's life, 0 for none */
    private static long deadline(long expiry) {
        return expiry == 0 ? State.FOREVER : (expiry + 1) * 1_000;
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        wires.forEach(Wire::close);
        process.close();
    }

    /**
     * @param content what the document has afterwards, null if it is deleted, or touched while there is none
     * @param expiry the last second of its life, 0 for none
     */
    private record Write(Wire wire, Frame frame, @Nullable String content, long expiry, boolean isSynced)
            implements Ledger.Write {
        static Write random(Wire wire, String key, @Nullable State before, RandomGenerator random) {
            long expiry = random.nextBoolean() ? 0 : SystemClock.INSTANCE.wallMillis() / 1_000 + random.nextInt(1, 4);
            String value = "{\"n\":" + random.nextInt(1_000_000_000) + "}";
            int level = random.nextInt(LEVELS);
            return switch (random.nextInt(6)) {
                case 0 -> of(wire, Frame.of(Frame.DELETE, key), null, 0, level);
                case 1 ->
                    of(
                            wire,
                            Frame.touch(Frame.TOUCH, key, expiry),
                            before == null ? null : before.content(),
                            expiry,
                            0);
                default -> of(wire, Frame.set(key, expiry, value), value, expiry, level);
            };
        }

        private static Write of(Wire wire, Frame frame, @Nullable String content, long expiry, int level) {
            Frame addressed = frame.collection(COLLECTION);
            return new Write(
                    wire,
                    level == 0 ? addressed : addressed.framing(Frame.durability(level)),
                    content,
                    expiry,
                    level > 1);
        }

        @Override
        public boolean explains(@Nullable State seen) {
            return seen == null
                    ? content == null || expiry > 0
                    : seen.equals(new State(String.valueOf(content), deadline(expiry)));
        }

        @Override
        public Ledger.Answer send() throws NoAnswerException {
            try {
                Wire.Answer answer = wire.send(frame);
                if (TRY_AGAIN.contains(answer.status())) {
                    throw new NoAnswerException(new IOException("nothing that says what became of it: " + answer));
                }
                boolean isStored = frame.opcode() == Frame.SET;
                boolean isDone = answer.status() == Wire.OK;
                if (isStored || answer.status() != Wire.KEY_ENOENT) {
                    answer.require(Wire.OK);
                }
                return new Ledger.Answer(
                        isDone && content != null ? new State(content, deadline(expiry)) : null,
                        isStored ? Found.UNTOLD : Found.when(isDone));
            } catch (UncheckedIOException gone) {
                throw new NoAnswerException(gone);
            }
        }
    }
}
