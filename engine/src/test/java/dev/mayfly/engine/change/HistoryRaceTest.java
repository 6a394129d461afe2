package dev.mayfly.engine.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Readers of the history beside many writers. */
class HistoryRaceTest {
    private static final int COLLECTIONS = 4;
    private static final int WRITES = 500;
    private static final long WAIT_NANOS = Duration.ofSeconds(30).toNanos();

    @Test
    void aReaderOfAllCollectionsSeesEveryWriteOnceAndInOneOrder() throws InterruptedException {
        HistorySettings history = HistorySettings.of("test", (_, _, _) -> new byte[0], Duration.ofHours(24));
        try (EngineFixture fixture =
                new EngineFixture(new MemoryStore(), EngineSettings.DEFAULTS.withHistory(history))) {
            ChangeCursor all = fixture.engine()
                    .history()
                    .follow(
                            new ChangeScope("test", null, null),
                            ChangePosition.at(fixture.engine().history().now() + 1));
            ChangeCursor one = fixture.engine()
                    .history()
                    .follow(
                            new ChangeScope("test", "db", "c1"),
                            ChangePosition.at(fixture.engine().history().now() + 1));
            List<Thread> threads = new ArrayList<>();
            for (int number = 0; number < COLLECTIONS; number++) {
                Collection collection = create(fixture, "c" + number);
                threads.add(Thread.ofPlatform().start(() -> write(collection)));
            }
            List<ChangeEntry> seen = read(all, COLLECTIONS * WRITES);
            assertEquals(WRITES, read(one, WRITES).size());
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(COLLECTIONS * WRITES, seen.size());
            for (int index = 1; index < seen.size(); index++) {
                assertTrue(
                        seen.get(index - 1).position().compareTo(seen.get(index).position()) < 0);
            }
            all.close();
            one.close();
        }
    }

    private static Collection create(EngineFixture fixture, String name) {
        return fixture.engine()
                .catalog()
                .create(
                        new CollectionName("test", "db", name),
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));
    }

    private static void write(Collection collection) {
        for (int id = 0; id < WRITES; id++) {
            String json = "{\"n\": " + id + "}";
            collection.write(EngineFixture.key(id), Durability.LOGGED, (_, _) -> EngineFixture.body(json));
        }
    }

    private static List<ChangeEntry> read(ChangeCursor cursor, int count) {
        List<ChangeEntry> seen = new ArrayList<>();
        while (seen.size() < count && cursor.await(WAIT_NANOS) > 0) {
            for (ChangeEntry entry = cursor.next(); entry != null; entry = cursor.next()) {
                if (entry.kind() != ChangeKind.CREATED) {
                    seen.add(entry);
                }
            }
        }
        return seen;
    }
}
