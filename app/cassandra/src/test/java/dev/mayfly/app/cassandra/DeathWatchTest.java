package dev.mayfly.app.cassandra;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DeathWatchTest {
    @Test
    void aWatchThatIsClosedKillsNobody() throws IOException, InterruptedException {
        Process watched = new ProcessBuilder("sleep", "600").start();
        try {
            DeathWatch.over(watched).close();
            assertFalse(watched.waitFor(300, TimeUnit.MILLISECONDS));
        } finally {
            watched.destroyForcibly();
        }
    }

    @Test
    void theWatchedProcessDiesWithItsMaker() throws Exception {
        Process maker = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Maker.class.getName())
                .start();
        long pid;
        try (var out = maker.inputReader()) {
            pid = Long.parseLong(out.readLine());
            maker.destroyForcibly();
        }
        ProcessHandle watched = ProcessHandle.of(pid).orElse(null);
        assertTrue(watched == null || watched.onExit().get(20, TimeUnit.SECONDS) != null);
        assertFalse(ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false));
    }

    /** A process that starts another, watches it, and waits to be killed. */
    static final class Maker {
        private Maker() {}

        static void main() throws IOException, InterruptedException {
            Process watched = new ProcessBuilder("sleep", "600").start();
            DeathWatch.over(watched);
            System.out.println(watched.pid());
            watched.waitFor();
        }
    }
}
