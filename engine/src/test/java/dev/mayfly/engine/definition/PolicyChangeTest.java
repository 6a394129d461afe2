package dev.mayfly.engine.definition;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.CollectionAdmin;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.DryRunTree;
import dev.mayfly.engine.forecast.ScanProgress;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.schema.LimitChange;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PolicyChangeTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final long WEEK = Duration.ofDays(7).toMillis();

    private final EngineFixture fixture = new EngineFixture(new MemoryStore(), EngineSettings.DEFAULTS);

    @BeforeEach
    void fill() {
        fixture.create();
        for (int hour = 0; hour < 10; hour++) {
            fixture.put(hour, at(START - hour * HOUR));
        }
    }

    @AfterEach
    void close() {
        assertTrue(EngineCheck.check(fixture.engine()).isClean());
        fixture.close();
    }

    private static IndexRequest.TtlRule afterDate(long seconds) {
        return new IndexRequest.TtlRule.OverField(FieldPath.of("at"), seconds);
    }

    private PolicyChange collected(Consumer<CollectionAdmin> parts) {
        PolicyChange change = new PolicyChange();
        parts.accept(fixture.collection().collecting(change).definition());
        return change;
    }

    private DryRun dryRun(PolicyChange change) {
        return fixture.collection()
                .forecasts()
                .dryRun(change, DryRunTree.week(fixture.engine().instant().now()), ScanProgress.NONE);
    }

    @Test
    void aRuleAndItsGraceAreInForceTogether() {
        PolicyChange change = collected(definition -> {
            definition.createIndex(EngineFixture.request("ttl", false, afterDate(3600), "at"));
            definition.changePolicy(policy -> policy.withGrace(WEEK));
        });
        DryRun run = dryRun(change);
        long version = fixture.engine().lastVersion();
        fixture.collection().definition().make(change);
        Policy policy = fixture.collection().record().policy().current();
        assertEquals(run.policyAfter(), policy);
        assertEquals(WEEK, policy.graceMillis());
        assertEquals(1, policy.rules().size());
        assertEquals(run.hidden().documents(), 10 - fixture.count());
        // Of all versions that the change took one alone changed the policy: what waits to be undone is no rule at all.
        assertEquals(
                List.of(Policy.NONE),
                fixture.collection().record().policy().recent().stream()
                        .map(replaced -> replaced.policy())
                        .toList());
        assertTrue(fixture.engine().lastVersion() > version);
        fixture.advance(Duration.ofHours(2));
        fixture.engine().sweeper().sweepNow();
        fixture.change(before -> before.withRules(List.of()));
        assertEquals(10, fixture.count(), "grace keeps what the rule has hidden");
    }

    @Test
    void aLimitOfTheFaceIsWrittenWithThePolicyOrNotAtAll() {
        CollectionName name = fixture.collection().name();
        LimitChange limit = new LimitChange("limits", new byte[] {7}, name, "none", "60 s");
        PolicyChange change = collected(definition -> {
            definition.createIndex(EngineFixture.request("ttl", false, afterDate(3600), "at"));
            definition.changeLimit(limit);
            definition.changePolicy(policy -> policy.withGrace(HOUR + 1));
        });
        assertEquals(null, fixture.engine().records(name.face()).get("limits"));
        fixture.collection().definition().guard(new ExpireLimit(1));
        assertThrows(
                EngineException.class, () -> fixture.collection().definition().make(change));
        assertEquals(null, fixture.engine().records(name.face()).get("limits"));
        fixture.collection().definition().guard(ExpireLimit.NONE);
        fixture.collection().definition().make(change);
        assertArrayEquals(new byte[] {7}, fixture.engine().records(name.face()).get("limits"));
        List<AuditEntry> entries = fixture.engine().audit().read(0, 100, name);
        assertEquals("60 s", entries.getLast().after());
        assertEquals(
                "at + 3600 s, grace 3600.001 s", entries.get(entries.size() - 2).after());
    }

    @Test
    void aLimitAloneIsAChangeToo() {
        CollectionName name = fixture.collection().name();
        LimitChange limit = new LimitChange("limits", new byte[] {7}, name, "none", "60 s");
        Policy before = fixture.collection().record().policy().current();
        fixture.collection().definition().make(collected(definition -> definition.changeLimit(limit)));
        assertArrayEquals(new byte[] {7}, fixture.engine().records(name.face()).get("limits"));
        assertEquals(before, fixture.collection().record().policy().current());
        assertEquals(10, fixture.count());
    }

    @Test
    void severalRulesAreOneChangeAndOneUndo() {
        fixture.index("plain", "at");
        PolicyChange change = collected(definition -> {
            definition.addRule("plain", afterDate(24 * 3600));
            definition.createIndex(EngineFixture.request("other", false, afterDate(2 * 3600), "at"));
            definition.createIndex(EngineFixture.request(
                    "ts", false, new IndexRequest.TtlRule.OverModified(OptionalLong.of(60)), "_ts"));
            definition.guard(new ExpireLimit(5));
        });
        assertEquals(8, dryRun(change).hidden().documents());
        fixture.collection().definition().make(change);
        assertEquals(2, fixture.count());
        assertEquals(3, fixture.collection().record().policy().current().rules().size());
        assertEquals(new ExpireLimit(5), fixture.collection().definition().guard());
        assertEquals(1, fixture.collection().record().policy().recent().size());
        fixture.advance(Duration.ofMinutes(1));
        assertEquals(0, fixture.count());
    }

    @Test
    void aRefusedChangeLeavesNothing() {
        fixture.index("plain", "at");
        fixture.collection().definition().guard(new ExpireLimit(3));
        CollectionRecord before = fixture.collection().record();
        PolicyChange change = collected(definition -> {
            definition.changePolicy(policy -> policy.withGrace(WEEK));
            definition.createIndex(EngineFixture.request("ttl", false, afterDate(3600), "at"));
            definition.addRule("plain", afterDate(0));
            definition.guard(ExpireLimit.NONE);
        });
        EngineException refused = assertThrows(
                EngineException.class, () -> fixture.collection().definition().make(change));
        assertEquals(
                new EngineError.TooManyWouldExpire(
                        EngineFixture.NAME, 3, EngineError.TooManyWouldExpire.Subject.DOCUMENTS),
                refused.error());
        assertEquals(before, fixture.collection().record());
        assertEquals(10, fixture.count());
        fixture.collection().allowing(new ExpireLimit(10)).definition().make(change);
        assertEquals(WEEK, fixture.collection().record().policy().current().graceMillis());
        assertTrue(fixture.count() < 10);
    }

    @Test
    void aPartThatIsNotPossibleIsNotCollected() {
        PolicyChange change = collected(definition -> {
            assertThrows(EngineException.class, () -> definition.dropIndex("none"));
            definition.changePolicy(policy -> policy.withGrace(HOUR));
        });
        fixture.collection().definition().make(change);
        assertEquals(HOUR, fixture.collection().record().policy().current().graceMillis());
    }

    @Test
    void droppingAndReplacingRulesIsOneChangeToo() {
        fixture.ttlIndex("first", "at", 3600);
        PolicyChange change = collected(definition -> {
            definition.dropIndex("first");
            definition.createIndex(EngineFixture.request("second", false, afterDate(24 * 3600), "at"));
        });
        long broughtBack = dryRun(change).broughtBack().documents();
        long hidden = 10 - fixture.count();
        assertTrue(hidden > 0);
        assertEquals(hidden, broughtBack);
        fixture.collection().definition().make(change);
        assertEquals(10, fixture.count());
        int second = fixture.collection().record().index("second").orElseThrow().id();
        assertEquals(
                List.of(new Rule.Field(second, 24 * 3600)),
                fixture.collection().record().policy().current().rules());
        assertTrue(fixture.collection().record().index("first").isEmpty());
    }

    @Test
    void aChangeThatNamesIndexesByNumbersThatAreTakenIsTurnedAway() {
        PolicyChange change = collected(
                definition -> definition.createIndex(EngineFixture.request("ttl", false, afterDate(3600), "at")));
        fixture.index("other", "name");
        EngineException refused = assertThrows(
                EngineException.class, () -> fixture.collection().definition().make(change));
        assertTrue(refused.error() instanceof EngineError.TooManyConflicts);
        assertEquals(10, fixture.count());
    }
}
