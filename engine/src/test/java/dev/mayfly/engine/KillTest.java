package dev.mayfly.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventPage;
import dev.mayfly.engine.event.EventPosition;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.rocksdb.RocksStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process is killed while documents expire and are destroyed. */
class KillTest {
    private static final Pattern SAID = Pattern.compile("(put|gone) (\\d+);");
    private static final Pattern TOLD = Pattern.compile("event (\\d+) at (\\d+) (\\d+);");
    private static final int GONE = 3_000;
    private static final int PAGE = 1_000;

    @TempDir
    Path folder;

    private final List<Integer> put = new ArrayList<>();
    private final List<Integer> gone = new ArrayList<>();
    private final Set<Integer> told = new HashSet<>();
    private EventPosition lastTold = EventPosition.START;

    @Test
    void whatSomebodyHasSeenGoneIsNeverSeenAgain() throws Exception {
        runAndKill();
        try (EngineFixture after = new EngineFixture(
                RocksStore.open(folder),
                EngineSettings.DEFAULTS,
                SystemClock.INSTANCE.wallMillis(),
                UnaryOperator.identity())) {
            Collection collection = after.collection();
            ReadView reading = collection.reading();
            for (int number : gone) {
                KeyState state = collection.stateOf(reading, KilledEngine.key(number));
                Tombstone left = state.tombstone();
                assertNotNull(left, () -> number + " is " + state);
                assertEquals(Tombstone.Cause.EXPIRED, left.cause());
            }
            for (int number : put) {
                if (KilledEngine.stays(number)) {
                    assertInstanceOf(KeyState.Live.class, collection.stateOf(reading, KilledEngine.key(number)));
                }
            }
            assertEquals(List.of(), EngineCheck.check(after.engine()).findings());
        }
    }

    @Test
    void noEventIsLostBetweenExpiryAndDelivery() throws Exception {
        runAndKill();
        assertFalse(told.isEmpty());
        try (EngineFixture after = new EngineFixture(
                RocksStore.open(folder),
                EngineSettings.DEFAULTS,
                SystemClock.INSTANCE.wallMillis(),
                UnaryOperator.identity())) {
            after.advance(Duration.ofSeconds(10));
            after.sweep();
            EventLog log = after.engine().events();
            Set<Integer> heard = new HashSet<>(told);
            EventPage page;
            EventProgress position = EventProgress.at(lastTold);
            do {
                page = log.read(position, PAGE);
                page.events().forEach(event -> heard.add(numberOf(event)));
                position = page.next();
            } while (!page.isLast());
            Set<Integer> expired = new HashSet<>(put);
            expired.removeIf(KilledEngine::stays);
            expired.removeAll(heard);
            assertEquals(Set.of(), expired);
            assertTrue(heard.stream().noneMatch(KilledEngine::stays));
        }
    }

    private static int numberOf(Event event) {
        return Integer.parseInt(new String(event.key().bytes(), UTF_8).substring(1), 10);
    }

    private void noteEvent(Matcher word) {
        told.add(Integer.parseInt(word.group(1), 10));
        long version = Long.parseLong(word.group(2), 10);
        lastTold = new EventPosition(version, Integer.parseInt(word.group(3), 10));
    }

    private void runAndKill() throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dmayfly.test.shards=" + TestShards.NUMBER,
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
                Matcher event = TOLD.matcher(line);
                if (event.matches()) {
                    noteEvent(event);
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
