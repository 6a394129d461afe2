package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.change.HistoryCursor;
import dev.mayfly.engine.change.HistorySettings;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ModifiedCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request that is over ends within a walk of the engine, also within one that yields nothing. */
final class ScanLimitsTest {
    private static final int DOCUMENTS = 3_000;

    /** Ends its request at the first check. */
    private static final class OverGuard extends RequestGuard {
        private static final class OverException extends RuntimeException {
            private static final long serialVersionUID = 1;
        }

        OverGuard() {
            super(RequestMemoryPool.unbounded().open());
        }

        @Override
        public void check() {
            throw new OverException();
        }
    }

    private final EngineFixture fixture = new EngineFixture(
            new MemoryStore(),
            EngineSettings.DEFAULTS.withHistory(
                    HistorySettings.NONE.andByCollection("test", (_, _, _) -> new byte[] {1})));

    /** All documents have expired, and none is swept. */
    @BeforeEach
    void fill() {
        fixture.create();
        fixture.index("k", "k");
        fixture.ttlIndex("ttl", "at", 10);
        for (int id = 0; id < DOCUMENTS; id++) {
            fixture.put(id, EngineFixture.at(EngineFixture.START, "\"k\": " + id));
        }
        fixture.engine().sweeper().pause();
        fixture.advance(Duration.ofSeconds(20));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private void assertEnds(Consumer<ReadView> work) {
        Collection collection = fixture.collection();
        try (OverGuard guard = new OverGuard()) {
            assertThrows(
                    OverGuard.OverException.class,
                    () -> guard.during(() -> {
                        work.accept(collection.reading());
                        return null;
                    }));
        }
    }

    private static void drain(DocumentCursor cursor) {
        try (cursor) {
            while (cursor.next() != null) {
                continue;
            }
        }
    }

    @Test
    void scanOfHiddenDocumentsEnds() {
        assertEnds(view -> drain(fixture.collection().scan(view, List.of(KeyRange.ALL), Direction.FORWARD)));
    }

    @Test
    void indexScanThatFindsNothingEnds() {
        IndexDefinition index = fixture.collection().record().index("k").orElseThrow();
        assertEnds(view -> drain(fixture.collection().scan(view, index, List.of(KeyRange.ALL), Direction.FORWARD)));
    }

    @Test
    void countEnds() {
        assertEnds(view -> fixture.collection().count(view));
    }

    @Test
    void walkByLastWriteThatFindsNothingEnds() {
        assertEnds(view -> {
            try (ModifiedCursor cursor = fixture.collection().writeOrder().byRecency(view, 0, _ -> true)) {
                while (cursor.next() != null) {
                    continue;
                }
            }
        });
    }

    @Test
    void walkOfChangesEnds() {
        assertEnds(_ -> {
            WriteOrder order = fixture.collection().writeOrder();
            try (HistoryCursor cursor = order.history(order.historyBegin())) {
                while (cursor.next() != null) {
                    continue;
                }
            }
        });
    }

    @Test
    void countOfHiddenDocumentsEnds() {
        assertEnds(view -> fixture.collection().hiddenDocuments().totals(view));
    }

    @Test
    void dryRunEnds() {
        Policy other = Policy.NONE.withRules(List.of(new Rule.Field(1, 1)));
        assertEnds(view ->
                fixture.collection().forecasts().dryRun(_ -> other, ForecastRange.of(view.now(), 3_600_000, 24)));
    }
}
