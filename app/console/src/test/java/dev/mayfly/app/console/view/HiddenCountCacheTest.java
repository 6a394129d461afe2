package dev.mayfly.app.console.view;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.console.metrics.ExpiryCounters;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The count between two counts: of documents that die and are destroyed while a clock of its own stands still. */
final class HiddenCountCacheTest {
    private static final int DOCUMENTS = 10;

    private static final long START = 1_767_225_600_000L;
    private static final long DEADLINE = START + 60_000;

    private final VirtualClock machine = new VirtualClock(START);
    private final VirtualClock scrapes = new VirtualClock(0);
    private final Store store = new MemoryStore();
    private final Engine engine = Engine.open(
            store,
            new Engine.Machinery(
                    new ClockGuard(
                            machine,
                            new HighestTimeSeen(store),
                            Duration.ofHours(1).toMillis()),
                    machine,
                    Runnable::run,
                    Pacer.UNPACED),
            EngineSettings.DEFAULTS);
    private final Collection collection = engine.catalog()
            .create(
                    new CollectionName("test", "db", "c"),
                    new Catalog.CollectionOptions(
                            DocumentFormat.JSON,
                            BaseInstant.MODIFIED,
                            new byte[0],
                            List.of(QueueIds.UNTIL),
                            Policy.NONE.withRules(List.of(new Rule.Absolute()))));
    private final ExpiryCounters counters = new ExpiryCounters(machine);
    private final HiddenCountCache counts =
            new HiddenCountCache(engine, scrapes, name -> counters.tally(name).destroyed(), true);

    @BeforeEach
    void writeSome() {
        engine.addListener(counters);
        byte[] body = "{}".getBytes(UTF_8);
        for (int number = 0; number < DOCUMENTS; number++) {
            collection.write(
                    new DocumentKey(("k" + number).getBytes(UTF_8)),
                    Durability.LOGGED,
                    (_, _) -> new Decision.Put(body, new Lifetime.Until(DEADLINE), Stamp.NO_FACE_BYTES));
        }
        engine.sweeper().pause();
    }

    @AfterEach
    void close() {
        engine.close();
        store.close();
    }

    private long backlog() {
        return counts.count().hidden().deadDocuments();
    }

    @Test
    void whatIsDestroyedIsTakenOffTheLastCount() {
        machine.advance(Duration.ofSeconds(61));
        assertEquals(DOCUMENTS, backlog());
        assertTrue(counts.count().hidden().deadBytes() > 0);

        engine.sweeper().resume();
        machine.advance(Duration.ofSeconds(30));
        assertEquals(0, backlog());
        assertEquals(0, counts.count().hidden().deadBytes());
        assertEquals(0, counts.count().documents());
    }

    @Test
    void whatDiesIsSeenByTheNextCount() {
        assertEquals(0, backlog());
        machine.advance(Duration.ofSeconds(61));
        assertEquals(0, backlog());
        scrapes.advance(Duration.ofMillis(500));
        assertEquals(DOCUMENTS, backlog());
    }
}
