package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.body;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.definition.UndoPlan;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.PropertyRule;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.forecast.DryRun;
import dev.mayfly.engine.forecast.Forecast;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.PropertyForecast;
import dev.mayfly.engine.forecast.PropertyLoss;
import dev.mayfly.engine.forecast.ScanProgress;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.schema.PolicyChange;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is told beforehand of properties that die before their documents: forecasts, dry runs, the guard, undo. */
final class PropertyForecastTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final long HOUR = Duration.ofHours(1).toMillis();

    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create();
        fixture.engine().sweeper().pause();
    }

    @AfterEach
    void close() {
        assertTrue(EngineCheck.check(fixture.engine()).isClean());
        fixture.close();
    }

    private static void afterSet(Collection collection, long seconds) {
        collection
                .definition()
                .createIndex(
                        PropertyExpiryTest.request("code", "code", PropertyTerm.Start.PROPERTY_SET, "code", seconds));
    }

    private void afterSet(long seconds) {
        afterSet(fixture.collection(), seconds);
    }

    private void setSeconds(long seconds) {
        setSeconds(fixture.collection(), seconds);
    }

    private static void setSeconds(Collection collection, long seconds) {
        int queue = collection.record().index("code").orElseThrow().id();
        collection
                .definition()
                .changePolicy(policy -> policy.withProperties(List.of(new PropertyRule(queue, seconds))));
    }

    /** So many documents with a code, one a minute, and one without. */
    private void fill(int documents) {
        fixture.put(100, "{\"a\": 1}");
        for (int id = 0; id < documents; id++) {
            fixture.put(id, "{\"a\": 1, \"code\": " + id + "}");
            fixture.advance(MINUTE);
        }
    }

    private long codes() {
        long codes = 0;
        for (int id = 0; id <= 100; id++) {
            Document document = fixture.get(id);
            codes += document != null && document.view().field("code") != null ? 1 : 0;
        }
        return codes;
    }

    private Forecast forecast() {
        Collection collection = fixture.collection();
        return collection
                .forecasts()
                .forecast(collection.reading(), ForecastRange.of(fixture.now(), MINUTE.toMillis(), 10));
    }

    private DryRun dryRun(Consumer<Collection> change) {
        return fixture.collection()
                .forecasts()
                .dryRun(collected(change), ForecastRange.of(fixture.now(), HOUR, 24), ScanProgress.NONE);
    }

    @Test
    void forecastCountsPropertiesByThemselves() {
        afterSet(300);
        fill(3);
        Forecast forecast = forecast();
        assertEquals(0, forecast.within().documents());
        assertEquals(4, forecast.never().documents());
        // The first was set three minutes ago, so it dies in two.
        assertEquals(
                List.of(0L, 0L, 1L, 1L, 1L, 0L, 0L, 0L, 0L, 0L),
                forecast.properties().buckets());
        fixture.advance(MINUTE.multipliedBy(3));
        PropertyForecast later = forecast().properties();
        assertEquals(2, later.hidden());
        assertEquals(1, later.within());
        assertEquals(1, codes());
        fixture.engine().sweeper().resume();
        fixture.sweep();
        assertEquals(0, forecast().properties().hidden());
    }

    @Test
    void propertyThatGoesWithItsDocumentIsNotCounted() {
        fixture.ttlIndex("at_1", "at", 0);
        afterSet(300);
        fixture.put(1, EngineFixture.at(START + 60_000, "\"code\": 1"));
        fixture.put(2, EngineFixture.at(START + 540_000, "\"code\": 1"));
        Forecast forecast = forecast();
        assertEquals(2, forecast.within().documents());
        assertEquals(1, forecast.properties().within());
        fixture.advance(MINUTE);
        assertEquals(1, forecast().properties().within());
        assertEquals(0, forecast().properties().hidden());
    }

    @Test
    void largeCollectionsAreCountedByTheHour() {
        Collection collection = fixture.collection();
        afterSet(7_200);
        for (int id = 0; id < 20; id++) {
            fixture.put(id, "{\"code\": 1}");
        }
        EngineFixture.dryRuns(collection).hours().exactUpTo(10);
        Forecast forecast =
                collection.forecasts().forecast(collection.reading(), ForecastRange.of(fixture.now(), HOUR, 4));
        assertFalse(forecast.exact());
        assertEquals(20, forecast.properties().within());
        DryRun run = dryRun(collecting -> setSeconds(collecting, 0));
        assertFalse(run.isExact());
        assertEquals(20, run.properties().reaches().get(1).changed());
    }

    @Test
    void dryRunTellsOfPropertiesWhatTheChangeDoes() {
        fill(10);
        DryRun made = dryRun(collection -> afterSet(collection, 300));
        assertEquals(0, made.hidden().documents());
        assertEquals(6, made.properties().hidden());
        assertEquals(10, made.properties().reaches().get(1).changed());
        assertEquals(0, made.properties().reaches().get(1).unchanged());
        assertEquals(10, codes());
        afterSet(300);
        assertEquals(4, codes());

        DryRun longer = dryRun(collection -> setSeconds(collection, 480));
        assertEquals(0, longer.properties().hidden());
        assertEquals(3, longer.properties().broughtBack());
        assertEquals(6, longer.before().properties().hidden());
        assertEquals(3, longer.after().properties().hidden());
        setSeconds(480);
        // A change alone brings back what no sweep has taken out.
        assertEquals(7, codes());

        DryRun dropped = dryRun(collection -> collection.definition().dropIndex("code"));
        assertEquals(3, dropped.properties().broughtBack());
        assertTrue(dropped.concernsProperties());
    }

    private static List<DocumentKey> sampled(PropertyLoss loss) {
        return loss.samples().stream()
                .map(PropertyLoss.Sample::key)
                .sorted(Comparator.comparing(key -> HexFormat.of().formatHex(key.bytes())))
                .toList();
    }

    /** While the rule has no queue yet, when it has one, and where the documents are counted by the hour. */
    @Test
    void dryRunNamesDocumentsThatLoseEachProperty() {
        fixture.ttlIndex("at_1", "at", 36_000);
        fixture.put(1, EngineFixture.at(START, "\"code\": 1"));
        fixture.put(2, "{\"code\": 1, \"draft\": 1}");
        fixture.put(3, "{\"draft\": 1}");
        fixture.put(4, "{\"a\": 1}");
        fixture.advance(Duration.ofHours(2));
        Consumer<Collection> change = collection -> {
            afterSet(collection, 7_200);
            collection
                    .definition()
                    .createIndex(PropertyExpiryTest.request(
                            "draft", "draft", PropertyTerm.Start.PROPERTY_SET, "draft", 18_000));
        };
        DryRun made = dryRun(change);
        PropertyLoss code = made.properties().losses().getFirst();
        PropertyLoss draft = made.properties().losses().getLast();
        assertEquals("code", code.path().dotted());
        assertEquals(2, code.reaches().getFirst().changed());
        assertEquals(List.of(key(1), key(2)), sampled(code));
        assertEquals(START + 2 * HOUR, code.samples().getFirst().deadline());
        assertEquals("draft", draft.path().dotted());
        assertEquals(0, draft.reaches().getFirst().changed());
        assertEquals(2, draft.reaches().get(2).changed());
        assertEquals(List.of(), draft.samples());
        assertEquals(List.of(), made.samples());

        change.accept(fixture.collection());
        fixture.put(2, "{\"code\": 2, \"draft\": 1}");
        fixture.advance(Duration.ofHours(1));
        Consumer<Collection> sooner = collection -> collection
                .definition()
                .changePolicy(policy -> policy.withProperties(policy.properties().stream()
                        .map(rule -> new PropertyRule(rule.queue(), 0))
                        .toList()));
        assertLost(dryRun(sooner), List.of(key(2)), List.of(key(2), key(3)));
        EngineFixture.dryRuns(fixture.collection()).hours().exactUpTo(0);
        forecast();
        DryRun counted = dryRun(sooner);
        assertFalse(counted.isExact());
        assertLost(counted, List.of(key(2)), List.of(key(2), key(3)));
    }

    private static void assertLost(DryRun run, List<DocumentKey> codes, List<DocumentKey> drafts) {
        assertEquals(codes, sampled(run.properties().losses().getFirst()));
        assertEquals(drafts, sampled(run.properties().losses().getLast()));
    }

    @Test
    void dryRunNamesAFewOfManyDocuments() {
        for (int id = 0; id < 50; id++) {
            fixture.put(id, "{\"code\": 1}");
        }
        fixture.advance(MINUTE);
        PropertyLoss loss = dryRun(collection -> afterSet(collection, 30))
                .properties()
                .losses()
                .getFirst();
        assertEquals(50, loss.reaches().getFirst().changed());
        assertEquals(DryRun.SAMPLES_MAX, loss.samples().size());
    }

    @Test
    void dryRunCountsNoPropertyOfDocumentsThatGo() {
        fixture.ttlIndex("at_1", "at", 3_600);
        fixture.put(1, EngineFixture.at(START, "\"code\": 1"));
        fixture.put(2, "{\"code\": 1}");
        fixture.advance(MINUTE);
        DryRun run = dryRun(collection -> {
            afterSet(collection, 30);
        });
        assertEquals(2, run.properties().hidden());
        fixture.advance(Duration.ofHours(1));
        DryRun later = dryRun(collection -> afterSet(collection, 30));
        assertEquals(1, later.properties().hidden());
        assertEquals(0, later.hidden().documents());
    }

    @Test
    void guardCountsDocumentsAndProperties() {
        fixture.collection().definition().guard(new ExpireLimit(3));
        fill(10);
        EngineException refused = assertThrows(EngineException.class, () -> afterSet(300));
        assertEquals(
                new EngineError.TooManyWouldExpire(
                        EngineFixture.NAME, 3, EngineError.TooManyWouldExpire.Subject.PROPERTIES),
                refused.error());
        assertEquals(10, codes());
        assertTrue(fixture.collection().record().index("code").isEmpty());
        afterSet(480);
        assertEquals(7, codes());
        assertThrows(EngineException.class, () -> setSeconds(60));
        assertEquals(7, codes());
        setSeconds(fixture.collection().allowing(ExpireLimit.NONE), 60);
        assertEquals(0, codes());
    }

    @Test
    void guardSaysWhatItHasCounted() {
        fixture.ttlIndex("at_1", "at", 3_600);
        fixture.collection().definition().guard(new ExpireLimit(1));
        fixture.put(1, EngineFixture.at(START, "\"a\": 1"));
        fixture.put(2, "{\"code\": 1}");
        fixture.advance(MINUTE);
        EngineException refused = assertThrows(
                EngineException.class,
                () -> fixture.collection().definition().make(collected(collection -> {
                    afterSet(collection, 30);
                    collection
                            .definition()
                            .changePolicy(policy -> policy.withRules(policy.rules().stream()
                                    .map(rule ->
                                            rule instanceof Rule.Field field ? new Rule.Field(field.queue(), 0) : rule)
                                    .toList()));
                })));
        assertEquals(
                new EngineError.TooManyWouldExpire(EngineFixture.NAME, 1, EngineError.TooManyWouldExpire.Subject.BOTH),
                refused.error());
    }

    private PolicyChange collected(Consumer<Collection> change) {
        PolicyChange collected = new PolicyChange();
        change.accept(fixture.collection().collecting(collected));
        return collected;
    }

    @Test
    void undoTellsOfProperties() {
        fill(10);
        afterSet(300);
        UndoPlan plan = Objects.requireNonNull(fixture.collection().definition().undoPlan());
        assertEquals(0, plan.broughtBack().documents());
        assertEquals(6, plan.properties().broughtBack());
        assertEquals(0, plan.properties().hidden());
        fixture.collection().definition().undo();
        assertEquals(10, codes());

        afterSet(300);
        fixture.collection().definition().dropIndex("code");
        assertEquals(10, codes());
        UndoPlan again =
                Objects.requireNonNull(fixture.collection().definition().undoPlan());
        assertEquals(List.of("code"), again.rebuilt());
        assertEquals(6, again.properties().hidden());
        fixture.collection().definition().undo();
        assertEquals(4, codes());
    }

    @Test
    void transactionFindsWhatItWroteWithADeadProperty() {
        fixture.index("a_code", "a", "code");
        fixture.collection()
                .definition()
                .createIndex(PropertyExpiryTest.request("code", "code", PropertyTerm.Start.DATE, "at", 0));
        fixture.put(1, EngineFixture.at(START + 60_000, "\"a\": 1, \"code\": 1"));
        fixture.advance(MINUTE.multipliedBy(2));
        fixture.engine().sweeper().resume();
        fixture.sweep();
        fixture.engine().sweeper().pause();
        assertEquals(1, fixture.scanIndex("a_code", Direction.FORWARD).size());
        fixture.put(2, EngineFixture.at(START - 60_000, "\"a\": 1, \"code\": 1"));
        assertEquals(2, fixture.scanIndex("a_code", Direction.FORWARD).size());
        try (Transaction transaction = fixture.engine().begin()) {
            Collection inside = transaction.of(fixture.collection());
            inside.write(
                    key(3),
                    Durability.LOGGED,
                    (_, _) -> body(EngineFixture.at(START - 60_000, "\"a\": 1, \"code\": 1")));
            int found = 0;
            try (DocumentCursor cursor = inside.scan(
                    inside.reading(),
                    inside.record().index("a_code").orElseThrow(),
                    List.of(KeyRange.ALL),
                    Direction.FORWARD)) {
                while (cursor.next() != null) {
                    found++;
                }
            }
            assertEquals(3, found);
            transaction.commit(null);
        }
        assertEquals(3, fixture.scanIndex("a_code", Direction.FORWARD).size());
    }
}
