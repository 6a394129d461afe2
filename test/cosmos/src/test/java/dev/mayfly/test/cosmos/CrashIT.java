package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Seeds;
import dev.mayfly.test.harness.Writers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed at random moments keeps every item it had acknowledged, and brings none back that expired. */
final class CrashIT {
    static final String PATH = "/dbs/crash/colls/items";

    private static final int WRITERS = 4;
    private static final int WRITES_MAX = 1500;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void threeKillsLoseNothing() {
        Seeds.run(1, (_, random) -> rounds(3, random));
    }

    @Test
    @Tag("slow")
    void twentyKillsLoseNothing() {
        Seeds.run(1, (_, random) -> rounds(20, random));
    }

    private void rounds(int rounds, RandomGenerator random) throws Exception {
        List<Ledger> ledgers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            ledgers.add(new Ledger(writer, new SplittableRandom(random.nextLong())));
        }
        for (int round = 0; round <= rounds; round++) {
            try (ServerProcess server = ServerProcess.start(folder)) {
                if (round == 0) {
                    prepare(server.wire());
                }
                compare(server.wire(), ledgers);
                if (round < rounds) {
                    List<BooleanSupplier> writers = ledgers.stream()
                            .<BooleanSupplier>map(ledger -> () -> ledger.write(server.wire()))
                            .toList();
                    Writers.writeUntilGone(writers, random.nextInt(1, WRITES_MAX), server::kill);
                }
            }
        }
        int writes = ledgers.stream().mapToInt(Ledger::writes).sum();
        System.out.println("cosmos crashes: " + rounds + " kills, " + writes + " acknowledged writes, none lost");
    }

    private static void prepare(Wire wire) {
        assertEquals(
                201, wire.send("POST", "/dbs", Map.of(), "{\"id\":\"crash\"}").status());
        String definition =
                "{\"id\":\"items\",\"partitionKey\":{\"paths\":[\"/id\"],\"kind\":\"Hash\"},\"defaultTtl\":-1}";
        assertEquals(
                201, wire.send("POST", "/dbs/crash/colls", Map.of(), definition).status());
    }

    private static void compare(Wire wire, List<Ledger> ledgers) {
        long before = SystemClock.INSTANCE.wallMillis();
        Map<String, Ledger.State> found = read(wire);
        long after = SystemClock.INSTANCE.wallMillis();
        List<String> wrong = new ArrayList<>();
        ledgers.forEach(ledger -> wrong.addAll(ledger.compare(found, before, after)));
        assertEquals(List.of(), wrong);
    }

    private static Map<String, Ledger.State> read(Wire wire) {
        Map<String, Ledger.State> found = new HashMap<>();
        Map<String, String> headers = new HashMap<>(Map.of("x-ms-max-item-count", "100"));
        String continuation;
        do {
            Wire.Answer page = wire.send("GET", PATH + "/docs", headers, (String) null);
            assertEquals(200, page.status(), page::toString);
            page.json()
                    .get("Documents")
                    .forEach(item -> found.put(item.get("id").textValue(), Ledger.State.of(item)));
            continuation = page.header("x-ms-continuation");
            headers.put("x-ms-continuation", continuation);
        } while (!continuation.isEmpty());
        return found;
    }
}
