package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.test.harness.Seeds;
import dev.mayfly.test.harness.Writers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed at random moments keeps every document it had acknowledged, and brings none back that expired. */
final class CrashIT {
    private static final int WRITERS = 4;
    private static final int WRITES_MAX = 5_000;

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
                compare(server, ledgers);
                if (round < rounds) {
                    writeUntilKilled(server, ledgers, random.nextInt(1, WRITES_MAX));
                }
            }
        }
        int writes = ledgers.stream().mapToInt(Ledger::writes).sum();
        System.out.println("couchbase crashes: " + rounds + " kills, " + writes + " acknowledged writes, none lost");
    }

    private static void compare(ServerProcess server, List<Ledger> ledgers) {
        List<String> wrong = new ArrayList<>();
        try (Wire wire = server.open()) {
            ledgers.forEach(ledger -> wrong.addAll(ledger.compare(wire)));
        }
        assertEquals(List.of(), wrong);
    }

    private static void writeUntilKilled(ServerProcess server, List<Ledger> ledgers, int writes) throws Exception {
        // All are connected before the first one writes: a few writes may be all that the server lives for.
        List<Wire> wires = ledgers.stream().map(_ -> server.open()).toList();
        List<BooleanSupplier> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
            Ledger ledger = ledgers.get(writer);
            Wire wire = wires.get(writer);
            writers.add(() -> ledger.write(wire));
        }
        Writers.writeUntilGone(writers, writes, server::kill);
        wires.forEach(Wire::close);
    }
}
