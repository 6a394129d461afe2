package dev.mayfly.engine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Documents in the order of their deadlines. */
final class DeadlineScanTest {
    private static final long SEED = Long.getLong("seed", 20_261_121L);

    private final EngineFixture fixture = new EngineFixture();

    @AfterEach
    void close() {
        fixture.close();
    }

    private void createWithLifetimes(long defaultSeconds) {
        fixture.create(
                BaseInstant.MODIFIED,
                List.of(QueueIds.INHERIT, QueueIds.FOR),
                Policy.NONE.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, defaultSeconds))));
    }

    private List<Long> deadlines(DeadlineRange range) {
        List<Long> deadlines = new ArrayList<>();
        try (DocumentCursor cursor =
                fixture.collection().byDeadline(fixture.collection().reading(), range)) {
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                deadlines.add(document.deadline() - EngineFixture.START);
            }
        }
        return deadlines;
    }

    @Test
    void queuesAreMergedInTheOrderOfDeadlines() {
        createWithLifetimes(100);
        fixture.put(1, "{}");
        fixture.put(2, "{}", new Lifetime.For(50));
        fixture.put(3, "{}", Lifetime.FOREVER);
        fixture.advance(Duration.ofSeconds(10));
        fixture.put(4, "{}", new Lifetime.For(20));
        fixture.put(5, "{}");
        assertEquals(List.of(30_000L, 50_000L, 100_000L, 110_000L), deadlines(DeadlineRange.ALL));
    }

    @Test
    void documentOfSeveralRulesComesOnceByTheDecidingOne() {
        fixture.create();
        fixture.ttlIndex("a", "a", 0);
        fixture.ttlIndex("b", "b", 10);
        long start = EngineFixture.START;
        fixture.put(1, "{\"a\": {\"$date\": " + (start + 5_000) + "}, \"b\": {\"$date\": " + start + "}}");
        fixture.put(2, "{\"a\": {\"$date\": " + (start + 50_000) + "}, \"b\": {\"$date\": " + start + "}}");
        fixture.put(3, "{\"a\": {\"$date\": " + (start + 10_000) + "}, \"b\": {\"$date\": " + start + "}}");
        assertEquals(List.of(5_000L, 10_000L, 10_000L), deadlines(DeadlineRange.ALL));
    }

    @Test
    void rangeIsHalfOpenAndWhatIsHiddenIsNotMet() {
        createWithLifetimes(1_000);
        fixture.change(policy -> policy.withGrace(1_000_000));
        for (int id = 1; id <= 5; id++) {
            fixture.put(id, "{}", new Lifetime.For(id * 10L));
        }
        fixture.advance(Duration.ofSeconds(10));
        assertEquals(List.of(20_000L, 30_000L, 40_000L, 50_000L), deadlines(DeadlineRange.ALL));
        long start = EngineFixture.START;
        assertEquals(List.of(20_000L, 30_000L), deadlines(DeadlineRange.of(start + 15_000, start + 40_000)));
        assertEquals(List.of(), deadlines(DeadlineRange.of(start + 60_000, Deadlines.NO_DEADLINE)));
    }

    @Test
    void lazyCollectionShowsWhatItsMonitorHasNotHiddenYet() {
        createWithLifetimes(10);
        fixture.change(policy -> policy.withVisibility(Policy.Visibility.LAZY));
        fixture.put(1, "{}");
        fixture.advance(Duration.ofSeconds(20));
        assertEquals(List.of(10_000L), deadlines(DeadlineRange.ALL));
        fixture.collection().definition().tick();
        assertEquals(List.of(), deadlines(DeadlineRange.ALL));
    }

    @Test
    void pagesMeetEveryDocumentOnceWhateverIsWrittenBehindThem() {
        createWithLifetimes(500);
        fixture.ttlIndex("at", "at", 0);
        Random random = new Random(SEED);
        for (int id = 0; id < 300; id++) {
            String at = random.nextInt(3) == 0
                    ? EngineFixture.at(EngineFixture.START + 1 + random.nextInt(600) * 1_000L)
                    : "{}";
            fixture.put(id, at, random.nextInt(3) == 0 ? new Lifetime.For(1 + random.nextInt(700)) : Lifetime.INHERIT);
        }
        List<String> whole = page(null, Integer.MAX_VALUE);
        assertEquals(300, whole.size(), "seed " + SEED);
        assertEquals(whole.stream().sorted(Comparator.naturalOrder()).toList(), whole, "seed " + SEED);
        List<String> paged = new ArrayList<>();
        byte[] after = null;
        do {
            List<String> page = new ArrayList<>();
            after = page(page, after, 7);
            paged.addAll(page);
        } while (after != null);
        assertEquals(whole, paged, "seed " + SEED);
    }

    private List<String> page(byte @Nullable [] after, int limit) {
        List<String> page = new ArrayList<>();
        page(page, after, limit);
        return page;
    }

    /** Answers where the next page begins, or null at the end. */
    private byte @Nullable [] page(List<String> page, byte @Nullable [] after, int limit) {
        try (DocumentCursor cursor =
                fixture.collection().byDeadline(fixture.collection().reading(), DeadlineRange.ALL.behind(after))) {
            while (page.size() < limit) {
                Document document = cursor.next();
                if (document == null) {
                    return null;
                }
                page.add(document.deadline() + " " + document.key());
            }
            return cursor.position();
        }
    }

    @Test
    void suspendedWalkGoesOnBehindItsPosition() {
        createWithLifetimes(500);
        for (int id = 1; id <= 4; id++) {
            fixture.put(id, "{}", new Lifetime.For(id * 10L));
        }
        try (DocumentCursor cursor =
                fixture.collection().byDeadline(fixture.collection().reading(), DeadlineRange.ALL)) {
            cursor.next();
            cursor.suspend();
            fixture.advance(Duration.ofSeconds(25));
            cursor.resume(fixture.collection().reading());
            Document next = cursor.next();
            assertEquals(30_000L, next == null ? -1 : next.deadline() - EngineFixture.START);
        }
    }

    @Test
    void whatIsNoPositionIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> DeadlineRange.ALL.behind(new byte[3]));
    }
}
