package dev.mayfly.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrashTest {
    private static final Pattern ACKNOWLEDGED = Pattern.compile("ack \\d+;");

    @TempDir
    Path folder;

    @Test
    void whatWasAcknowledgedSurvivesAKill() throws Exception {
        int first = 0;
        for (int round = 0; round < 3; round++) {
            int acknowledged = writeAndKill(first, 2_000 + 3_333 * round);
            try (RocksStore store = RocksStore.open(folder, Fixture.SMALL)) {
                for (int i = 0; i <= acknowledged; i++) {
                    assertArrayEquals(Fixture.value(i), store.get(Fixture.P, Space.DOCUMENT, Fixture.key(i)));
                }
            }
            first = acknowledged + 1;
        }
    }

    /** Answers the last number that the writer said before it was killed at about this many. */
    private int writeAndKill(int first, int entries) throws IOException, InterruptedException {
        Process writer = start(first);
        int last = -1;
        try (BufferedReader said = writer.inputReader(UTF_8)) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                last = ACKNOWLEDGED.matcher(line).matches() ? Integer.parseInt(line, 4, line.length() - 1, 10) : last;
                if (last == first + entries && writer.isAlive()) {
                    assertLocked(writer);
                    writer.toHandle().destroyForcibly();
                }
            }
        }
        assertTrue(writer.waitFor() != 0);
        assertTrue(last >= first + entries, "the writer ended at " + last);
        return last;
    }

    private void assertLocked(Process writer) {
        StoreException refusal = assertThrows(
                StoreException.class,
                () -> RocksStore.open(folder, Fixture.SMALL).close());
        assertEquals(Reason.LOCKED, refusal.reason());
        assertTrue(refusal.toString().contains("" + writer.pid()), refusal.toString());
    }

    private Process start(int first) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        CrashWriter.class.getName(),
                        folder.toString(),
                        "" + first)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
