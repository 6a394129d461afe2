package dev.mayfly.app.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ChildProcessTest {
    private static final int SIGTERM_EXIT = 128 + 15;

    /** The shell sends itself the signals of a terminal, and then says that it is still there. */
    @Test
    void aChildDoesNotHearTheTerminal() throws Exception {
        Process child =
                ChildProcess.start(new ProcessBuilder("sh", "-c", "kill -INT $$; kill -HUP $$; echo still here"));
        try (var output = child.inputReader()) {
            assertEquals("still here", output.readLine());
            assertEquals(0, child.waitFor());
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void aChildEndsWhenItIsAsked() throws Exception {
        Process child = ChildProcess.start(new ProcessBuilder("sleep", "600"));
        child.destroy();
        try {
            assertTrue(child.waitFor(20, TimeUnit.SECONDS));
            assertEquals(SIGTERM_EXIT, child.exitValue());
        } finally {
            child.destroyForcibly();
        }
    }
}
