package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.sweep.SweepSettings;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The stories that expiry must get right, one after the other. */
final class ExpiryScenarioTest {
    private static final long YEAR = Duration.ofDays(365).toSeconds();
    private static final long HOUR = 3_600_000;

    /** One entry a batch, so that there is a before and an after within every pass. */
    private final EngineFixture fixture = new EngineFixture(
            new MemoryStore(), EngineSettings.DEFAULTS.withSweep(new SweepSettings(1, 20_000, Duration.ofMillis(100))));

    @BeforeEach
    void create() {
        fixture.create();
    }

    @AfterEach
    void close() {
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        fixture.close();
    }

    private Set<Integer> live(int... ids) {
        return Arrays.stream(ids).filter(fixture::isLive).boxed().collect(Collectors.toSet());
    }

    @Test
    void aChangeOfPolicyWakesTheSweeper() {
        try (EngineFixture prompt =
                new EngineFixture(new MemoryStore(), EngineSettings.DEFAULTS.withChangeGrace(Duration.ZERO))) {
            prompt.create();
            prompt.ttlIndex("ttl", "at", YEAR);
            prompt.put(1, at(START - HOUR));
            prompt.advance(Duration.ofSeconds(1));
            prompt.setSeconds("ttl", 1);
            prompt.advance(Duration.ofSeconds(1));
            assertEquals(0, prompt.collection().storedSize().documents());
        }
    }

    @Test
    void aYearThenASecondThenAYearLosesNothingWhateverIsWrittenInBetween() {
        fixture.ttlIndex("ttl", "at", YEAR);
        fixture.put(1, at(START - HOUR));
        fixture.put(2, at(START - HOUR));
        fixture.put(3, at(START - HOUR));
        fixture.setSeconds("ttl", 1);
        assertEquals(Set.of(), live(1, 2, 3));
        fixture.advance(Duration.ofMinutes(30));
        fixture.put(4, at(START - HOUR));
        fixture.put(2, at(START + 100 * HOUR));
        fixture.insert(3, at(START - HOUR));
        assertEquals(Set.of(2), live(1, 2, 3, 4));
        fixture.advance(Duration.ofMinutes(29));
        fixture.setSeconds("ttl", YEAR);
        // Written under the second alone, 3 and 4 were dead at once.
        assertEquals(Set.of(1, 2), live(1, 2, 3, 4));
        fixture.advance(Duration.ofDays(2));
        assertEquals(Set.of(1, 2), live(1, 2, 3, 4));
        assertEquals(2, fixture.stored());
    }

    @Test
    void afterItsGraceAShorterPolicyHasDestroyed() {
        fixture.ttlIndex("ttl", "at", YEAR);
        fixture.put(1, at(START - HOUR));
        fixture.setSeconds("ttl", 1);
        fixture.advance(Duration.ofMillis(HOUR - 1));
        assertEquals(1, fixture.stored());
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, fixture.stored());
        fixture.setSeconds("ttl", YEAR);
        assertEquals(Set.of(), live(1));
    }

    @Test
    void aShorterThenALongerTtlBringsNoDeadDocumentBack() {
        fixture.ttlIndex("ttl", "at", 60);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(30));
        fixture.put(2, at(START + 30 * 60_000));
        fixture.advance(Duration.ofSeconds(30));
        fixture.setSeconds("ttl", 10);
        assertEquals(Set.of(), live(1, 2));
        fixture.setSeconds("ttl", YEAR);
        assertEquals(Set.of(2), live(1, 2));
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofHours(5));
        assertEquals(Set.of(2), live(1, 2));
        assertEquals(1, fixture.stored());
        assertEquals(List.of(), fixture.collection().record().policy().graves());
    }

    @Test
    void aDocumentInsertedUnderAHiddenOnesKeyIsTheOneThatCountsWhenThePolicyIsSetBack() {
        fixture.ttlIndex("ttl", "at", YEAR);
        fixture.index("a", "a");
        fixture.put(1, at(START - HOUR, "\"a\": \"old\""));
        fixture.setSeconds("ttl", 1);
        assertInstanceOf(WriteOutcome.Stored.class, fixture.insert(1, at(START + HOUR, "\"a\": \"new\"")));
        fixture.setSeconds("ttl", YEAR);
        assertEquals(1, fixture.count());
        assertEquals(1, fixture.scanIndex("a", Direction.FORWARD).size());
        assertTrue(fixture.scan().getFirst().contains("new"));
        assertEquals(1, fixture.announced.size());
    }

    @Test
    @Tag("unsharded")
    void aUniqueValueTakenOverFromAnExpiredHolderSurvivesTheSweep() {
        fixture.ttlIndex("ttl", "at", 10);
        fixture.uniqueIndex("u", "u");
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START, "\"u\": [7, 8]"));
        fixture.advance(Duration.ofHours(2));
        fixture.insert(2, at(START + 100 * HOUR, "\"u\": 7"));
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofHours(2));
        assertInstanceOf(WriteOutcome.DuplicateValue.class, fixture.insert(3, "{\"u\": 7}"));
        assertInstanceOf(WriteOutcome.Stored.class, fixture.insert(4, "{\"u\": 8}"));
        assertEquals(2, fixture.scanIndex("u", Direction.FORWARD).size());
    }

    @Test
    void aPastDatedInsertBehindTheMarkIsSwept() {
        fixture.ttlIndex("ttl", "at", 0);
        for (int id = 0; id < 20; id++) {
            fixture.put(id, at(START + id));
        }
        fixture.advance(Duration.ofHours(2));
        assertEquals(0, fixture.stored());
        fixture.put(50, at(START - HOUR));
        fixture.put(51, at(Long.MIN_VALUE));
        assertEquals(0, fixture.count());
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, fixture.stored());
    }

    @Test
    void aPastDatedInsertDuringAPassIsSweptToo() {
        fixture.ttlIndex("ttl", "at", 0);
        fixture.engine().sweeper().pause();
        for (int id = 0; id < 20; id++) {
            fixture.put(id, at(START + id));
        }
        AtomicInteger inserted = new AtomicInteger();
        fixture.engine().addListener(new ExpiryListener() {
            @Override
            public void announced(Announcement announcement) {}

            @Override
            public void destroyed(CollectionName collection, int documents) {
                int number = inserted.incrementAndGet();
                if (number <= 10) {
                    fixture.put(100 + number, at(START - HOUR + number));
                }
            }
        });
        fixture.advance(Duration.ofHours(2));
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofSeconds(10));
        assertEquals(0, fixture.stored());
        assertEquals(30, inserted.get());
    }

    @Test
    @Tag("unsharded")
    void anIndexMadeAfterTheQueueEntryIsSweptWithIt() {
        fixture.ttlIndex("ttl", "at", 10);
        fixture.put(1, at(START, "\"b\": 3, \"u\": 4"));
        fixture.index("b", "b");
        fixture.uniqueIndex("u", "u");
        fixture.advance(Duration.ofHours(2));
        assertEquals(0, fixture.stored());
        assertInstanceOf(WriteOutcome.Stored.class, fixture.insert(2, "{\"u\": 4}"));
    }

    @Test
    void aTtlIndexDroppedOverDeadAndOverHiddenDocuments() {
        fixture.ttlIndex("ttl", "at", YEAR);
        fixture.put(1, at(START - HOUR));
        fixture.put(2, at(START + 10 * HOUR));
        fixture.advance(Duration.ofMinutes(1));
        fixture.engine().sweeper().pause();
        fixture.setSeconds("ttl", 1);
        fixture.put(3, at(START - HOUR));
        assertEquals(Set.of(2), live(1, 2, 3));
        fixture.collection().definition().dropIndex("ttl");
        // 1 was hidden by the change only, 3 was dead by the one policy it lived under.
        assertEquals(Set.of(1, 2), live(1, 2, 3));
        assertTrue(fixture.collection().record().indexes().isEmpty());
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofHours(20));
        assertEquals(Set.of(1, 2), live(1, 2, 3));
        assertEquals(2, fixture.stored());
        assertTrue(fixture.collection().record().queues().isEmpty());
    }

    @Test
    void anUpdateThatCommitsJustPastTheDeadlineFindsNothing() {
        fixture.ttlIndex("ttl", "at", 10);
        fixture.put(1, at(START));
        fixture.engine().sweeper().pause();
        AtomicInteger asked = new AtomicInteger();
        WriteOutcome outcome = fixture.collection().write(key(1), Durability.LOGGED, (current, _) -> {
            if (asked.getAndIncrement() == 0) {
                assertTrue(current != null);
                fixture.advance(Duration.ofSeconds(10));
            }
            return current == null ? Decision.KEEP : EngineFixture.body(at(START + HOUR));
        });
        assertEquals(2, asked.get());
        assertEquals(null, assertInstanceOf(WriteOutcome.Kept.class, outcome).current());
        assertFalse(fixture.isLive(1));
    }

    @Test
    void anInsertOverADocumentThatCameBackMeanwhileFindsIt() {
        fixture.ttlIndex("ttl", "at", 10);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(1));
        fixture.setSeconds("ttl", YEAR);
        fixture.put(1, at(START));
        fixture.setSeconds("ttl", 1);
        AtomicInteger asked = new AtomicInteger();
        WriteOutcome outcome = fixture.collection().write(key(1), Durability.LOGGED, (current, _) -> {
            if (asked.getAndIncrement() == 0) {
                assertTrue(current == null);
                fixture.setSeconds("ttl", YEAR);
            }
            return current == null ? EngineFixture.body("{}") : Decision.KEEP;
        });
        assertTrue(assertInstanceOf(WriteOutcome.Kept.class, outcome).current() != null);
    }

    @Test
    void theSixtyFifthGraveIsRefusedWhilePausedAndMadeAfterwards() {
        fixture.ttlIndex("ttl", "at", 1);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(1));
        for (int grave = 0; grave < PolicyState.GRAVES_MAX; grave++) {
            fixture.setSeconds("ttl", 2 + grave);
        }
        assertEquals(
                PolicyState.GRAVES_MAX,
                fixture.collection().record().policy().graves().size());
        EngineException refusal = assertThrows(EngineException.class, () -> fixture.setSeconds("ttl", YEAR));
        assertInstanceOf(EngineError.TooManyGraves.class, refusal.error());
        // What only shortens leaves no grave, and needs no room for one.
        fixture.setSeconds("ttl", 1);
        fixture.engine().sweeper().resume();
        fixture.setSeconds("ttl", YEAR);
        assertFalse(fixture.isLive(1));
        assertEquals(0, fixture.stored());
        assertTrue(fixture.collection().record().policy().graves().size() <= 1);
    }

    @Test
    void theMaskHoldsBackEveryRuleButNotTheDead() {
        fixture.ttlIndex("ttl", "at", 10);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(1));
        fixture.change(policy -> policy.withMask(true));
        fixture.put(2, at(START));
        fixture.put(3, at(START + 120_000));
        fixture.advance(Duration.ofHours(3));
        assertEquals(Set.of(2, 3), live(1, 2, 3));
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofHours(3));
        assertEquals(2, fixture.stored());
        fixture.change(policy -> policy.withMask(false));
        assertEquals(Set.of(), live(1, 2, 3));
        fixture.advance(Duration.ofHours(3));
        assertEquals(0, fixture.stored());
    }
}
