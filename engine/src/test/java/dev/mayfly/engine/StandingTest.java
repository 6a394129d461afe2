package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.engine.forecast.ExpiryHistory;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.HiddenByDeadline;
import dev.mayfly.engine.hidden.HiddenCensus;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What expired and still stands is told by its deadline, apart by whether it can be brought back. */
final class StandingTest {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();
    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void fill() {
        fixture.create();
        fixture.change(policy -> policy.withGrace(10 * MINUTE));
        fixture.ttlIndex("ttl", "at", 60);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START));
        fixture.put(2, at(START + 6 * MINUTE));
        fixture.put(3, at(START + 7 * MINUTE));
        fixture.put(4, at(START + 60 * MINUTE));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static List<Long> documents(List<Amount> amounts) {
        return amounts.stream().map(Amount::documents).toList();
    }

    private HiddenByDeadline standing(long from, int buckets) {
        Collection collection = fixture.collection();
        return collection.hiddenDocuments().standing(collection.reading(), ForecastRange.of(from, 5 * MINUTE, buckets));
    }

    @Test
    void aHiddenDocumentStandsInTheBucketOfItsDeadline() {
        fixture.advance(Duration.ofMinutes(9));
        HiddenByDeadline standing = standing(START, 4);
        assertEquals(List.of(1L, 2L, 0L, 0L), documents(standing.grace()));
        assertEquals(List.of(0L, 0L, 0L, 0L), documents(standing.overdue()));
        HiddenCensus census = fixture.collection()
                .hiddenDocuments()
                .totals(fixture.collection().reading());
        assertEquals(
                census.bytes(),
                standing.grace().get(0).bytes() + standing.grace().get(1).bytes());
    }

    @Test
    void whatIsDeadIsOverdueUntilItIsDestroyed() {
        fixture.advance(Duration.ofMinutes(12));
        assertEquals(List.of(0L, 2L), documents(standing(START, 2).grace()));
        assertEquals(List.of(1L, 0L), documents(standing(START, 2).overdue()));
        fixture.engine().sweeper().resume();
        fixture.sweep();
        assertEquals(List.of(0L, 0L), documents(standing(START, 2).overdue()));
    }

    @Test
    void whatExpiredBeforeTheRangeIsInNoBucket() {
        fixture.advance(Duration.ofMinutes(9));
        assertEquals(List.of(2L), documents(standing(START + 5 * MINUTE, 1).grace()));
        assertEquals(List.of(0L), documents(standing(START + 30 * MINUTE, 1).grace()));
    }

    @Test
    void whatIsNotAmongTheAnnouncedOfItsBucketIsToldApart() {
        fixture.advance(Duration.ofMinutes(9));
        ForecastRange range = ForecastRange.of(START, 5 * MINUTE, 2);
        ExpiryHistory past = fixture.collection().forecasts().past(range);
        assertEquals(List.of(1L, 2L), documents(standing(START, 2).unannounced(past)));
        fixture.engine().sweeper().resume();
        fixture.sweep();
        past = fixture.collection().forecasts().past(range);
        assertEquals(3, past.expired().stream().mapToLong(Amount::documents).sum());
        assertEquals(List.of(1L, 0L), documents(standing(START, 2).unannounced(past)));
    }
}
