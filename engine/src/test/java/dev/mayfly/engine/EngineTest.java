package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Direction;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class EngineTest {
    private static final Duration YEAR = Duration.ofDays(365);
    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void whatIsWrittenIsRead() {
        fixture.create();
        fixture.put(1, "{\"a\": 1}");
        assertInstanceOf(WriteOutcome.Kept.class, fixture.insert(1, "{\"a\": 2}"));
        fixture.put(2, "{\"a\": 2}");
        assertEquals(List.of("{\"a\": 1}", "{\"a\": 2}"), fixture.scan());
        fixture.delete(1);
        assertFalse(fixture.isLive(1));
        assertEquals(1, fixture.count());
    }

    @Test
    void documentIsGoneAtItsDeadline() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMillis(9_999));
        assertTrue(fixture.isLive(1));
        fixture.engine().sweeper().pause();
        fixture.advance(Duration.ofMillis(1));
        assertFalse(fixture.isLive(1));
        assertEquals(0, fixture.count());
        assertEquals(List.of(), fixture.scan());
        assertEquals(List.of(), fixture.scanIndex("ttl", Direction.FORWARD));
        assertInstanceOf(WriteOutcome.Stored.class, fixture.insert(1, at(START + 1_000_000)));
        assertEquals(1, fixture.announced.size());
    }

    @Test
    void theSweeperDestroysWhatIsDead() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.index("a", "a");
        for (int id = 0; id < 1000; id++) {
            fixture.put(id, at(START + id, "\"a\": " + id));
        }
        fixture.put(5000, "{\"a\": 1}");
        fixture.advance(Duration.ofHours(2));
        assertEquals(1, fixture.stored());
        assertEquals(1000, fixture.announced.size());
        assertEquals(1000, fixture.destroyed);
        assertEquals(1, fixture.scanIndex("a", Direction.FORWARD).size());
    }

    @Test
    void aYearThenASecondThenAYearLosesNothing() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", YEAR.toSeconds());
        for (int id = 0; id < 500; id++) {
            fixture.put(id, at(START));
        }
        fixture.advance(Duration.ofMinutes(10));
        fixture.setSeconds("ttl", 1);
        assertEquals(0, fixture.count());
        fixture.put(1000, at(START + 600_000));
        fixture.advance(Duration.ofMinutes(50));
        assertEquals(0, fixture.count());
        assertEquals(501, fixture.announced.size());
        fixture.setSeconds("ttl", YEAR.toSeconds());
        assertEquals(500, fixture.count());
        fixture.advance(Duration.ofDays(1));
        assertEquals(500, fixture.count());
        assertEquals(500, fixture.stored());
        assertEquals(500, fixture.broughtBack);
    }

    @Test
    void theDeadStayDeadWhateverComesAfter() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START));
        fixture.put(2, at(START + 3_600_000L * 3));
        fixture.advance(Duration.ofHours(2));
        fixture.setSeconds("ttl", 1);
        fixture.setSeconds("ttl", YEAR.toSeconds());
        assertFalse(fixture.isLive(1));
        assertTrue(fixture.isLive(2));
        fixture.restart();
        fixture.sweep();
        assertEquals(1, fixture.stored());
        assertTrue(fixture.collection().record().policy().graves().isEmpty());
    }

    @Test
    void anUpdateMovesADocumentInItsIndexes() {
        fixture.create();
        fixture.index("a", "a");
        fixture.put(1, "{\"a\": 1}");
        fixture.put(2, "{\"a\": [2, 3, 2]}");
        fixture.put(1, "{\"a\": 5}");
        assertEquals(2, fixture.scanIndex("a", Direction.FORWARD).size());
        assertEquals(List.of("{\"a\": 5}", "{\"a\": [2, 3, 2]}"), fixture.scanIndex("a", Direction.BACKWARD));
    }

    @Test
    void aDocumentWithMoreKeysThanAnIndexMayHoldIsRefused() {
        fixture.create();
        fixture.index("many", "numbers", "text");
        String numbers = IntStream.range(0, 20_000).boxed().toList().toString();
        String json = "{\"numbers\": " + numbers + ", \"text\": \"" + "x".repeat(4_000) + "\"}";
        EngineException refusal = assertThrows(EngineException.class, () -> fixture.put(1, json));
        assertEquals(new EngineError.TooManyKeys("many", 64 << 20), refusal.error());
        assertFalse(fixture.isLive(1));
    }

    @Test
    @Tag("unsharded")
    void aUniqueValueIsTakenOverFromAnExpiredHolder() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.uniqueIndex("u", "u");
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START, "\"u\": 7"));
        assertInstanceOf(WriteOutcome.DuplicateValue.class, fixture.insert(2, at(START, "\"u\": 7")));
        fixture.advance(Duration.ofSeconds(10));
        assertInstanceOf(WriteOutcome.Stored.class, fixture.insert(2, at(START + 60_000, "\"u\": 7")));
        fixture.engine().sweeper().resume();
        fixture.sweep();
        assertTrue(fixture.isLive(2));
        assertInstanceOf(WriteOutcome.DuplicateValue.class, fixture.insert(3, at(START, "\"u\": 7")));
        fixture.setSeconds("ttl", YEAR.toSeconds());
        assertFalse(fixture.isLive(1));
    }

    @Test
    void aDocumentWrittenBehindTheMarkIsSwept() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 0);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofHours(2));
        fixture.put(2, at(START - 1_000_000));
        fixture.sweep();
        assertEquals(0, fixture.stored());
    }

    @Test
    void anIndexMadeAfterTheQueueEntryIsSweptToo() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.put(1, at(START, "\"b\": 3"));
        fixture.index("b", "b");
        assertEquals(1, fixture.scanIndex("b", Direction.FORWARD).size());
        fixture.advance(Duration.ofHours(2));
        assertEquals(0, fixture.stored());
        assertEquals(0, fixture.scanIndex("b", Direction.FORWARD).size());
    }

    @Test
    void aDroppedIndexBringsBackTheHiddenButNotTheDead() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 3600);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START - 3_600_000L));
        fixture.put(2, at(START));
        fixture.advance(Duration.ofMinutes(90));
        fixture.collection().definition().dropIndex("ttl");
        assertEquals(0, fixture.count());
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofHours(3));
        assertEquals(0, fixture.stored());
        assertTrue(fixture.collection().record().queues().isEmpty());
    }

    @Test
    void aDroppedIndexBringsBackWhatAChangeHid() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", YEAR.toSeconds());
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(5));
        fixture.setSeconds("ttl", 1);
        assertFalse(fixture.isLive(1));
        fixture.collection().definition().dropIndex("ttl");
        assertTrue(fixture.isLive(1));
        fixture.advance(Duration.ofDays(2));
        assertTrue(fixture.isLive(1));
        assertTrue(fixture.collection().record().queues().isEmpty());
    }

    @Test
    void aTtlIndexOverWhatIsThereHidesItWhenItIsReady() {
        fixture.create();
        for (int id = 0; id < 300; id++) {
            fixture.put(id, at(START - 5000));
        }
        fixture.ttlIndex("ttl", "at", 1);
        assertEquals(0, fixture.count());
        fixture.advance(Duration.ofHours(2));
        assertEquals(0, fixture.stored());
    }

    @Test
    void lifetimesCountFromTheLastWrite() {
        Policy policy = Policy.NONE.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, 60)));
        fixture.create(BaseInstant.MODIFIED, List.of(QueueIds.INHERIT, QueueIds.FOR), policy);
        fixture.put(1, "{}");
        fixture.put(2, "{}", new Lifetime.For(10));
        fixture.put(3, "{}", new Lifetime.For(100));
        fixture.put(4, "{}", Lifetime.FOREVER);
        fixture.advance(Duration.ofSeconds(10));
        assertFalse(fixture.isLive(2));
        assertTrue(fixture.isLive(1));
        fixture.put(1, "{}");
        fixture.advance(Duration.ofSeconds(59));
        assertTrue(fixture.isLive(1));
        fixture.advance(Duration.ofSeconds(1));
        assertFalse(fixture.isLive(1));
        assertTrue(fixture.isLive(3));
        fixture.advance(Duration.ofHours(5));
        assertEquals(1, fixture.stored());
        assertNotNull(fixture.get(4));
    }

    @Test
    void aSuspectClockHidesButDestroysNothing() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 7200);
        for (int id = 0; id < 100; id++) {
            fixture.put(id, at(START));
        }
        fixture.machine.stepWall(Duration.ofDays(3650));
        assertEquals(0, fixture.count());
        fixture.sweep();
        fixture.advance(Duration.ofMinutes(10));
        assertEquals(100, fixture.stored());
        assertEquals(0, fixture.announced.size());
        fixture.machine.stepWall(Duration.ofDays(-3650));
        assertEquals(100, fixture.count());
        fixture.sweep();
        assertEquals(100, fixture.stored());
    }

    @Test
    void everythingIsThereAfterARestart() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.index("a", "a");
        fixture.put(1, at(START, "\"a\": 1"));
        fixture.put(2, at(START + 100_000, "\"a\": 2"));
        fixture.restart();
        assertEquals(2, fixture.scanIndex("a", Direction.FORWARD).size());
        fixture.advance(Duration.ofSeconds(11));
        assertEquals(1, fixture.count());
        assertThrows(EngineException.class, fixture::create);
    }

    @Test
    void aLazyCollectionShowsTheExpiredUntilTheMonitorTicks() {
        fixture.create();
        fixture.change(policy -> policy.withVisibility(Policy.Visibility.LAZY));
        fixture.ttlIndex("ttl", "at", 10);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofSeconds(30));
        assertTrue(fixture.isLive(1));
        fixture.put(2, at(START));
        fixture.collection().definition().tick();
        assertFalse(fixture.isLive(1));
        assertFalse(fixture.isLive(2));
        fixture.put(3, at(START));
        assertTrue(fixture.isLive(3));
    }

    @Test
    void graceKeepsTheHiddenForAWhile() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.advance(Duration.ofHours(2));
        fixture.change(policy -> policy.withGrace(Duration.ofDays(1).toMillis()));
        fixture.put(1, at(START));
        fixture.advance(Duration.ofHours(20));
        assertFalse(fixture.isLive(1));
        assertEquals(1, fixture.stored());
        assertEquals(1, fixture.announced.size());
        fixture.advance(Duration.ofHours(5));
        assertEquals(0, fixture.stored());
        assertEquals(1, fixture.announced.size());
    }

    @Test
    void explainNamesTheRuleThatDecides() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.put(1, at(START));
        Explanation explanation = fixture.collection().explain(EngineFixture.key(1));
        assertNotNull(explanation);
        assertEquals(START + 10_000, explanation.deadline());
        assertEquals(QueueIds.FIRST_INDEX, explanation.decidingQueue());
    }
}
