package dev.mayfly.engine.hidden;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.key;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Hidden documents are listed, brought back and destroyed by name. */
final class HiddenRestoreTest {
    private static final long MINUTE = 60_000;
    private static final long GRACE = 10 * MINUTE;

    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void close() {
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        fixture.close();
    }

    /** Documents die a minute after their last write, and stay hidden for ten more. */
    private void withGrace() {
        withGrace(fixture);
    }

    private static void withGrace(EngineFixture fixture) {
        Policy policy = Policy.NONE
                .withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, 60)))
                .withGrace(GRACE);
        fixture.create(BaseInstant.MODIFIED, List.of(QueueIds.INHERIT, QueueIds.FOR), policy);
    }

    private List<HiddenDocument> hidden(int pageSize) {
        List<HiddenDocument> all = new ArrayList<>();
        byte @Nullable [] after = null;
        do {
            HiddenPage page = fixture.collection()
                    .hiddenDocuments()
                    .page(fixture.collection().reading(), after, pageSize);
            assertTrue(page.documents().size() <= pageSize);
            all.addAll(page.documents());
            after = page.next();
        } while (after != null);
        return all;
    }

    private List<DocumentKey> hiddenKeys() {
        return hidden(100).stream().map(HiddenDocument::key).toList();
    }

    private RestoreOutcome restore(int id, Lifetime lifetime) {
        return fixture.collection().hiddenDocuments().restore(key(id), lifetime);
    }

    @Test
    void hiddenDocumentsAreListedQueueByQueueInTheOrderOfTheirInstants() {
        withGrace();
        fixture.put(3, "{a: 1}");
        fixture.advance(Duration.ofSeconds(1));
        fixture.put(1, "{a: 1}");
        fixture.put(2, "{a: 1}", new Lifetime.For(5));
        fixture.put(4, "{a: 1}", Lifetime.FOREVER);
        fixture.advance(Duration.ofMinutes(2));
        for (int pageSize = 1; pageSize < 5; pageSize++) {
            assertEquals(
                    List.of(key(3), key(1), key(2)),
                    hidden(pageSize).stream().map(HiddenDocument::key).toList());
        }
        HiddenDocument first = hidden(1).getFirst();
        assertEquals(START + MINUTE, first.deadline());
        assertEquals(START + MINUTE + GRACE, first.deadFrom());
        assertEquals(QueueIds.INHERIT, first.queue());
        assertFalse(first.isHeld());
        assertTrue(first.bytes() > 0);
    }

    @Test
    void aPageGoesOnBehindWhatWasDestroyedMeanwhile() {
        withGrace();
        for (int id = 1; id <= 6; id++) {
            fixture.put(id, "{a: 1}");
        }
        fixture.advance(Duration.ofMinutes(2));
        HiddenPage first =
                fixture.collection().hiddenDocuments().page(fixture.collection().reading(), null, 2);
        fixture.collection().hiddenDocuments().purge(List.of(key(1), key(2), key(3)));
        HiddenPage second = fixture.collection()
                .hiddenDocuments()
                .page(fixture.collection().reading(), requireNonNull(first.next()), 2);
        assertEquals(
                List.of(key(4), key(5)),
                second.documents().stream().map(HiddenDocument::key).toList());
    }

    @Test
    void aRestoredDocumentLivesItsNewLifetime() {
        withGrace();
        fixture.put(1, "{a: 1}");
        fixture.advance(Duration.ofMinutes(2));
        assertFalse(fixture.isLive(1));
        RestoreOutcome.Restored restored =
                assertInstanceOf(RestoreOutcome.Restored.class, restore(1, new Lifetime.For(300)));
        assertEquals(fixture.now() + 5 * MINUTE, restored.deadline());
        Document live = requireNonNull(fixture.get(1));
        assertEquals(restored.version(), live.version());
        assertEquals(1, fixture.count());
        assertEquals(List.of(), hiddenKeys());
        fixture.advance(Duration.ofMinutes(5));
        assertFalse(fixture.isLive(1));
        assertEquals(1, fixture.broughtBack);
        fixture.advance(Duration.ofMinutes(11));
        assertEquals(0, fixture.stored());
    }

    @Test
    void aRestoredDocumentIsStillThereAfterARestart() {
        withGrace();
        fixture.put(1, "{a: 1}");
        fixture.advance(Duration.ofMinutes(2));
        restore(1, Lifetime.FOREVER);
        fixture.restart();
        assertTrue(fixture.isLive(1));
        fixture.advance(Duration.ofDays(2));
        assertTrue(fixture.isLive(1));
    }

    @Test
    void theDeadStayDead() {
        withGrace();
        fixture.engine().sweeper().pause();
        fixture.put(1, "{a: 1}");
        fixture.advance(Duration.ofMillis(MINUTE + GRACE));
        assertEquals(1, fixture.stored());
        assertEquals(new RestoreOutcome.Dead(START + MINUTE + GRACE), restore(1, new Lifetime.For(300)));
        assertFalse(fixture.isLive(1));
    }

    @Test
    void whatAGraveHoldsIsNotRestored() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START - 2 * MINUTE));
        fixture.setSeconds("ttl", 100_000);
        assertInstanceOf(RestoreOutcome.Dead.class, restore(1, Lifetime.FOREVER));
    }

    @Test
    void onlyWhatIsHiddenIsRestored() {
        withGrace();
        fixture.put(1, "{a: 1}");
        assertEquals(new RestoreOutcome.Live(), restore(1, Lifetime.FOREVER));
        assertEquals(new RestoreOutcome.Missing(), restore(2, Lifetime.FOREVER));
    }

    @Test
    void aLifetimeThatIsOverAtOnceIsRefused() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 100_000);
        fixture.put(1, at(START - MINUTE));
        fixture.setSeconds("ttl", 1);
        // The lifetime of its stamp says nothing where the rule is over a field.
        RestoreOutcome.WouldExpire refused =
                assertInstanceOf(RestoreOutcome.WouldExpire.class, restore(1, new Lifetime.For(300)));
        assertEquals(START - MINUTE + 1_000, refused.deadline());
        assertFalse(fixture.isLive(1));
        assertEquals(1, fixture.stored());
    }

    @Test
    @Tag("unsharded")
    void aDocumentWhoseUniqueValueWasTakenIsGoneWithIt() {
        withGrace();
        fixture.uniqueIndex("name", "name");
        fixture.put(1, "{name: 'a'}");
        fixture.advance(Duration.ofMinutes(2));
        fixture.put(2, "{name: 'a'}");
        assertEquals(new RestoreOutcome.Missing(), restore(1, Lifetime.FOREVER));
    }

    @Test
    @Tag("unsharded")
    void aRestoredDocumentIsInItsIndexesAndKeepsItsUniqueValue() {
        withGrace();
        fixture.uniqueIndex("name", "name");
        fixture.put(1, "{name: 'a'}");
        fixture.advance(Duration.ofMinutes(2));
        restore(1, Lifetime.FOREVER);
        assertEquals(List.of("{\"name\": \"a\"}"), fixture.scanIndex("name", Direction.FORWARD));
        assertInstanceOf(WriteOutcome.DuplicateValue.class, fixture.insert(2, "{name: 'a'}"));
    }

    @Test
    void aPurgeDestroysWhatIsHiddenWhateverGraceSays() {
        withGrace();
        fixture.put(1, "{a: 1}");
        fixture.put(2, "{a: 1}");
        fixture.advance(Duration.ofMinutes(2));
        fixture.put(3, "{a: 1}");
        long bytes = hidden(1).getFirst().bytes();
        assertEquals(
                new PurgeResult(1, bytes, 0, 2),
                fixture.collection().hiddenDocuments().purge(List.of(key(1), key(3), key(9))));
        assertEquals(List.of(key(2)), hiddenKeys());
        assertTrue(fixture.isLive(3));
        assertEquals(
                new PurgeResult(1, bytes, 0, 0),
                fixture.collection().hiddenDocuments().purgeAll());
        assertEquals(1, fixture.stored());
        assertEquals(2, fixture.destroyed);
        assertEquals(2, fixture.announced.size());
        assertNull(fixture.get(1));
    }

    @Test
    void aPurgeOfAllTakesMoreThanOneBatch() {
        withGrace();
        for (int id = 0; id < 250; id++) {
            fixture.put(id, "{a: 1}");
        }
        fixture.advance(Duration.ofMinutes(2));
        assertEquals(250, fixture.collection().hiddenDocuments().purgeAll().documents());
        assertEquals(0, fixture.stored());
    }

    @Test
    void aPurgeOfLargeDocumentsHoldsFewOfThemAtATime() {
        FaultyStore counting = new FaultyStore(new MemoryStore(), _ -> {});
        try (EngineFixture large = new EngineFixture(counting, EngineSettings.DEFAULTS)) {
            withGrace(large);
            for (int id = 0; id < 6; id++) {
                large.put(id, "{\"a\": \"" + "x".repeat(600_000) + "\"}");
            }
            large.advance(Duration.ofMinutes(2));
            counting.plan(FaultPlan.NONE);
            assertEquals(6, large.collection().hiddenDocuments().purgeAll().documents());
            assertTrue(counting.calls(StoreCall.COMMIT) >= 3, () -> "commits: " + counting.calls(StoreCall.COMMIT));
        }
    }

    @Test
    void nothingIsPurgedWhileSweepingIsForbidden() {
        withGrace();
        fixture.put(1, "{a: 1}");
        fixture.advance(Duration.ofMinutes(2));
        fixture.engine().sweeper().pause();
        assertEquals(PurgeResult.NOTHING, fixture.collection().hiddenDocuments().purgeAll());
        fixture.engine().sweeper().resume();
        assertEquals(1, fixture.collection().hiddenDocuments().purgeAll().documents());
    }

    @Test
    void whatASuspectClockHidIsNotDeadAndCanBeRestored() {
        withGrace();
        fixture.put(1, "{a: 1}");
        fixture.machine.stepWall(Duration.ofDays(2));
        assertFalse(fixture.isLive(1));
        assertTrue(fixture.guard().isSuspect());
        assertInstanceOf(RestoreOutcome.Restored.class, restore(1, Lifetime.FOREVER));
        assertTrue(fixture.isLive(1));
        assertEquals(Deadlines.NO_DEADLINE, requireNonNull(fixture.get(1)).deadline());
    }
}
