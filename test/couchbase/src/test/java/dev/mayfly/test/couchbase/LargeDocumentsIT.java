package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.CommandProcess;
import dev.mayfly.test.harness.Launch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents as large as they may be, written and read by many clients at once, on the least heap. */
final class LargeDocumentsIT {
    private static final int HEAP_MEGABYTES = 256;
    private static final int LANES = 12;
    private static final int VALUE_BYTES = 19_000_000;
    private static final int COLLECTION = 0;
    private static final int ENOMEM = 0x82;
    private static final int ETMPFAIL = 0x86;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void largeDocumentsOnTheLeastHeap() throws Exception {
        try (CommandProcess process = CommandProcess.start(
                        folder,
                        Launch.asByTheLauncher(HEAP_MEGABYTES),
                        "serve",
                        "--face",
                        "couchbase",
                        "--couchbase-port",
                        "0",
                        "--kv-port",
                        "0",
                        "--query-port",
                        "0",
                        "--data",
                        "data");
                ExecutorService clients = Executors.newCachedThreadPool()) {
            int port = CouchbaseCrashServer.port(process);
            String value = "x".repeat(VALUE_BYTES);
            List<Callable<List<Integer>>> work = new ArrayList<>();
            for (int lane = 0; lane < LANES; lane++) {
                String key = "large-" + lane;
                work.add(() -> {
                    try (Wire wire = open(port)) {
                        return List.of(
                                wire.send(Frame.set(key, 0, value).collection(COLLECTION))
                                        .status(),
                                wire.send(Frame.of(Frame.GET, key).collection(COLLECTION))
                                        .status(),
                                wire.send(Frame.set(key, 0, value).collection(COLLECTION))
                                        .status(),
                                wire.send(Frame.of(Frame.GET, key).collection(COLLECTION))
                                        .status());
                    }
                });
            }
            Map<Integer, Integer> answers = new TreeMap<>();
            for (Future<List<Integer>> each : clients.invokeAll(work)) {
                each.get().forEach(status -> answers.merge(status, 1, Integer::sum));
            }
            System.out.println("large documents: " + answers);
            assertTrue(
                    Set.of(Wire.OK, Wire.KEY_ENOENT, ENOMEM, ETMPFAIL).containsAll(answers.keySet()),
                    answers::toString);
            assertTrue(answers.getOrDefault(Wire.OK, 0) >= LANES, answers::toString);
            try (Wire wire = open(port)) {
                assertEquals(
                        Wire.OK,
                        wire.send(Frame.set("small", 0, "{}").collection(COLLECTION))
                                .status());
            }
        }
    }

    private static Wire open(int port) {
        return Wire.open(port, "Administrator", "password", "default");
    }
}
