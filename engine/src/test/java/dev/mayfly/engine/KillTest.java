package dev.mayfly.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.store.rocksdb.RocksStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process is killed while documents expire and are destroyed. */
class KillTest {
    private static final Pattern SAID = Pattern.compile("(put|gone) (\\d+);");
    private static final int GONE = 3_000;

    @TempDir
    Path folder;

    private final List<Integer> put = new ArrayList<>();
    private final List<Integer> gone = new ArrayList<>();

    @Test
    void whatSomebodyHasSeenGoneIsNeverSeenAgain() throws Exception {
        runAndKill();
        try (EngineFixture after = new EngineFixture(
                RocksStore.open(folder),
                EngineSettings.DEFAULTS,
                SystemClock.INSTANCE.wallMillis(),
                UnaryOperator.identity())) {
            Collection collection = after.collection();
            Reading reading = collection.reading();
            for (int number : gone) {
                Remains remains = collection.remains(reading, KilledEngine.key(number));
                Tombstone left = remains.tombstone();
                assertNotNull(left, () -> number + " is " + remains);
                assertEquals(Tombstone.Cause.EXPIRED, left.cause());
            }
            for (int number : put) {
                if (KilledEngine.stays(number)) {
                    assertInstanceOf(Remains.Live.class, collection.remains(reading, KilledEngine.key(number)));
                }
            }
            assertEquals(List.of(), EngineCheck.check(after.engine()).findings());
        }
    }

    private void runAndKill() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledEngine.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = process.inputReader(UTF_8)) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                Matcher word = SAID.matcher(line);
                if (word.matches()) {
                    (word.group(1).equals("put") ? put : gone).add(Integer.parseInt(word.group(2), 10));
                }
                if (gone.size() == GONE && process.isAlive()) {
                    process.toHandle().destroyForcibly();
                }
            }
        }
        assertTrue(process.waitFor() != 0);
        assertTrue(gone.size() >= GONE, "it ended when " + gone.size() + " were gone");
    }
}
