package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.forecast.HourlyHistogram;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.DocumentScan;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of a collection most of which has expired: they answer exactly, at the cost of what lives. */
final class LivingWalkTest {
    private static final int DOCUMENTS = 24_000;
    private static final int LIVING_SHARE = 100;
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final Duration LATER = Duration.ofDays(1);

    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create();
        fixture.index("n", "n");
        fixture.ttlIndex("ttl", "at", 0);
        fixture.engine().sweeper().pause();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static boolean lives(int id) {
        return id % LIVING_SHARE == 7;
    }

    private void put(int id, Duration lifetime) {
        fixture.put(id, EngineFixture.at(EngineFixture.START + lifetime.toMillis(), "\"n\": " + id));
    }

    /** All but the hundredth part expires; then the documents in queues are counted. */
    private void expireMost() {
        for (int id = 0; id < DOCUMENTS; id++) {
            put(id, lives(id) ? LATER : SOON);
        }
        fixture.advance(SOON);
        countDocuments();
    }

    private void countDocuments() {
        HourlyHistogram hours = fixture.collection().parts().dryRuns().hours();
        hours.exactUpTo(0);
        hours.waitUpTo(Duration.ofMinutes(5));
        ReadView view = fixture.collection().reading();
        fixture.collection().forecasts().forecast(view, ForecastRange.of(view.now(), 3_600_000, 1));
    }

    private static List<DocumentKey> keys(IntPredicate which) {
        return new ArrayList<>(IntStream.range(0, DOCUMENTS)
                .filter(which)
                .mapToObj(EngineFixture::key)
                .toList());
    }

    private DocumentCursor scan(KeyRange range, Direction direction) {
        Collection collection = fixture.collection();
        return collection.scan(collection.reading(), List.of(range), direction);
    }

    private static List<DocumentKey> drain(DocumentCursor cursor) {
        List<DocumentKey> found = new ArrayList<>();
        for (Document next = cursor.next(); next != null; next = cursor.next()) {
            found.add(next.key());
        }
        return found;
    }

    @Test
    void scanLooksAtLittleMoreThanTheLiving() {
        expireMost();
        try (DocumentCursor cursor = scan(KeyRange.ALL, Direction.FORWARD)) {
            assertEquals(keys(LivingWalkTest::lives), drain(cursor));
            assertTrue(cursor.effort().documents() <= DocumentScan.PROBE_DOCUMENTS + DOCUMENTS / LIVING_SHARE);
        }
        for (int id = 0; id < 5_000; id++) {
            if (lives(id)) {
                fixture.delete(id);
            }
        }
        try (DocumentCursor cursor = scan(KeyRange.ALL, Direction.FORWARD)) {
            List<DocumentKey> living = keys(id -> id >= 5_000 && lives(id));
            assertEquals(living, drain(cursor));
            assertTrue(cursor.effort().documents() <= DocumentScan.PROBE_DOCUMENTS + living.size());
            assertNull(cursor.next());
        }
    }

    @Test
    void scanKeepsToItsRangesAndItsDirection() {
        for (int id = 0; id < DOCUMENTS; id++) {
            put(id, id % 5_000 == 0 ? LATER : SOON);
        }
        fixture.advance(SOON);
        countDocuments();
        try (DocumentCursor cursor = scan(KeyRange.ALL, Direction.BACKWARD)) {
            List<DocumentKey> living = keys(id -> id % 5_000 == 0);
            Collections.reverse(living);
            assertEquals(living, drain(cursor));
        }
        KeyRange middle = new KeyRange(
                EngineFixture.key(4_999).bytes(), EngineFixture.key(15_000).bytes());
        try (DocumentCursor cursor = scan(middle, Direction.FORWARD)) {
            assertEquals(List.of(EngineFixture.key(5_000), EngineFixture.key(10_000)), drain(cursor));
            assertTrue(cursor.effort().documents() < 5_000);
        }
    }

    @Test
    void documentThatNeverDiesIsFoundAmongTheHidden() {
        for (int id = 0; id < DOCUMENTS; id++) {
            put(id, SOON);
        }
        fixture.put(17_000, "{\"n\": 17000}");
        fixture.advance(SOON);
        countDocuments();
        try (DocumentCursor cursor = scan(KeyRange.ALL, Direction.FORWARD)) {
            assertEquals(List.of(EngineFixture.key(17_000)), drain(cursor));
        }
        assertEquals(1, fixture.count());
        assertEquals(
                1,
                fixture.collection()
                        .parts()
                        .livingWalk()
                        .count(fixture.collection().reading()));
    }

    @Test
    void countIsThatOfTheLiving() {
        expireMost();
        Collection collection = fixture.collection();
        int living = DOCUMENTS / LIVING_SHARE;
        assertEquals(living, collection.parts().livingWalk().count(collection.reading()));
        assertEquals(living, fixture.count());
        put(1, LATER);
        fixture.delete(7);
        fixture.delete(107);
        assertEquals(living - 1, collection.parts().livingWalk().count(collection.reading()));
        assertEquals(living - 1, fixture.count());
    }

    @Test
    void documentsOfADroppedRuleStayDead() {
        expireMost();
        fixture.collection().definition().dropIndex("ttl");
        countDocuments();
        List<DocumentKey> living = keys(LivingWalkTest::lives);
        assertEquals(living.size(), fixture.count());
        try (DocumentCursor cursor = scan(KeyRange.ALL, Direction.FORWARD)) {
            assertEquals(living, drain(cursor));
        }
        fixture.ttlIndex("again", "at", 0);
        countDocuments();
        assertEquals(living.size(), fixture.count());
        try (DocumentCursor cursor = scan(KeyRange.ALL, Direction.FORWARD)) {
            assertEquals(living, drain(cursor));
        }
    }

    @Test
    void cursorGoesOnThroughChanges() {
        expireMost();
        for (int id = 0; id < 6_000; id++) {
            if (lives(id)) {
                fixture.delete(id);
            }
        }
        try (DocumentCursor cursor = scan(KeyRange.ALL, Direction.FORWARD)) {
            assertEquals(
                    EngineFixture.key(6_007),
                    Objects.requireNonNull(cursor.next()).key());
            // It lives on with another deadline, and its entry stands elsewhere now.
            put(6_107, Duration.ofHours(1));
            fixture.delete(6_207);
            assertEquals(
                    EngineFixture.key(6_107),
                    Objects.requireNonNull(cursor.next()).key());
            assertEquals(
                    EngineFixture.key(6_307),
                    Objects.requireNonNull(cursor.next()).key());
            cursor.suspend();
            put(6_350, LATER);
            cursor.resume(fixture.collection().reading());
            assertEquals(
                    EngineFixture.key(6_350),
                    Objects.requireNonNull(cursor.next()).key());
            assertEquals(
                    EngineFixture.key(6_407),
                    Objects.requireNonNull(cursor.next()).key());
        }
    }

    @Test
    void policyThatHidesMostAndItsUndoAreObeyedAtOnce() {
        fixture.setSeconds("ttl", Duration.ofHours(2).toSeconds());
        for (int id = 0; id < DOCUMENTS; id++) {
            put(id, id < 200 ? LATER : Duration.ofHours(-1));
        }
        countDocuments();
        assertEquals(DOCUMENTS, fixture.count());
        fixture.setSeconds("ttl", 60);
        assertEquals(200, fixture.count());
        try (DocumentCursor cursor = scan(KeyRange.ALL, Direction.FORWARD)) {
            assertEquals(keys(id -> id < 200), drain(cursor));
            assertTrue(cursor.effort().documents() <= 200 + DocumentScan.PROBE_DOCUMENTS);
        }
        fixture.setSeconds("ttl", Duration.ofHours(2).toSeconds());
        assertEquals(DOCUMENTS, fixture.count());
        assertEquals(DOCUMENTS, fixture.scan().size());
    }

    @Test
    void answersAreThoseOfAPlainWalk() {
        Seeds.run(5, (_, random) -> {
            try (EngineFixture other = new EngineFixture()) {
                other.create();
                other.ttlIndex("a", "at", 5);
                other.ttlIndex("b", "by", 5);
                other.engine().sweeper().pause();
                TreeSet<Integer> living = new TreeSet<>();
                long start = EngineFixture.START;
                for (int id = 0; id < 9_000; id++) {
                    long at = start + (random.nextInt(100) == 0 ? 100_000 : random.nextInt(10_000));
                    long by = start + (random.nextInt(3) == 0 ? random.nextInt(50_000) : 90_000);
                    other.put(id, EngineFixture.at(at, "\"by\": {\"$date\": " + by + "}"));
                    if (at + 5_000 > start + 30_000 && by + 5_000 > start + 30_000) {
                        living.add(id);
                    }
                }
                other.advance(Duration.ofSeconds(30));
                HourlyHistogram hours = other.collection().parts().dryRuns().hours();
                hours.exactUpTo(0);
                hours.waitUpTo(Duration.ofMinutes(5));
                ReadView view = other.collection().reading();
                other.collection().forecasts().forecast(view, ForecastRange.of(view.now(), 3_600_000, 1));
                List<byte[]> found = Objects.requireNonNull(
                        other.collection().parts().livingWalk().keys(view, 9_000));
                TreeSet<DocumentKey> keys = new TreeSet<>();
                found.forEach(key -> assertTrue(keys.add(new DocumentKey(key))));
                TreeSet<DocumentKey> expected = new TreeSet<>();
                living.forEach(id -> expected.add(EngineFixture.key(id)));
                assertEquals(expected, keys);
            }
        });
    }
}
