package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.key;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.hidden.UndoPlan;
import dev.mayfly.engine.hidden.UndoPlan.Amount;
import dev.mayfly.engine.hidden.UndoPlan.Obstacle;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A change of policy is taken back, and what comes of it is told beforehand. */
final class UndoTest {
    private static final long HOUR = 3_600_000;
    private static final long YEAR = Duration.ofDays(365).toSeconds();

    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create();
    }

    @AfterEach
    void close() {
        EngineCheck.Report report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        fixture.close();
    }

    private UndoPlan plan() {
        return requireNonNull(fixture.collection().undoPlan());
    }

    /** Three documents that a change from a year to a second has hidden. */
    private void hideThree() {
        fixture.ttlIndex("ttl", "at", YEAR);
        for (int id = 1; id <= 3; id++) {
            fixture.put(id, at(START - HOUR));
        }
        fixture.advance(Duration.ofMinutes(1));
        fixture.setSeconds("ttl", 1);
    }

    @Test
    void anUndoBringsBackWhatTheChangeHid() {
        hideThree();
        long hidden =
                fixture.collection().hidden(fixture.collection().reading()).bytes();
        UndoPlan plan = plan();
        assertEquals(new Amount(3, hidden), plan.broughtBack());
        assertEquals(Amount.NOTHING, plan.hidden());
        assertEquals(START + 60_000, plan.changedAt());
        assertEquals(START + 60_000 + HOUR, plan.until());
        assertEquals(0, plan.taken());
        assertTrue(plan.isPossible());
        fixture.advance(Duration.ofMinutes(59));
        assertEquals(
                3, requireNonNull(fixture.collection().undo()).broughtBack().documents());
        assertEquals(3, fixture.count());
        fixture.advance(Duration.ofDays(3));
        assertEquals(3, fixture.count());
    }

    @Test
    void afterTheGraceOfTheChangeThereIsNothingToUndo() {
        hideThree();
        fixture.advance(Duration.ofMillis(HOUR));
        assertNull(fixture.collection().undoPlan());
        assertNull(fixture.collection().undo());
        assertEquals(0, fixture.count());
    }

    @Test
    void anUndoCanBeUndone() {
        hideThree();
        fixture.collection().undo();
        assertEquals(new Amount(0, 0), plan().broughtBack());
        assertEquals(3, plan().hidden().documents());
        fixture.collection().undo();
        assertEquals(0, fixture.count());
    }

    @Test
    void keysThatWereTakenMeanwhileAreTold() {
        hideThree();
        fixture.put(2, at(START + 1000 * HOUR));
        fixture.insert(3, at(START + 1000 * HOUR));
        UndoPlan plan = plan();
        assertEquals(1, plan.broughtBack().documents());
        assertEquals(2, plan.taken());
        assertEquals(List.of(key(2), key(3)), plan.takenKeys());
        fixture.restart();
        assertEquals(2, plan().taken());
        fixture.collection().undo();
        assertEquals(0, plan().taken());
        assertEquals(3, fixture.count());
    }

    @Test
    void ofManyTakenKeysTheFirstHundredAreTold() {
        fixture.ttlIndex("ttl", "at", YEAR);
        for (int id = 0; id < 130; id++) {
            fixture.put(id, at(START - HOUR));
        }
        fixture.setSeconds("ttl", 1);
        for (int id = 0; id < 130; id++) {
            fixture.put(id, "{}");
        }
        assertEquals(130, plan().taken());
        assertEquals(UndoPlan.TAKEN_KEYS_MAX, plan().takenKeys().size());
    }

    @Test
    void aUniqueValueThatWasTakenIsTold() {
        fixture.uniqueIndex("name", "name");
        fixture.ttlIndex("ttl", "at", YEAR);
        fixture.put(1, at(START - HOUR, "\"name\": 1"));
        fixture.setSeconds("ttl", 1);
        fixture.put(2, "{name: 1}");
        assertEquals(List.of(key(1)), plan().takenKeys());
        assertEquals(0, plan().broughtBack().documents());
    }

    @Test
    void whatWasHiddenBeforeTheChangeIsNotCounted() {
        fixture.ttlIndex("ttl", "at", 60);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START - HOUR));
        fixture.put(2, at(START - 10_000));
        fixture.setSeconds("ttl", 1);
        fixture.put(1, "{}");
        UndoPlan plan = plan();
        assertEquals(1, plan.broughtBack().documents());
        assertEquals(0, plan.taken());
    }

    @Test
    void anUndoOfALongerLifetimeHides() {
        fixture.ttlIndex("ttl", "at", 10);
        fixture.setSeconds("ttl", YEAR);
        fixture.put(1, at(START - HOUR));
        UndoPlan plan = plan();
        assertEquals(Amount.NOTHING, plan.broughtBack());
        assertEquals(1, plan.hidden().documents());
    }

    @Test
    void anIndexThatWasDroppedWithItsRuleDoesNotComeBack() {
        fixture.ttlIndex("ttl", "at", 10);
        fixture.collection().dropIndex("ttl");
        assertEquals(List.of(new Obstacle.IndexDropped("at")), plan().obstacles());
        assertFalse(requireNonNull(fixture.collection().undo()).isPossible());
        assertEquals(List.of(), fixture.collection().record().policy().current().rules());
    }

    @Test
    void anIndexThatCameWithItsRuleStaysWithoutIt() {
        fixture.put(1, at(START - HOUR));
        fixture.ttlIndex("ttl", "at", 10);
        assertEquals(0, fixture.count());
        assertTrue(requireNonNull(fixture.collection().undo()).isPossible());
        assertEquals(1, fixture.count());
        assertTrue(fixture.collection().record().index("ttl").isPresent());
        assertEquals(List.of(), fixture.collection().record().policy().current().rules());
    }

    @Test
    void anIndexThatIsNothingButARuleGoesWithIt() {
        fixture.put(1, "{a: 1}");
        fixture.collection()
                .createIndex(EngineFixture.request(
                        "ts", false, new IndexRequest.TtlRule.OverModified(OptionalLong.of(10)), "_ts"));
        fixture.advance(Duration.ofMinutes(1));
        assertEquals(0, fixture.count());
        assertTrue(requireNonNull(fixture.collection().undo()).isPossible());
        assertEquals(1, fixture.count());
        assertTrue(fixture.collection().record().index("ts").isEmpty());
        assertEquals(List.of(), fixture.collection().record().policy().current().rules());
        assertFalse(fixture.change(policy -> policy.withRules(List.<Rule>of())));
    }

    @Test
    void aMaskIsNoChangeOfTheCollectionAndStays() {
        hideThree();
        fixture.change(policy -> policy.withMask(true));
        assertEquals(0, plan().broughtBack().documents());
        assertEquals(START + 60_000, plan().changedAt());
        fixture.collection().undo();
        assertTrue(fixture.collection().record().policy().current().masked());
        fixture.change(policy -> policy.withMask(false));
        assertEquals(3, fixture.count());
    }

    @Test
    void aPlanChangesNothing() {
        hideThree();
        var before = fixture.collection().record();
        plan();
        assertEquals(before, fixture.collection().record());
    }
}
