package dev.mayfly.engine.forecast;

import static dev.mayfly.engine.EngineFixture.START;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.Explanation;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.format.QueueHead;
import dev.mayfly.engine.schema.ExpiryHistogram;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.store.api.Space;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What is forecast, and what a dry run tells, against every document asked for itself and against the change made. */
final class ForecastProperties {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private static final int KEYS = 60;
    private static final int RUNS = 40;
    private static final int STEPS = 60;

    private static final class Run implements AutoCloseable {
        private final long seed;
        private final Random random;
        private final EngineFixture fixture = new EngineFixture();
        private int indexes;

        Run(long seed) {
            this.seed = seed;
            this.random = new Random(seed);
            fixture.create();
            fixture.ttlIndex("a", "a", 3600);
            fixture.ttlIndex("b", "b", 7200);
        }

        /** Whole hours pass, and dates lie behind the hour, so that a span is never cut by now. */
        void step() {
            switch (random.nextInt(12)) {
                case 0 -> fixture.advance(Duration.ofHours(random.nextInt(5)));
                case 1 -> fixture.sweep();
                case 2 -> fixture.change(change());
                case 3 -> fixture.delete(random.nextInt(KEYS));
                case 4 -> {
                    if (random.nextInt(6) == 0) {
                        fixture.index("plain" + indexes++, "x");
                    }
                }
                case 5 -> fixture.change(policy -> policy.withGrace(random.nextInt(3) * HOUR));
                default -> fixture.put(random.nextInt(KEYS), document());
            }
        }

        private String document() {
            List<String> fields = new ArrayList<>();
            for (String field : List.of("a", "b")) {
                if (random.nextInt(4) != 0) {
                    long at = fixture.now() + (random.nextInt(30) - 15) * HOUR + 60_000L * (1 + random.nextInt(50));
                    fields.add("\"" + field + "\": {\"$date\": {\"$numberLong\": \"" + at + "\"}}");
                }
            }
            return "{" + String.join(", ", fields) + "}";
        }

        UnaryOperator<Policy> change() {
            List<Rule> rules = new ArrayList<>();
            for (String index : List.of("a", "b")) {
                if (random.nextInt(5) != 0) {
                    int queue = fixture.collection()
                            .record()
                            .index(index)
                            .orElseThrow()
                            .id();
                    rules.add(new Rule.Field(queue, random.nextInt(20) * 3600L));
                }
            }
            return policy -> policy.withRules(rules);
        }

        ForecastRange range() {
            return ForecastRange.of(fixture.now() - 2 * HOUR, HOUR, 1 + random.nextInt(30));
        }

        Forecast forecast(ForecastRange range) {
            Collection collection = fixture.collection();
            return collection.forecasts().forecast(collection.reading(), range);
        }

        /** Every document asked for itself. */
        Forecast byHand(ForecastRange range) {
            long now = fixture.now();
            ForecastCount count = new ForecastCount(range, now);
            for (int id = 0; id < KEYS; id++) {
                Explanation explanation = fixture.collection().explain(EngineFixture.key(id));
                StoredDocument stored = StoredDocument.ofNullable(
                        EngineFixture.key(id),
                        shards().reader()
                                .get(
                                        shards().partition(),
                                        Space.DOCUMENT,
                                        EngineFixture.key(id).bytes()));
                if (explanation != null && stored != null) {
                    count.add(explanation.deadline(), explanation.hidden(), stored.bytes().length);
                }
            }
            return count.forecast(shards().totals(), ForecastCount.Basis.DOCUMENTS);
        }

        private CollectionShards shards() {
            return EngineFixture.shards(fixture.collection());
        }

        @Override
        public void close() {
            assertTrue(EngineCheck.check(fixture.engine()).isClean(), "seed " + seed);
            fixture.close();
        }
    }

    @Test
    void aForecastIsWhatEveryDocumentSaysItself() {
        for (int run = 0; run < RUNS; run++) {
            try (Run one = new Run(run)) {
                for (int step = 0; step < STEPS; step++) {
                    one.step();
                    ForecastRange range = one.range();
                    assertEquals(one.byHand(range), one.forecast(range), "seed " + run + " step " + step);
                }
            }
        }
    }

    @Test
    void aDryRunIsWhatTheChangeDoes() {
        for (int run = 0; run < RUNS; run++) {
            try (Run one = new Run(run)) {
                for (int step = 0; step < STEPS; step++) {
                    one.step();
                    String place = "seed " + run + " step " + step;
                    ForecastRange range = one.range();
                    UnaryOperator<Policy> change = one.change();
                    long before = one.fixture.count();
                    DryRun told = one.fixture.collection().forecasts().dryRun(change, range);
                    assertEquals(one.forecast(range), told.before(), place);
                    one.fixture.change(change);
                    assertEquals(one.forecast(range), told.after(), place);
                    long expected = before
                            - told.hidden().documents()
                            + told.broughtBack().documents();
                    assertEquals(expected, one.fixture.count(), place);
                }
            }
        }
    }

    @Test
    void countsByTheHourFollowEveryWrite() {
        for (int run = 0; run < RUNS; run++) {
            try (Run one = new Run(run)) {
                DryRuns dryRuns = EngineFixture.dryRuns(one.fixture.collection());
                for (int step = 0; step < STEPS; step++) {
                    one.step();
                    String place = "seed " + run + " step " + step;
                    ForecastRange range = one.range();
                    UnaryOperator<Policy> change = one.change();
                    dryRuns.hours().exactUpTo(Long.MAX_VALUE);
                    Forecast exact = one.forecast(range);
                    DryRun told = one.fixture.collection().forecasts().dryRun(change, range);
                    dryRuns.hours().exactUpTo(0);
                    Forecast counted = one.forecast(range);
                    DryRun about = one.fixture.collection().forecasts().dryRun(change, range);
                    boolean held =
                            !one.fixture.collection().record().policy().graves().isEmpty();
                    if (!held && exact.hidden().documents() + exact.within().documents() > 0) {
                        assertFalse(counted.exact(), place);
                        assertEquals(exact.buckets(), counted.buckets(), place);
                        assertEquals(exact.hidden(), counted.hidden(), place);
                        assertEquals(exact.beyond(), counted.beyond(), place);
                        assertEquals(exact.never(), counted.never(), place);
                        if (told.after().hidden().documents() == told.hidden().documents()) {
                            assertEquals(told.hidden(), about.hidden(), place);
                            assertEquals(told.samples().size(), about.samples().size(), place);
                        }
                    }
                }
            }
        }
    }

    @Test
    void whereThereAreTooManyCellsTheyGrow() {
        ExpiryHistogram cells = new ExpiryHistogram(new int[] {16});
        QueueHead head = new QueueHead();
        long hours = 3L * ExpiryHistogram.CELLS_MAX;
        for (long hour = 0; hour < hours; hour++) {
            head.set(new Instants(1, new int[] {16}, new long[] {START + hour * HOUR}), 10, 1);
            cells.add(head);
        }
        ExpiryHistogram all = cells.like();
        all.complete(cells);
        List<ExpiryHistogram.Cell> counted = all.cells();
        assertTrue(counted.size() <= ExpiryHistogram.CELLS_MAX);
        assertEquals(4 * HOUR, counted.getFirst().spanMillis());
        assertEquals(
                new Amount(hours, hours * 10),
                new Amount(
                        counted.stream()
                                .mapToLong(ExpiryHistogram.Cell::documents)
                                .sum(),
                        counted.stream().mapToLong(ExpiryHistogram.Cell::bytes).sum()));
        assertTrue(counted.stream().allMatch(cell -> cell.begins()[0] != Deadlines.NO_DEADLINE));
    }
}
