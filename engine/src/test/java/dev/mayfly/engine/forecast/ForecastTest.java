package dev.mayfly.engine.forecast;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.schema.PolicyChange;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ForecastTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void close() {
        assertTrue(EngineCheck.check(fixture.engine()).isClean());
        fixture.close();
    }

    private Forecast forecast(int hours) {
        Collection collection = fixture.collection();
        return collection.forecasts().forecast(collection.reading(), ForecastRange.of(fixture.now(), HOUR, hours));
    }

    private static List<Long> documents(Forecast forecast) {
        return forecast.buckets().stream().map(Amount::documents).toList();
    }

    @Test
    void aDocumentIsInTheBucketOfItsDeadline() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.put(1, at(START));
        fixture.put(2, at(START + HOUR - 60_000));
        fixture.put(3, at(START + HOUR - 60_001));
        fixture.put(4, at(START + 9 * HOUR));
        fixture.put(5, "{}");
        Forecast forecast = forecast(3);
        assertEquals(List.of(2L, 1L, 0L), documents(forecast));
        assertEquals(1, forecast.beyond().documents());
        assertEquals(1, forecast.never().documents());
        assertEquals(
                fixture.collection().storedSize().bytes(),
                forecast.within().plus(forecast.beyond()).plus(forecast.never()).bytes());
        assertTrue(forecast.exact());
    }

    @Test
    void whereSeveralRulesCountADocumentCountsOnceAtItsEarliestDeadline() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 2 * 3600);
        fixture.ttlIndex("other", "b", 0);
        String b = "\"b\": {\"$date\": {\"$numberLong\": \"" + (START + HOUR) + "\"}}";
        fixture.put(1, at(START, b));
        fixture.put(2, at(START - HOUR, b));
        fixture.put(3, at(START - 2 * HOUR + 1, b));
        assertEquals(List.of(1L, 2L, 0L), documents(forecast(3)));
    }

    @Test
    void whatIsHiddenAndNotDestroyedIsOverdue() {
        fixture.create();
        fixture.change(policy -> policy.withGrace(HOUR));
        fixture.ttlIndex("ttl", "at", 60);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(10));
        Forecast forecast = forecast(3);
        assertEquals(1, forecast.hidden().documents());
        assertEquals(0, forecast.within().documents());
        fixture.advance(Duration.ofHours(1));
        fixture.sweep();
        assertEquals(0, forecast(3).hidden().documents());
    }

    @Test
    void anIndexMadeLaterDoesNotSpoilTheCount() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.put(1, at(START));
        fixture.index("plain", "x");
        assertEquals(List.of(1L), documents(forecast(1)));
        fixture.ttlIndex("second", "b", 60);
        assertEquals(List.of(1L), documents(forecast(1)));
    }

    @Test
    void whatWaitsForTheMonitorFallsDueAtOnce() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.change(policy -> policy.withVisibility(Policy.Visibility.LAZY));
        fixture.put(1, at(START - HOUR));
        assertEquals(List.of(1L, 0L), documents(forecast(2)));
    }

    @Test
    void aDryRunTellsWhatAChangeHidesAndBringsBack() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 24 * 3600);
        for (int hour = 0; hour < 30; hour++) {
            fixture.put(hour, at(START - hour * HOUR));
        }
        int queue = fixture.collection().record().index("ttl").orElseThrow().id();
        DryRun shorter = dryRun(queue, 3600);
        assertEquals(23, shorter.hidden().documents());
        assertEquals(24, shorter.reaches().get(1).changed().documents());
        assertEquals(1, shorter.reaches().get(1).unchanged().documents());
        assertEquals(START - 22 * HOUR, shorter.oldestDeadline());
        assertEquals(START, shorter.newestDeadline());
        assertEquals(DryRun.SAMPLES_MAX, shorter.samples().size());
        assertEquals(0, shorter.broughtBack().documents());
        assertEquals(30, fixture.count() + shorter.before().hidden().documents());
        DryRun longer = dryRun(queue, 25 * 3600);
        assertEquals(0, longer.hidden().documents());
        assertEquals(0, longer.broughtBack().documents(), "what is dead stays dead");
        assertEquals(Deadlines.NO_DEADLINE, longer.oldestDeadline());
    }

    private DryRun dryRun(int queue, long seconds) {
        return fixture.collection()
                .forecasts()
                .dryRun(
                        policy -> policy.withRules(List.of(new Rule.Field(queue, seconds))),
                        ForecastRange.of(START, HOUR, 24));
    }

    @Test
    void aDryRunSaysWhatTheChangeDoes() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 24 * 3600);
        for (int hour = 0; hour < 20; hour++) {
            fixture.put(hour, at(START - hour * HOUR));
        }
        int queue = fixture.collection().record().index("ttl").orElseThrow().id();
        DryRun there = dryRun(queue, 3600);
        fixture.setSeconds("ttl", 3600);
        assertEquals(20 - there.hidden().documents(), fixture.count());
        assertEquals(there.after(), dryRun(queue, 3600).before());
        DryRun back = dryRun(queue, 24 * 3600);
        assertEquals(there.hidden(), back.broughtBack());
        fixture.setSeconds("ttl", 24 * 3600);
        assertEquals(20, fixture.count());
    }

    @Test
    void aRuleWithoutAQueueIsScannedWithProgressAndCanBeCancelled() {
        fixture.create();
        for (int id = 0; id < 12_000; id++) {
            fixture.put(id, at(START - (id % 2 == 0 ? HOUR : 0)));
        }
        IndexRequest request =
                EngineFixture.request("ttl", false, new IndexRequest.TtlRule.OverField(FieldPath.of("at"), 60), "at");
        ForecastRange range = ForecastRange.of(START, HOUR, 24);
        long[] seen = new long[2];
        PolicyChange change = new PolicyChange();
        Collection stage = fixture.collection().collecting(change);
        stage.definition().createIndex(request);
        assertTrue(stage.record().index("ttl").isPresent());
        DryRun run = stage.forecasts().dryRun(change, range, (done, total) -> {
            seen[0] = done;
            seen[1] = total;
        });
        assertEquals(6_000, run.hidden().documents());
        assertEquals(10_000, seen[0]);
        assertEquals(12_000, seen[1]);
        assertTrue(fixture.collection().record().indexes().isEmpty());
        ScanProgress stop = (_, _) -> {
            throw new CancellationException();
        };
        assertThrows(CancellationException.class, () -> stage.forecasts().dryRun(change, range, stop));
        fixture.collection().definition().createIndex(request);
        assertEquals(6_000, fixture.count());
    }
}
