package dev.mayfly.engine.hidden;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.key;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.audit.Actor;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.hold.Hold;
import dev.mayfly.store.api.Durability;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is held is hidden when it has expired, and destroyed only once it is released. */
final class HoldTest {
    private static final long MINUTE = 60_000;

    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.put(1, at(START, "\"name\": 1"));
        fixture.put(2, at(START, "\"name\": 2"));
    }

    @AfterEach
    void close() {
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        fixture.close();
    }

    private void hold(String name, int id) {
        assertNotNull(fixture.collection().hiddenDocuments().hold(name, key(id), "because"));
    }

    private List<HiddenDocument> hidden() {
        return fixture.collection()
                .hiddenDocuments()
                .page(fixture.collection().reading(), null, 100)
                .documents();
    }

    @Test
    void aHeldDocumentIsHiddenWhenItExpiresAndDestroyedOnceReleased() {
        hold("case 7", 1);
        fixture.advance(Duration.ofMinutes(2));
        assertFalse(fixture.isLive(1));
        assertEquals(0, fixture.count());
        assertEquals(1, fixture.stored());
        assertTrue(hidden().getFirst().isHeld());
        assertEquals(2, fixture.announced.size());
        fixture.advance(Duration.ofDays(30));
        assertEquals(1, fixture.stored());
        assertTrue(fixture.collection().hiddenDocuments().release("case 7"));
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, fixture.stored());
        assertEquals(2, fixture.announced.size());
        assertFalse(fixture.collection().hiddenDocuments().release("case 7"));
    }

    @Test
    void aHoldOnACollectionHoldsEverythingInIt() {
        assertNotNull(fixture.collection().hiddenDocuments().hold("all", null, "audit"));
        fixture.advance(Duration.ofDays(1));
        assertEquals(2, fixture.stored());
        assertEquals(0, fixture.count());
        fixture.collection().hiddenDocuments().release("all");
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, fixture.stored());
    }

    @Test
    void ofSeveralHoldsTheLastReleaseCounts() {
        hold("one", 1);
        hold("other", 1);
        fixture.advance(Duration.ofMinutes(2));
        fixture.collection().hiddenDocuments().release("one");
        fixture.advance(Duration.ofMinutes(2));
        assertEquals(1, fixture.stored());
        fixture.collection().hiddenDocuments().release("other");
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, fixture.stored());
    }

    @Test
    void holdsSurviveARestartWithTheirReasons() {
        new Actor("admin", "ada").run(() -> hold("case 7", 1));
        fixture.restart();
        Hold hold = fixture.collection().hiddenDocuments().holds().getFirst();
        assertEquals(new Hold("case 7", key(1), "because", START, "ada"), hold);
        fixture.advance(Duration.ofMinutes(2));
        assertEquals(1, fixture.stored());
    }

    @Test
    void noOneElseDestroysWhatIsHeld() {
        hold("case 7", 1);
        fixture.advance(Duration.ofMinutes(2));
        assertFalse(fixture.collection().reclaim(key(1)));
        assertEquals(
                new PurgeResult(0, 0, 1, 0),
                fixture.collection().hiddenDocuments().purge(List.of(key(1))));
        assertEquals(1, fixture.collection().hiddenDocuments().purgeAll().held());
        fixture.engine().compact(List.of(fixture.collection()));
        assertEquals(1, fixture.stored());
    }

    @Test
    void whatIsHeldIsNoBacklog() {
        hold("case 7", 1);
        fixture.advance(Duration.ofMinutes(5));
        HiddenCensus census = fixture.collection()
                .hiddenDocuments()
                .totals(fixture.collection().reading());
        assertEquals(1, census.documents());
        assertEquals(0, census.deadDocuments());
    }

    @Test
    void aHeldDocumentWhoseKeyIsTakenMovesAside() {
        hold("case 7", 1);
        fixture.advance(Duration.ofMinutes(2));
        fixture.put(1, "{name: 9}");
        assertTrue(fixture.isLive(1));
        assertEquals(1, fixture.stored());
        HiddenDocument aside = hidden().getFirst();
        assertTrue(aside.isAside() && aside.isHeld());
        assertEquals(key(1), aside.key());
        assertEquals(START + MINUTE, aside.deadline());
        assertEquals(1, fixture.destroyed);
        fixture.restart();
        assertEquals(List.of(aside), hidden());
        fixture.advance(Duration.ofDays(1));
        assertEquals(List.of(aside), hidden());
        fixture.collection().hiddenDocuments().release("case 7");
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(List.of(), hidden());
        assertEquals(2, fixture.destroyed);
        assertTrue(fixture.isLive(1));
    }

    @Test
    @Tag("unsharded")
    void aHeldDocumentWhoseUniqueValueIsTakenMovesAside() {
        fixture.uniqueIndex("name", "name");
        hold("case 7", 1);
        fixture.advance(Duration.ofMinutes(2));
        fixture.put(5, "{name: 1}");
        assertTrue(hidden().getFirst().isAside());
        assertEquals(1, fixture.stored());
    }

    @Test
    void aTransactionMovesItAsideToo() {
        hold("case 7", 1);
        fixture.advance(Duration.ofMinutes(2));
        try (Transaction transaction = fixture.engine().begin()) {
            transaction
                    .of(fixture.collection())
                    .write(key(1), Durability.LOGGED, (_, _) -> EngineFixture.body("{name: 9}"));
            transaction.commit(null);
        }
        assertTrue(fixture.isLive(1));
        assertTrue(hidden().getFirst().isAside());
        assertInstanceOf(
                RestoreOutcome.Live.class,
                fixture.collection().hiddenDocuments().restore(key(1), Lifetime.FOREVER));
        fixture.delete(1);
        assertInstanceOf(
                RestoreOutcome.WouldExpire.class,
                fixture.collection().hiddenDocuments().restore(key(1), Lifetime.FOREVER));
    }

    @Test
    void whatLiesAsideIsRestoredOnceItsKeyIsFree() {
        hold("case 7", 1);
        fixture.advance(Duration.ofMinutes(2));
        fixture.put(1, "{name: 9}");
        fixture.delete(1);
        fixture.setSeconds("ttl", 100_000);
        assertNull(fixture.get(1));
        RestoreOutcome.Restored restored = assertInstanceOf(
                RestoreOutcome.Restored.class,
                fixture.collection().hiddenDocuments().restore(key(1), Lifetime.FOREVER));
        assertEquals(restored.version(), requireNonNull(fixture.get(1)).version());
        assertEquals(List.of(), hidden());
        assertEquals(1, fixture.count());
    }

    @Test
    void severalOfAKeyLieAsideSideBySide() {
        hold("case 7", 1);
        fixture.advance(Duration.ofMinutes(2));
        fixture.put(1, at(START));
        fixture.put(1, at(START));
        assertEquals(3, hidden().size());
        long first = hidden().get(1).version();
        fixture.setSeconds("ttl", 100_000);
        assertInstanceOf(
                RestoreOutcome.Restored.class,
                fixture.collection().hiddenDocuments().restore(key(1), first, Lifetime.FOREVER));
        assertTrue(requireNonNull(fixture.get(1)).view().toString().contains("name"), "the first of all");
        assertEquals(2, hidden().size());
    }

    @Test
    void aHeldDocumentThatIsDeadIsRestored() {
        hold("case 7", 1);
        fixture.advance(Duration.ofHours(2));
        fixture.setSeconds("ttl", 100_000);
        assertFalse(fixture.isLive(1), "the dead stay dead, held or not");
        fixture.advance(Duration.ofHours(2));
        assertFalse(fixture.isLive(1), "as long as they stand");
        assertInstanceOf(
                RestoreOutcome.Restored.class,
                fixture.collection().hiddenDocuments().restore(key(1), Lifetime.FOREVER));
        assertTrue(fixture.isLive(1));
    }

    @Test
    void aHoldDoesNotKeepClientsFromDeleting() {
        hold("case 7", 1);
        fixture.delete(1);
        assertEquals(1, fixture.stored());
        assertEquals(List.of(), hidden());
    }

    @Test
    void aCollectionHasOnlySoManyHolds() {
        for (int number = 0; number < Hold.MAX; number++) {
            hold("hold " + number, number);
        }
        assertNull(fixture.collection().hiddenDocuments().hold("one more", null, "because"));
        hold("hold 0", 1);
        assertEquals(Hold.MAX, fixture.collection().hiddenDocuments().holds().size());
    }
}
