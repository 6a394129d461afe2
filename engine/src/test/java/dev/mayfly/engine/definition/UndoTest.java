package dev.mayfly.engine.definition;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.key;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.FieldInstant;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.definition.UndoPlan.Amount;
import dev.mayfly.engine.definition.UndoPlan.Obstacle;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.schema.IndexRequest;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        fixture.close();
    }

    private UndoPlan plan() {
        return requireNonNull(fixture.collection().definition().undoPlan());
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
        long hidden = fixture.collection()
                .hiddenDocuments()
                .totals(fixture.collection().reading())
                .bytes();
        UndoPlan plan = plan();
        assertEquals(new Amount(3, hidden), plan.broughtBack());
        assertEquals(Amount.NOTHING, plan.hidden());
        assertEquals(START + 60_000, plan.changedAt());
        assertEquals(START + 60_000 + HOUR, plan.until());
        assertEquals(0, plan.taken());
        assertTrue(plan.isPossible());
        fixture.advance(Duration.ofMinutes(59));
        assertEquals(
                3,
                requireNonNull(fixture.collection().definition().undo())
                        .broughtBack()
                        .documents());
        assertEquals(3, fixture.count());
        fixture.advance(Duration.ofDays(3));
        assertEquals(3, fixture.count());
    }

    @Test
    void aQueueOfSecondsIsNotBuiltAgainAsOneOverDates() {
        IndexRequest seconds = new IndexRequest(
                "seconds",
                IndexDefinition.Kind.QUEUE,
                List.of(),
                false,
                false,
                false,
                IndexDefinition.NO_BYTES,
                IndexDefinition.NO_BYTES,
                new IndexRequest.TtlRule.OverQueue(FieldPath.of("at"), FieldInstant.EPOCH_SECOND));
        int queue = fixture.collection().definition().createIndex(seconds).id();
        fixture.change(before -> before.withRules(List.of(new Rule.Field(queue, 60))));
        fixture.put(1, "{at: " + START / 1000 + "}");
        fixture.collection().definition().dropIndex("seconds");
        UndoPlan plan = plan();
        assertEquals(List.of(), plan.rebuilt());
        assertFalse(plan.isPossible());
        assertFalse(requireNonNull(fixture.collection().definition().undo()).isPossible());
        assertEquals(List.of(), fixture.collection().record().indexes());
        fixture.advance(Duration.ofMinutes(2));
        assertEquals(1, fixture.count());
    }

    @Test
    void afterTheGraceOfTheChangeThereIsNothingToUndo() {
        hideThree();
        fixture.advance(Duration.ofMillis(HOUR));
        assertNull(fixture.collection().definition().undoPlan());
        assertNull(fixture.collection().definition().undo());
        assertEquals(0, fixture.count());
    }

    @Test
    void anUndoCanBeUndone() {
        hideThree();
        fixture.collection().definition().undo();
        assertEquals(new Amount(0, 0), plan().broughtBack());
        assertEquals(3, plan().hidden().documents());
        fixture.collection().definition().undo();
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
        fixture.collection().definition().undo();
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
    @Tag("unsharded")
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
    @Tag("unsharded")
    void anIndexThatWasDroppedWithItsRuleIsBuiltAgain() {
        fixture.collection()
                .definition()
                .createIndex(EngineFixture.request(
                        "ttl", true, new IndexRequest.TtlRule.OverField(FieldPath.of("at"), 10), "at", "b"));
        fixture.put(1, at(START));
        fixture.put(2, at(START - HOUR));
        fixture.collection().definition().dropIndex("ttl");
        fixture.advance(Duration.ofMinutes(1));
        fixture.put(3, at(START - 2 * HOUR));
        fixture.put(4, at(START + HOUR));
        fixture.restart();
        UndoPlan plan = plan();
        assertEquals(List.of("ttl"), plan.rebuilt());
        assertTrue(plan.isPossible());
        assertEquals(2, plan.hidden().documents());
        assertEquals(Amount.NOTHING, plan.broughtBack());
        assertEquals(3, fixture.count());
        fixture.collection().definition().undo();
        assertEquals(1, fixture.count());
        IndexDefinition index = fixture.collection().record().index("ttl").orElseThrow();
        assertTrue(index.isReady() && index.unique());
        assertEquals(2, index.parts().size());
        assertEquals(
                List.of(new Rule.Field(index.id(), 10)),
                fixture.collection().record().policy().current().rules());
        fixture.insert(5, at(START + 2 * HOUR));
        fixture.advance(Duration.ofMillis(HOUR).plusSeconds(10));
        assertEquals(1, fixture.count());
    }

    @Test
    void aRuleOverTheLastModificationComesBackWithItsIndex() {
        fixture.put(1, "{a: 1}");
        fixture.collection()
                .definition()
                .createIndex(EngineFixture.request(
                        "ts", false, new IndexRequest.TtlRule.OverModified(OptionalLong.of(10)), "_ts"));
        fixture.collection().definition().dropIndex("ts");
        fixture.put(2, "{a: 2}");
        fixture.advance(Duration.ofMinutes(1));
        assertEquals(2, fixture.count());
        assertEquals(2, plan().hidden().documents());
        assertTrue(requireNonNull(fixture.collection().definition().undo()).isPossible());
        assertEquals(0, fixture.count());
        assertEquals(
                IndexDefinition.Kind.LIFETIME,
                fixture.collection().record().index("ts").orElseThrow().kind());
        fixture.collection().definition().undo();
        assertEquals(2, fixture.count());
        assertTrue(fixture.collection().record().index("ts").isEmpty());
    }

    @Test
    void whatDiedBeforeItsIndexWasDroppedStaysDead() {
        fixture.ttlIndex("ttl", "at", 10);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START - HOUR));
        fixture.collection().definition().dropIndex("ttl");
        assertEquals(0, fixture.count());
        fixture.collection().definition().undo();
        assertEquals(0, fixture.count());
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofDays(1));
        assertEquals(0, fixture.stored());
    }

    @Test
    void anIndexThatHasItsNameOrItsFieldsStandsInTheWay() {
        for (String[] other : new String[][] {{"ttl", "b"}, {"other", "at"}}) {
            fixture.ttlIndex("ttl", "at", 10);
            fixture.collection().definition().dropIndex("ttl");
            fixture.index(other[0], other[1]);
            assertEquals(List.of(new Obstacle.IndexReplaced("at")), plan().obstacles());
            assertFalse(requireNonNull(fixture.collection().definition().undo()).isPossible());
            assertEquals(
                    List.of(), fixture.collection().record().policy().current().rules());
            fixture.collection().definition().dropIndex(other[0]);
            assertTrue(plan().isPossible());
        }
    }

    @Test
    @Tag("unsharded")
    void aUniqueIndexIsNotBuiltAgainOverValuesThatAreTwice() {
        fixture.collection()
                .definition()
                .createIndex(EngineFixture.request(
                        "ttl", true, new IndexRequest.TtlRule.OverField(FieldPath.of("at"), YEAR), "at"));
        fixture.collection().definition().dropIndex("ttl");
        fixture.put(1, at(START));
        fixture.put(2, at(START));
        EngineException refused = assertThrows(
                EngineException.class, () -> fixture.collection().definition().undo());
        assertInstanceOf(EngineError.DuplicateValue.class, refused.error());
        assertTrue(fixture.collection().record().index("ttl").isEmpty());
        assertEquals(List.of(), fixture.collection().record().policy().current().rules());
        assertEquals(2, fixture.count());
        fixture.put(2, at(START + 1));
        assertTrue(requireNonNull(fixture.collection().definition().undo()).isPossible());
        assertTrue(fixture.collection().record().index("ttl").isPresent());
    }

    @Test
    void theGuardAlsoLooksAtAnIndexThatIsBuiltAgain() {
        fixture.ttlIndex("ttl", "at", 10);
        fixture.collection().definition().dropIndex("ttl");
        for (int id = 0; id < 5; id++) {
            fixture.put(id, at(START - HOUR));
        }
        fixture.collection().definition().guard(new ExpireLimit(4));
        assertThrows(
                EngineException.class, () -> fixture.collection().definition().undo());
        assertEquals(5, fixture.count());
        fixture.collection().definition().guard(new ExpireLimit(5));
        fixture.collection().definition().undo();
        assertEquals(0, fixture.count());
    }

    @Test
    void ofADroppedIndexNothingIsKeptBeyondTheGraceOfTheChange() {
        fixture.ttlIndex("ttl", "at", 10);
        fixture.put(1, at(START + HOUR));
        fixture.collection().definition().dropIndex("ttl");
        fixture.advance(Duration.ofMillis(HOUR).plusMinutes(5));
        assertNull(fixture.collection().definition().undoPlan());
        fixture.sweep();
        assertTrue(fixture.collection().record().queues().stream().allMatch(queue -> queue.dropped() == null));
    }

    @Test
    void anIndexThatCameWithItsRuleStaysWithoutIt() {
        fixture.put(1, at(START - HOUR));
        fixture.ttlIndex("ttl", "at", 10);
        assertEquals(0, fixture.count());
        assertTrue(requireNonNull(fixture.collection().definition().undo()).isPossible());
        assertEquals(1, fixture.count());
        assertTrue(fixture.collection().record().index("ttl").isPresent());
        assertEquals(List.of(), fixture.collection().record().policy().current().rules());
    }

    @Test
    void anIndexThatIsNothingButARuleGoesWithIt() {
        fixture.put(1, "{a: 1}");
        fixture.collection()
                .definition()
                .createIndex(EngineFixture.request(
                        "ts", false, new IndexRequest.TtlRule.OverModified(OptionalLong.of(10)), "_ts"));
        fixture.advance(Duration.ofMinutes(1));
        assertEquals(0, fixture.count());
        assertTrue(requireNonNull(fixture.collection().definition().undo()).isPossible());
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
        fixture.collection().definition().undo();
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
