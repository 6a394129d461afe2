package dev.mayfly.engine.forecast;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.body;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is forecast of a large collection before, while and after it is counted by the hour. */
final class HourlyHistogramTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final int HOURS = 50;
    private static final int DOCUMENTS = 5 * HistogramBuild.STRETCH / 2;
    private static final int PIECE = DOCUMENTS / HOURS;

    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final FaultyStore store = new FaultyStore(new MemoryStore(), _ -> block());
    private final EngineFixture fixture = new EngineFixture(store, EngineSettings.DEFAULTS);

    private void block() {
        reached.countDown();
        await(released);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interruption) {
            throw new IllegalStateException(interruption);
        }
    }

    @BeforeEach
    void fill() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 3600);
        for (int hour = 0; hour < HOURS; hour++) {
            List<WriteRequest> requests = new ArrayList<>();
            for (int document = 0; document < PIECE; document++) {
                Decision.Put put = body(at(START + (hour - 1) * HOUR + 60_000));
                requests.add(new WriteRequest(key(hour * PIECE + document), (_, _) -> put));
            }
            fixture.collection().writeAll(requests, true, Durability.LOGGED);
        }
    }

    @AfterEach
    void close() {
        released.countDown();
        store.plan(FaultPlan.NONE);
        fixture.close();
    }

    private HourlyHistogram hours() {
        return EngineFixture.dryRuns(fixture.collection()).hours();
    }

    private Forecast forecast() {
        Collection collection = fixture.collection();
        return collection.forecasts().forecast(collection.reading(), ForecastRange.of(START, HOUR, HOURS));
    }

    private DryRun dryRun(int seconds) {
        int queue = fixture.collection().record().index("ttl").orElseThrow().id();
        return fixture.collection()
                .forecasts()
                .dryRun(
                        policy -> policy.withRules(List.of(new Rule.Field(queue, seconds))),
                        ForecastRange.of(START, HOUR, HOURS));
    }

    /** Begins to count, and comes to a halt behind the first stretch. */
    private void countHalf() {
        store.plan(FaultPlan.at(StoreCall.NEXT, HistogramBuild.STRETCH + 10, new Fault.Delay(Duration.ZERO)));
        hours().exactUpTo(DOCUMENTS / 2);
        hours().prepare();
        await(reached);
    }

    private Forecast exact() {
        hours().exactUpTo(Long.MAX_VALUE);
        Forecast exact = forecast();
        hours().exactUpTo(DOCUMENTS / 2);
        return exact;
    }

    @Test
    void whoAsksBeforeItIsCountedIsToldHowFarItIs() {
        countHalf();
        hours().waitUpTo(Duration.ZERO);
        Forecast told = forecast();
        assertFalse(told.exact());
        assertFalse(told.isWhole());
        assertEquals(HistogramBuild.STRETCH, told.within().documents());
        assertEquals(DOCUMENTS - HistogramBuild.STRETCH, told.uncounted().documents());
        assertEquals(0, told.never().documents());
        assertEquals(PIECE, told.buckets().getFirst().documents());
        assertEquals(exact().buckets().getFirst(), told.buckets().getFirst());
        DryRun dry = dryRun(0);
        assertFalse(dry.isExact());
        assertEquals(DOCUMENTS - HistogramBuild.STRETCH, dry.uncounted().documents());
        assertEquals(PIECE, dry.hidden().documents());
        assertFalse(dry.samples().isEmpty());
    }

    @Test
    void whoWaitsIsToldOfAll() {
        countHalf();
        released.countDown();
        hours().waitUpTo(Duration.ofMinutes(1));
        Forecast told = forecast();
        assertFalse(told.exact());
        assertTrue(told.isWhole());
        assertEquals(exact().buckets(), told.buckets());
        assertEquals(exact().never(), told.never());
    }

    @Test
    void whatIsWrittenMeanwhileCounts() {
        countHalf();
        for (int id = 0; id < DOCUMENTS; id += 1000) {
            fixture.delete(id);
            fixture.put(id + 1, "{}");
            fixture.put(id + 2, at(START + 10 * HOUR + 60_000));
            fixture.put(DOCUMENTS + id, at(START + 20 * HOUR + 60_000, "\"more\": 1"));
        }
        released.countDown();
        hours().waitUpTo(Duration.ofMinutes(1));
        Forecast told = forecast();
        assertTrue(told.isWhole());
        assertEquals(exact().buckets(), told.buckets());
        assertEquals(exact().never(), told.never());
    }

    @Test
    void anIndexMadeMeanwhileHasItCountedAnew() {
        countHalf();
        fixture.ttlIndex("second", "b", 60);
        released.countDown();
        hours().waitUpTo(Duration.ofMinutes(1));
        forecast();
        Forecast told = forecast();
        assertTrue(told.isWhole());
        assertEquals(exact().buckets(), told.buckets());
    }

    @Test
    void whatCannotBeCountedIsWalked() {
        store.plan(FaultPlan.at(
                StoreCall.NEXT, HistogramBuild.STRETCH + 10, new Fault.Failure(StoreException.Reason.UNAVAILABLE)));
        hours().exactUpTo(DOCUMENTS / 2);
        hours().waitUpTo(Duration.ofMinutes(1));
        assertTrue(forecast().exact());
        assertNull(EngineFixture.committer(fixture.collection()).schema().cells());
        assertFalse(forecast().exact());
        assertTrue(forecast().isWhole());
    }

    @Test
    void whatIsStoppedLeavesNothing() {
        HistogramBuild fill = new HistogramBuild(EngineFixture.shards(fixture.collection()));
        fill.run((_, _) -> false);
        assertTrue(fill.hasEnded());
        assertFalse(fill.hasSucceeded());
        assertNull(EngineFixture.committer(fixture.collection()).schema().cells());
        assertEquals(
                HistogramBuild.STRETCH,
                fill.soFar().cells().stream()
                        .mapToLong(ExpiryHistogram.Cell::documents)
                        .sum());
    }

    @Test
    void aSmallCollectionIsNotCounted() {
        hours().prepare();
        assertTrue(forecast().exact());
        assertNull(EngineFixture.committer(fixture.collection()).schema().cells());
    }
}
