package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.body;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.definition.UndoPlan;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventFollower;
import dev.mayfly.engine.event.EventKind;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventReason;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Properties that die while their documents live. */
final class PropertyExpiryTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration FIVE_MINUTES = Duration.ofMinutes(5);
    private static final String WHOLE = "{\"a\": 1, \"code\": \"x\"}";
    private static final String REST = "{\"a\": 1}";

    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create();
        fixture.engine().sweeper().pause();
    }

    private void sweep() {
        fixture.engine().sweeper().resume();
        fixture.sweep();
        fixture.engine().sweeper().pause();
    }

    @AfterEach
    void close() {
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        sweep();
        CheckReport swept = EngineCheck.check(fixture.engine());
        assertTrue(swept.isClean(), () -> swept.findings().toString());
        fixture.close();
    }

    private void rule(String name, String path, PropertyTerm.Start start, String date, long seconds) {
        fixture.collection().definition().createIndex(request(name, path, start, date, seconds));
    }

    static IndexRequest request(String name, String path, PropertyTerm.Start start, String date, long seconds) {
        return new IndexRequest(
                name,
                IndexDefinition.Kind.LISTED,
                List.of(),
                false,
                false,
                false,
                IndexDefinition.NO_BYTES,
                IndexDefinition.NO_BYTES,
                new IndexRequest.TtlRule.OverProperty(
                        new PropertyTerm(FieldPath.of(path), start), FieldPath.of(date), seconds));
    }

    private void afterSet(long seconds) {
        rule("code", "code", PropertyTerm.Start.PROPERTY_SET, "code", seconds);
    }

    private String shown(int id) {
        Document document = fixture.get(id);
        return document == null ? "" : document.view().toBsonValue().toString();
    }

    private boolean hasCode(int id) {
        return shown(id).contains("code");
    }

    private void setSeconds(long seconds) {
        int queue = fixture.collection().record().index("code").orElseThrow().id();
        fixture.change(policy -> policy.withProperties(List.of(new PropertyRule(queue, seconds))));
    }

    @Test
    void propertyIsInNoAnswerFromItsInstantOnAndItsDocumentLives() {
        fixture.index("code_1", "code");
        fixture.index("a_1", "a", "code");
        afterSet(300);
        fixture.put(1, WHOLE);
        long version = Objects.requireNonNull(fixture.get(1)).version();
        fixture.advance(FIVE_MINUTES.minusMillis(1));
        assertTrue(hasCode(1));
        fixture.advance(Duration.ofMillis(1));
        for (int pass = 0; pass < 2; pass++) {
            assertEquals(REST, shown(1));
            assertEquals(List.of(REST), fixture.scan());
            assertEquals(List.of(REST), fixture.scanIndex("code_1", Direction.FORWARD));
            assertEquals(List.of(REST), fixture.scanIndex("code_1", Direction.BACKWARD));
            assertEquals(List.of(REST), fixture.scanIndex("a_1", Direction.FORWARD));
            assertEquals(1, fixture.count());
            Document live = Objects.requireNonNull(fixture.get(1));
            assertEquals(version, live.version());
            assertEquals(START, live.stamp().modified());
            sweep();
        }
        assertEquals(1, fixture.stored());
    }

    @Test
    void sweepTakesTheBytesOut() {
        afterSet(300);
        fixture.put(1, WHOLE);
        long before = fixture.collection().storedSize().bytes();
        fixture.advance(FIVE_MINUTES);
        sweep();
        assertTrue(fixture.collection().storedSize().bytes() < before);
        fixture.restart();
        assertEquals(REST, shown(1));
    }

    @Test
    void writesThatLeaveThePropertyAsItIsDoNotRenewIt() {
        afterSet(300);
        fixture.put(1, WHOLE);
        fixture.advance(Duration.ofMinutes(4));
        fixture.put(1, "{\"a\": 2, \"code\": \"x\"}");
        fixture.restart();
        fixture.put(1, "{\"a\": 3, \"code\": \"x\"}");
        fixture.advance(MINUTE);
        assertFalse(hasCode(1));
        fixture.put(1, "{\"a\": 4, \"code\": \"x\"}");
        fixture.advance(Duration.ofMinutes(4));
        assertTrue(hasCode(1), "it was gone, and so was set anew");
        fixture.put(1, "{\"a\": 4, \"code\": \"y\"}");
        fixture.advance(Duration.ofMinutes(4));
        assertTrue(hasCode(1), "it was changed");
        fixture.advance(MINUTE);
        assertFalse(hasCode(1));
    }

    @Test
    void propertyDiesAfterTheLastWriteOfItsDocument() {
        rule("code", "a.code", PropertyTerm.Start.DOCUMENT_WRITTEN, "a.code", 300);
        fixture.put(1, "{\"a\": [{\"code\": 1, \"b\": 2}, {\"code\": 2}, 3], \"c\": 1}");
        fixture.advance(Duration.ofMinutes(4));
        fixture.put(1, "{\"a\": [{\"code\": 1, \"b\": 2}, {\"code\": 2}, 3], \"c\": 2}");
        fixture.advance(Duration.ofMinutes(4));
        assertTrue(hasCode(1));
        fixture.advance(MINUTE);
        assertEquals("{\"a\": [{\"b\": 2}, {}, 3], \"c\": 2}", shown(1));
    }

    @Test
    void propertyDiesAtTheDateInAnotherPath() {
        rule("code", "code", PropertyTerm.Start.DATE, "at", 10);
        fixture.put(1, EngineFixture.at(START + 50_000, "\"code\": 1"));
        fixture.put(2, "{\"code\": 1}");
        fixture.put(3, EngineFixture.at(START - 50_000, "\"code\": 1"));
        assertFalse(hasCode(3));
        fixture.advance(MINUTE.minusMillis(1));
        assertTrue(hasCode(1));
        fixture.advance(Duration.ofMillis(1));
        assertFalse(hasCode(1));
        assertTrue(hasCode(2), "there is no date");
    }

    @Test
    void writeAfterTheDeathStartsFromTheDocumentWithoutTheProperty() {
        fixture.index("code_1", "code");
        afterSet(300);
        fixture.put(1, WHOLE);
        long version = Objects.requireNonNull(fixture.get(1)).version();
        fixture.advance(FIVE_MINUTES);
        fixture.collection().write(key(1), Durability.LOGGED, (current, _) -> {
            assertEquals(version, Objects.requireNonNull(current).version());
            assertEquals(REST, current.view().toBsonValue().toString());
            return body("{\"a\": 2}");
        });
        assertEquals(List.of("{\"a\": 2}"), fixture.scanIndex("code_1", Direction.FORWARD));
        fixture.delete(1);
        assertEquals(0, fixture.count());
    }

    @Test
    void ruleConcernsWhatIsStoredAlready() {
        fixture.put(1, WHOLE);
        fixture.advance(Duration.ofMinutes(10));
        assertTrue(hasCode(1));
        afterSet(300);
        assertFalse(hasCode(1));
        sweep();
        assertFalse(hasCode(1));
    }

    @Test
    void aChangeAloneLosesNothingAndTheDeadStayDead() {
        afterSet(3600);
        fixture.put(1, WHOLE);
        fixture.advance(FIVE_MINUTES);
        setSeconds(60);
        assertFalse(hasCode(1));
        sweep();
        setSeconds(3600);
        assertTrue(hasCode(1), "it was hidden by the change alone");
        fixture.advance(Duration.ofMinutes(55));
        assertFalse(hasCode(1));
        setSeconds(36_000);
        assertFalse(hasCode(1), "it was dead before the change");
        sweep();
        assertFalse(hasCode(1));
    }

    @Test
    void undoBringsBackWhatADroppedRuleOrANewOneDid() {
        fixture.put(1, WHOLE);
        fixture.advance(FIVE_MINUTES);
        afterSet(60);
        sweep();
        assertFalse(hasCode(1));
        UndoPlan undone =
                Objects.requireNonNull(fixture.collection().definition().undo());
        assertTrue(undone.isPossible());
        assertTrue(hasCode(1));
        assertTrue(fixture.collection().record().index("code").isEmpty());

        afterSet(600);
        fixture.collection().definition().dropIndex("code");
        fixture.advance(FIVE_MINUTES);
        assertTrue(hasCode(1));
        UndoPlan again =
                Objects.requireNonNull(fixture.collection().definition().undo());
        assertEquals(List.of("code"), again.rebuilt());
        assertFalse(hasCode(1));
    }

    @Test
    void graceKeepsWhatAChangeMayBringBack() {
        afterSet(300);
        fixture.change(policy -> policy.withGrace(Duration.ofHours(1).toMillis()));
        fixture.put(1, WHOLE);
        fixture.advance(FIVE_MINUTES);
        sweep();
        assertFalse(hasCode(1));
        setSeconds(3600);
        assertTrue(hasCode(1));
        setSeconds(300);
        fixture.advance(Duration.ofHours(2));
        sweep();
        assertFalse(hasCode(1));
        setSeconds(36_000);
        assertFalse(hasCode(1));
    }

    private List<Event> events() {
        List<Event> heard = new ArrayList<>();
        try (EventFollower follower = fixture.engine().events().follow(EventScope.ALL, EventProgress.START)) {
            heard.addAll(follower.next(100, 0).events());
        }
        return heard;
    }

    @Test
    void eventsTellOnceThatAPropertyDied() {
        afterSet(300);
        fixture.put(1, WHOLE);
        fixture.put(2, WHOLE);
        long version = Objects.requireNonNull(fixture.get(1)).version();
        fixture.advance(FIVE_MINUTES);
        fixture.put(2, "{\"a\": 5}");
        sweep();
        sweep();
        List<Event> events = events();
        assertEquals(2, events.size());
        Event swept = events.getLast();
        assertEquals(EventKind.PROPERTY_EXPIRED, swept.kind());
        assertEquals(EventReason.PROPERTY, swept.reason());
        assertEquals("code", swept.rule());
        assertEquals(version, swept.version());
        assertEquals(START + 300_000, swept.deadline());
        assertEquals(key(1), swept.key());
        assertEquals(key(2), events.getFirst().key());
    }

    @Test
    void eventsTellOnceDuringGrace() {
        afterSet(300);
        fixture.change(policy -> policy.withGrace(MINUTE.toMillis()));
        fixture.put(1, WHOLE);
        fixture.advance(FIVE_MINUTES);
        sweep();
        sweep();
        assertEquals(1, events().size());
        fixture.advance(MINUTE);
        sweep();
        assertEquals(1, events().size());
        assertFalse(hasCode(1));
    }

    @Test
    void documentDiesWithItsProperties() {
        fixture.ttlIndex("at_1", "at", 0);
        afterSet(300);
        fixture.put(1, EngineFixture.at(START + 600_000, "\"code\": 1"));
        fixture.advance(FIVE_MINUTES);
        sweep();
        assertFalse(hasCode(1));
        assertTrue(fixture.isLive(1));
        fixture.advance(FIVE_MINUTES);
        assertNull(fixture.get(1));
        sweep();
        assertEquals(0, fixture.stored());
    }

    @Test
    void ruleIsRefusedWhereSomethingRestsOnItsProperty() {
        if (TestShards.NUMBER == 1) {
            // A collection of several shards has no unique index but that of its keys.
            fixture.uniqueIndex("u", "code");
            EngineException refused = assertThrows(EngineException.class, () -> afterSet(300));
            assertEquals(
                    new EngineError.PropertyRuleRefused("code", "the unique index u rests on it"), refused.error());
            fixture.collection().definition().dropIndex("u");
        }
        afterSet(300);
        assertThrows(EngineException.class, () -> fixture.uniqueIndex("u", "code"));
        assertThrows(EngineException.class, () -> fixture.ttlIndex("t", "code", 1));
        assertThrows(
                EngineException.class,
                () -> rule("below", "code.inner", PropertyTerm.Start.PROPERTY_SET, "code.inner", 1));
        assertThrows(EngineException.class, () -> rule("by", "b", PropertyTerm.Start.DATE, "code.until", 1));
    }
}
