package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.FolderCheck;
import dev.mayfly.test.harness.Folders;
import dev.mayfly.test.harness.KillRounds;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed at random moments keeps every promise it had made. */
final class CrashIT {
    private static final int WRITES_MAX = 3000;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void threeKillsLoseNothing() {
        Seeds.run(1, (_, random) -> rounds(2, random));
    }

    @Test
    @Tag("slow")
    void twentyKillsLoseNothing() {
        Seeds.run(1, (_, random) -> rounds(20, random));
    }

    /** A slow operation is told too, and on a busy machine any may be slow. */
    private static boolean isComplaint(String line) {
        return !line.contains(" INFO ");
    }

    @Test
    void serverThatIsAskedToStopEndsItsWritesFirst() throws Exception {
        KillRounds rounds = new KillRounds("mongo", new SplittableRandom(1));
        try (MongoCrashServer server = start(0)) {
            rounds.writeUntil(server, 500, server.process()::stop);
            assertTrue(server.process().hasEndedWithin(5), "still running");
            assertEquals(128 + 15, server.process().exitCode());
            assertEquals(
                    List.of(),
                    server.process()
                            .errors()
                            .lines()
                            .filter(CrashIT::isComplaint)
                            .toList());
        }
        assertClean(folder.resolve("data"));
        try (MongoCrashServer server = start(1)) {
            rounds.compare(server);
        }
    }

    private void rounds(int rounds, RandomGenerator random) throws Exception {
        new KillRounds("mongo", random).run(rounds, WRITES_MAX, new KillRounds.Servers() {
            @Override
            public KillRounds.Server start(int round) throws IOException {
                return CrashIT.this.start(round);
            }

            @Override
            public void killed(int round) throws Exception {
                assertClean(copyOfData(round));
            }
        });
    }

    private MongoCrashServer start(int round) throws IOException {
        return MongoCrashServer.of(
                ServerProcess.start(folder, "--data", "data"), round, MongoCrashServer.Journaling.SOME);
    }

    private static void assertClean(Path data) throws Exception {
        FolderCheck.Outcome outcome = FolderCheck.run(data, false);
        assertTrue(outcome.isClean(), outcome::toString);
    }

    /** The next server is to find the folder as the last one left it, not as the check does. */
    private Path copyOfData(int round) throws IOException {
        return Folders.copy(folder.resolve("data"), folder.resolve("copy" + round));
    }
}
