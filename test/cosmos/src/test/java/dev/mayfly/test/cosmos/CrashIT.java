package dev.mayfly.test.cosmos;

import dev.mayfly.test.harness.KillRounds;
import dev.mayfly.test.harness.Seeds;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that is killed at random moments keeps every item it had acknowledged, and brings none back that expired. */
final class CrashIT {
    private static final int WRITES_MAX = 1500;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void threeKillsLoseNothing() {
        Seeds.run(1, (_, random) -> rounds(2, random));
    }

    @Test
    @Tag("slow")
    void fortyKillsLoseNothing() {
        Seeds.run(1, (_, random) -> rounds(40, random));
    }

    private void rounds(int rounds, RandomGenerator random) throws Exception {
        new KillRounds("cosmos", random).run(rounds, WRITES_MAX, round -> CosmosCrashServer.start(folder, round));
    }
}
