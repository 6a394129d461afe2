package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.harness.CommandProcess;
import dev.mayfly.test.harness.KillRounds;
import dev.mayfly.test.harness.Ledger;
import dev.mayfly.test.harness.Ledger.Answer;
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
import org.jspecify.annotations.Nullable;

/** A server that is to be killed, with items that have a time to live, as a client of Cosmos DB sees it. */
final class CosmosCrashServer implements KillRounds.Server {
    private static final String ITEMS = "/dbs/crash/colls/items/docs";
    private static final String ENDPOINT = "AccountEndpoint=";
    private static final String KEY = "AccountKey=";

    /** What a server answers whose store does not answer in time. */
    private static final Set<Integer> TRY_AGAIN = Set.of(408, 449, 503);

    private final CommandProcess process;
    private final Wire wire;
    private final boolean isSynced;

    private CosmosCrashServer(CommandProcess process, Wire wire, boolean isSynced) {
        this.process = process;
        this.wire = wire;
        this.isSynced = isSynced;
    }

    /** Starts one whose writes are logged and, in every other round, synced; the first one makes the container. */
    static CosmosCrashServer start(Path folder, int round) throws IOException {
        return start(folder, round, List.of("--data", "data"));
    }

    /** The same over another store, as the command line says it. */
    static CosmosCrashServer start(Path folder, int round, List<String> store) throws IOException {
        String durability = round % 2 == 0 ? "logged" : "synced";
        List<String> line =
                new ArrayList<>(List.of("serve", "--face", "cosmos", "--cosmos-port", "0", "--durability", durability));
        line.addAll(store);
        CommandProcess process = CommandProcess.start(folder, line.toArray(String[]::new));
        String banner = process.awaitLine(printed -> printed.contains(ENDPOINT));
        String endpoint = part(banner, ENDPOINT).replaceFirst("^https:", "http:");
        Wire wire = new Wire(endpoint, part(banner, KEY));
        if (round == 0) {
            create(wire, "/dbs", "{\"id\":\"crash\"}");
            create(
                    wire,
                    "/dbs/crash/colls",
                    "{\"id\":\"items\",\"partitionKey\":{\"paths\":[\"/id\"],\"kind\":\"Hash\"},\"defaultTtl\":-1}");
        }
        return new CosmosCrashServer(process, wire, durability.equals("synced"));
    }

    private static String part(String line, String name) {
        int from = line.indexOf(name) + name.length();
        return line.substring(from, line.indexOf(';', from));
    }

    private static void create(Wire wire, String path, String definition) {
        assertEquals(201, wire.send("POST", path, Map.of(), definition).status());
    }

    private static State stateOf(JsonNode item) {
        int ttl = item.path("ttl").asInt(-1);
        long deadline = ttl < 0 ? State.FOREVER : (item.get("_ts").longValue() + ttl) * 1000;
        return new State(item.get("n").toString(), deadline);
    }

    /** Writes an item that is in no ledger; false when it is refused. */
    boolean probe() {
        try {
            return new Write(wire, "probe", "1", 1, false).upsert("1").status() / 100 == 2;
        } catch (UncheckedIOException | NumberFormatException _) {
            return false;
        }
    }

    @Override
    public Ledger.Client connect() {
        return (key, before, random) -> Write.random(wire, key, isSynced, random);
    }

    @Override
    public Map<String, State> read(List<String> keys) {
        Map<String, State> found = new HashMap<>();
        Map<String, String> headers = new HashMap<>(Map.of("x-ms-max-item-count", "100"));
        String continuation;
        do {
            Wire.Answer page = wire.send("GET", ITEMS, headers, (String) null);
            assertEquals(200, page.status(), page::toString);
            page.json()
                    .get("Documents")
                    .forEach(item -> found.put(item.get("id").textValue(), stateOf(item)));
            continuation = page.header("x-ms-continuation");
            headers.put("x-ms-continuation", continuation);
        } while (!continuation.isEmpty());
        return found;
    }

    @Override
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }

    /**
     * @param content null for a delete
     * @param ttl in seconds, 0 for none
     */
    private record Write(Wire wire, String key, @Nullable String content, int ttl, boolean isSynced)
            implements Ledger.Write {
        static Write random(Wire wire, String key, boolean isSynced, RandomGenerator random) {
            String content = random.nextInt(5) == 0 ? null : String.valueOf(random.nextInt(1_000_000_000));
            return new Write(wire, key, content, random.nextBoolean() ? 0 : random.nextInt(1, 4), isSynced);
        }

        @Override
        public boolean explains(@Nullable State seen) {
            return seen == null ? content == null || ttl > 0 : seen.content().equals(content);
        }

        @Override
        public Answer send() throws NoAnswerException {
            try {
                Wire.Answer answer = content == null ? delete() : upsert(content);
                if (answer.status() == 0 || TRY_AGAIN.contains(answer.status())) {
                    throw new NoAnswerException(new IOException("nothing that says what became of it: " + answer));
                }
                return understood(answer);
            } catch (UncheckedIOException | NumberFormatException gone) {
                throw new NoAnswerException(gone);
            }
        }

        private Answer understood(Wire.Answer answer) {
            if (content == null) {
                assertEquals(answer.status() == 404 ? 404 : 204, answer.status(), answer::toString);
                return new Answer(null, Found.when(answer.status() == 204));
            }
            assertEquals(answer.status() == 200 ? 200 : 201, answer.status(), answer::toString);
            return new Answer(stateOf(answer.json()), Found.when(answer.status() == 200));
        }

        private Wire.Answer delete() {
            return wire.send("DELETE", ITEMS + "/" + key, partition(), (String) null);
        }

        private Wire.Answer upsert(String number) {
            String life = ttl == 0 ? "" : ",\"ttl\":" + ttl;
            Map<String, String> headers = new HashMap<>(partition());
            headers.put("x-ms-documentdb-is-upsert", "true");
            return wire.send("POST", ITEMS, headers, "{\"id\":\"" + key + "\",\"n\":" + number + life + "}");
        }

        private Map<String, String> partition() {
            return Map.of("x-ms-documentdb-partitionkey", "[\"" + key + "\"]");
        }
    }
}
