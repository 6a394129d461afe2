package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.CrashFindings;
import dev.mayfly.test.harness.Faults;
import dev.mayfly.test.harness.KillRounds;
import dev.mayfly.test.harness.Launch;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that loses its power: of every file there is left what had been synced, and no byte more. */
final class PowerLossIT {
    private static final int WRITES_MAX = 2_000;
    private static final int BLIND_WRITES = 500;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void lossTakesNothingThatWasAcknowledgedAsSynced() {
        Seeds.run(1, (_, random) -> rounds(1, random));
    }

    @Test
    @Tag("slow")
    void fortyLossesTakeNothingThatWasAcknowledgedAsSynced() {
        Seeds.run(1, (_, random) -> rounds(40, random));
    }

    private void rounds(int rounds, RandomGenerator random) throws Exception {
        try (Faults faults = Faults.in(folder.resolve("faults"))) {
            new KillRounds("mongo without power", random).run(rounds, WRITES_MAX, new KillRounds.Servers() {
                @Override
                public KillRounds.Server start(int round) throws IOException {
                    return round % 2 == 0
                            ? server(faults, round, "logged", MongoCrashServer.Journaling.ALL)
                            : server(faults, round, "synced", MongoCrashServer.Journaling.SOME);
                }

                @Override
                public void killed(int round) throws IOException {
                    faults.cutPower(folder.resolve("data"));
                }
            });
        }
    }

    /** If the test could not see a loss, it would not see that there is none. */
    @Test
    @Tag("slow")
    void lossTakesWritesThatWereOnlyLogged() throws Exception {
        KillRounds rounds = new KillRounds("mongo", new SplittableRandom(1));
        try (Faults faults = Faults.in(folder.resolve("faults"))) {
            try (KillRounds.Server server = server(faults, 0, "logged", MongoCrashServer.Journaling.NONE)) {
                rounds.writeUntil(server, BLIND_WRITES, server::kill);
            }
            assertTrue(faults.cutPower(folder.resolve("data")) > 0, "everything had been synced");
            try (KillRounds.Server server = server(faults, 1, "logged", MongoCrashServer.Journaling.NONE)) {
                CrashFindings findings = rounds.findings(server);
                assertFalse(findings.lost().isEmpty(), findings::toString);
            }
        }
    }

    private KillRounds.Server server(
            Faults faults, int round, String durability, MongoCrashServer.Journaling journaling) throws IOException {
        ServerProcess process = ServerProcess.start(
                folder, faults.withoutPower(Launch.PLAIN), "--data", "data", "--durability", durability);
        return MongoCrashServer.of(process, round, journaling);
    }
}
