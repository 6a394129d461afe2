package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a clock may do to documents: nothing that cannot be undone. */
final class ClockScenarioTest {
    private static final int DOCUMENTS = 1000;

    private static EngineFixture filled(long ttlSeconds) {
        EngineFixture fixture = new EngineFixture();
        fixture.create();
        fixture.ttlIndex("ttl", "at", ttlSeconds);
        for (int id = 0; id < DOCUMENTS; id++) {
            fixture.put(id, at(START));
        }
        return fixture;
    }

    private static void assertFits(EngineFixture fixture) {
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
    }

    @ParameterizedTest
    @ValueSource(longs = {3_600, 86_400, 315_360_000})
    void aLiveStepAheadDestroysNothingAndHidesNothingOnceTakenBack(long stepSeconds) {
        try (EngineFixture fixture = filled(7_200)) {
            fixture.advance(Duration.ofMinutes(1));
            fixture.machine.stepWall(Duration.ofSeconds(stepSeconds));
            fixture.advance(Duration.ofMinutes(10));
            assertEquals(ClockGuard.State.SUSPECT, fixture.guard().state());
            assertEquals(stepSeconds < 7_200 ? DOCUMENTS : 0, fixture.count());
            fixture.machine.stepWall(Duration.ofSeconds(-stepSeconds));
            assertEquals(DOCUMENTS, fixture.count());
            fixture.advance(Duration.ofMinutes(10));
            assertEquals(DOCUMENTS, fixture.stored());
            assertEquals(0, fixture.announced.size());
            assertFits(fixture);
        }
    }

    @Test
    void aStepAheadAcrossARestartDestroysNothing() {
        try (EngineFixture fixture = filled(7_200)) {
            fixture.advance(Duration.ofMinutes(1));
            fixture.machine.stepWall(Duration.ofDays(3650));
            fixture.restart();
            fixture.advance(Duration.ofMinutes(10));
            assertEquals(0, fixture.count());
            assertEquals(DOCUMENTS, fixture.stored());
            fixture.machine.stepWall(Duration.ofDays(-3650));
            fixture.restart();
            assertEquals(DOCUMENTS, fixture.count());
            assertFits(fixture);
        }
    }

    @Test
    void whatTheStepHidIsDestroyedOnceItIsConfirmed() {
        try (EngineFixture fixture = filled(7_200)) {
            fixture.machine.stepWall(Duration.ofDays(2));
            fixture.advance(Duration.ofMinutes(10));
            assertEquals(DOCUMENTS, fixture.stored());
            fixture.guard().confirm();
            fixture.advance(Duration.ofMinutes(2));
            assertEquals(0, fixture.stored());
            assertEquals(DOCUMENTS, fixture.announced.size());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {3_600, 86_400})
    void aStepBackBringsNothingToLife(long stepSeconds) {
        try (EngineFixture fixture = filled(60)) {
            fixture.engine().sweeper().pause();
            fixture.advance(Duration.ofSeconds(61));
            assertEquals(0, fixture.count());
            fixture.machine.stepWall(Duration.ofSeconds(-stepSeconds));
            assertEquals(0, fixture.count());
            fixture.restart();
            assertEquals(0, fixture.count());
            fixture.put(1, at(fixture.now()));
            fixture.advance(Duration.ofSeconds(59));
            assertTrue(fixture.isLive(1));
            fixture.advance(Duration.ofSeconds(1));
            assertFalse(fixture.isLive(1));
        }
    }

    @Test
    void aChangeMadeWhileSuspectHasItsGraceFromTheEndOfTheSuspicion() {
        try (EngineFixture fixture = filled(315_360_000)) {
            fixture.machine.stepWall(Duration.ofDays(2));
            assertTrue(fixture.guard().isSuspect());
            fixture.setSeconds("ttl", 1);
            assertEquals(0, fixture.count());
            fixture.advance(Duration.ofMinutes(30));
            fixture.guard().confirm();
            fixture.advance(Duration.ofMinutes(59));
            assertEquals(DOCUMENTS, fixture.stored());
            fixture.setSeconds("ttl", 315_360_000);
            assertEquals(DOCUMENTS, fixture.count());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2038-01-19T03:14:00Z",
                "2106-02-07T06:28:00Z",
                "1970-01-25T20:31:00Z",
                "1970-02-19T17:02:30Z",
                "9999-12-31T23:59:30Z"
            })
    void everyDocumentDiesToTheMillisecondWhereSmallerNumbersEnd(String start) {
        long begin = Instant.parse(start).toEpochMilli();
        Policy policy =
                Policy.NONE.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, 20), new Rule.Absolute()));
        try (EngineFixture fixture =
                new EngineFixture(new MemoryStore(), EngineSettings.DEFAULTS, begin, UnaryOperator.identity())) {
            fixture.create(BaseInstant.MODIFIED, List.of(QueueIds.INHERIT, QueueIds.FOR, QueueIds.UNTIL), policy);
            fixture.ttlIndex("ttl", "at", 10);
            fixture.put(1, "{}");
            fixture.put(2, "{}", new Lifetime.For(30));
            fixture.put(3, "{}", new Lifetime.Until(begin + 25_000));
            fixture.put(4, at(begin + 5_000), Lifetime.FOREVER);
            fixture.put(5, "{}", Lifetime.FOREVER);
            fixture.put(6, "{}", new Lifetime.For(Long.MAX_VALUE));
            long[] deadlines = {begin + 20_000, begin + 30_000, begin + 25_000, begin + 15_000};
            for (int half = 0; half < 120; half++) {
                for (int id = 1; id <= 4; id++) {
                    assertEquals(fixture.now() < deadlines[id - 1], fixture.isLive(id), "document " + id);
                }
                fixture.advance(Duration.ofMillis(half % 2 == 0 ? 999 : 1));
            }
            fixture.advance(Duration.ofHours(2));
            assertTrue(fixture.isLive(5));
            assertTrue(fixture.isLive(6));
            assertEquals(2, fixture.stored());
            assertFits(fixture);
        }
    }
}
