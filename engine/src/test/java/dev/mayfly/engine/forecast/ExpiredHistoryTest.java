package dev.mayfly.engine.forecast;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ExpiredHistoryTest {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private static final long DAY = Duration.ofDays(1).toMillis();

    @TempDir
    Path folder;

    private static List<Long> documents(List<Amount> amounts) {
        return amounts.stream().map(Amount::documents).toList();
    }

    private static ExpiryHistory past(EngineFixture fixture, long bucket, int buckets) {
        return fixture.collection().forecasts().past(ForecastRange.of(START, bucket, buckets));
    }

    private static void assertCleanAndClose(EngineFixture fixture) {
        assertTrue(EngineCheck.check(fixture.engine()).isClean());
        fixture.close();
    }

    @Test
    void whatExpiredAndWhatWasDestroyedAreCountedWhenThatWas() {
        EngineFixture fixture = new EngineFixture();
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.change(policy -> policy.withGrace(10 * MINUTE));
        fixture.put(1, at(START));
        fixture.put(2, at(START));
        fixture.put(3, at(START + 6 * MINUTE));
        long bytes = fixture.collection().storedSize().bytes() / 3;
        fixture.advance(Duration.ofMinutes(30));
        ExpiryHistory past = past(fixture, 5 * MINUTE, 6);
        assertEquals(List.of(2L, 1L, 0L, 0L, 0L, 0L), documents(past.expired()));
        assertEquals(List.of(0L, 0L, 2L, 1L, 0L, 0L), documents(past.purged()));
        assertEquals(2 * bytes, past.expired().getFirst().bytes());
        assertEquals(2 * bytes, past.purged().get(2).bytes());
        assertEquals(List.of(3L), documents(past(fixture, 30 * MINUTE, 1).expired()));
        assertCleanAndClose(fixture);
    }

    @Test
    void aWriteOverAHiddenDocumentCountsAsBoth() {
        EngineFixture fixture = new EngineFixture();
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.change(policy -> policy.withGrace(DAY));
        fixture.put(1, at(START - DAY));
        fixture.put(1, "{}");
        ExpiryHistory past = past(fixture, 5 * MINUTE, 1);
        assertEquals(List.of(1L), documents(past.expired()));
        assertEquals(List.of(1L), documents(past.purged()));
        assertCleanAndClose(fixture);
    }

    @Test
    void theCountsOutliveARestartAndGoOn() {
        EngineFixture fixture = new EngineFixture(RocksStore.open(folder), EngineSettings.DEFAULTS, START, store -> {
            store.close();
            return RocksStore.open(folder);
        });
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(2));
        fixture.restart();
        assertEquals(List.of(1L, 0L), documents(past(fixture, 5 * MINUTE, 2).purged()));
        fixture.put(2, at(START + MINUTE));
        fixture.advance(Duration.ofMinutes(1));
        fixture.restart();
        assertEquals(List.of(2L, 0L), documents(past(fixture, 5 * MINUTE, 2).purged()));
        assertCleanAndClose(fixture);
    }

    @Test
    void whatIsLongPastIsForgotten() {
        EngineFixture fixture = new EngineFixture();
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofHours(1));
        fixture.put(2, at(START + 32 * DAY));
        fixture.advance(Duration.ofDays(32).plusMinutes(10));
        assertEquals(List.of(0L), documents(past(fixture, DAY, 1).expired()));
        assertEquals(
                List.of(1L),
                documents(fixture.collection()
                        .forecasts()
                        .past(ForecastRange.of(START + 32 * DAY, DAY, 1))
                        .expired()));
        assertCleanAndClose(fixture);
    }
}
