package dev.mayfly.bench.drivers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerProcessTest {
    @TempDir
    Path folder;

    @Test
    void aServerThatNeverAnswersIsEnded() throws Exception {
        ServerProcess server = start("exec sleep 600");
        ProcessHandle handle = ProcessHandle.of(server.pid()).orElseThrow();

        assertThrows(IOException.class, () -> server.awaitReady(ServerProcessTest::refuse, 2));

        assertFalse(handle.isAlive());
    }

    @Test
    void aServerThatAnswersLateIsKept() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (ServerProcess server = start("exec sleep 600")) {
            server.awaitReady(
                    () -> {
                        if (asked.incrementAndGet() < 3) {
                            refuse();
                        }
                    },
                    3);

            assertEquals(3, asked.get());
            assertTrue(ProcessHandle.of(server.pid()).orElseThrow().isAlive());
        }
    }

    @Test
    void nobodyWaitsForAServerThatHasEnded() throws Exception {
        ServerProcess server = start("exit 1");
        ProcessHandle.of(server.pid()).ifPresent(handle -> handle.onExit().join());

        assertThrows(IOException.class, () -> server.awaitReady(ServerProcessTest::refuse));
    }

    private static void refuse() throws IOException {
        throw new IOException("not yet");
    }

    private ServerProcess start(String script) throws IOException {
        return ServerProcess.start(folder.resolve("server.log"), List.of("sh", "-c", script));
    }
}
