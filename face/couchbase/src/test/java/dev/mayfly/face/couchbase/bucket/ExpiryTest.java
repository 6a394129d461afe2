package dev.mayfly.face.couchbase.bucket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.mayfly.base.document.Lifetime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every row of the tables about what is stored for an expiry. */
final class ExpiryTest {
    private static final long NOW = 1_700_000_000L;
    private static final long DAY = 86_400;
    private static final int X = 1_000;

    /** @param expected what is stored, counted from now, or 0 for never */
    private record Row(String says, long field, int collection, int bucket, long expected) {
        Row {
            assertTrue(expected >= 0);
        }
    }

    private static final List<Row> PRECEDENCE = List.of(
            new Row("nothing anywhere: never", 0, 0, 0, 0),
            new Row("the bucket's alone", 0, 0, 50, 50),
            new Row("the collection's alone", 0, 60, 0, 60),
            new Row("the collection's before a shorter one of the bucket", 0, 60, 50, 60),
            new Row("the collection's before a longer one of the bucket", 0, 60, 70, 60),
            new Row("the document's alone", X, 0, 0, X),
            new Row("the document's, shorter than the bucket's", X, 0, X + 1, X),
            new Row("the document's, shorter than the collection's", X, X + 1, 0, X),
            new Row("the document's, shorter than both", X, X + 1, X + 2, X),
            new Row("capped by the collection's", X, X - 1, 0, X - 1),
            new Row("capped by the collection's, not by a shorter one of the bucket", X, X - 1, 5, X - 1),
            new Row("capped by the collection's, not by a longer one of the bucket", X, X - 1, X + 5, X - 1),
            new Row("capped by the bucket's", X, 0, X - 1, X - 1),
            new Row("between both: the collection's replaces the bucket's as the limit", X, X + 1, 5, X),
            new Row("a collection without limits lives forever by default", 0, MaxTtl.UNLIMITED, 50, 0),
            new Row("a collection without limits takes what is asked for", X, MaxTtl.UNLIMITED, 5, X),
            new Row("an instant is capped too", NOW + 100 * DAY, 0, 7, 7),
            new Row("an instant before the limit stays", NOW + 5, 0, 7, 5),
            new Row("the limit itself stays", 7, 7, 0, 7));

    @TestFactory
    Stream<DynamicTest> documentCollectionAndBucketTogether() {
        return PRECEDENCE.stream()
                .map(row -> dynamicTest(row.says, () -> {
                    long stored = Expiry.stored(row.field, NOW, MaxTtl.limit(row.collection, row.bucket));
                    assertEquals(row.expected == 0 ? Expiry.NEVER : NOW + row.expected, stored);
                }));
    }

    @Test
    void zeroIsNeverAnInstant() {
        assertEquals(Expiry.NEVER, Expiry.asked(0, NOW));
        assertEquals(Lifetime.FOREVER, Expiry.lifetime(Expiry.NEVER));
    }

    @Test
    void thirtyDaysAreStillCountedFromNow() {
        assertEquals(NOW + 1, Expiry.asked(1, NOW));
        assertEquals(NOW + 30 * DAY, Expiry.asked(30 * DAY, NOW));
    }

    @Test
    void oneSecondMoreIsADayOfTheYear1970() {
        assertEquals(30 * DAY + 1, Expiry.asked(30 * DAY + 1, NOW));
        assertTrue(((Lifetime.Until) Expiry.lifetime(30 * DAY + 1)).epochMillis() < NOW * 1_000);
    }

    @Test
    void instantIsStoredUnchanged() {
        assertEquals(NOW + 31 * DAY, Expiry.asked(NOW + 31 * DAY, NOW));
        assertEquals(Expiry.MAX, Expiry.asked(Expiry.MAX, NOW));
    }

    @Test
    void pastIsNotLiftedByALimit() {
        assertEquals(NOW - 5, Expiry.stored(NOW - 5, NOW, 60));
        assertEquals(30 * DAY + 1, Expiry.stored(30 * DAY + 1, NOW, 60));
    }

    @Test
    void relativeExpiryBeyondTheLastSecondIsTooLate() {
        assertEquals(Expiry.MAX, Expiry.asked(10, Expiry.MAX - 10));
        assertEquals(Expiry.TOO_LATE, Expiry.asked(11, Expiry.MAX - 10));
        assertEquals(Expiry.TOO_LATE, Expiry.stored(11, Expiry.MAX - 10, 5));
    }

    @Test
    void limitEndsAtTheLastSecond() {
        assertEquals(Expiry.MAX, Expiry.stored(0, Expiry.MAX - 10, MaxTtl.MAX));
        assertEquals(NOW + (long) MaxTtl.MAX, Expiry.stored(0, NOW, MaxTtl.MAX));
    }

    /** Expired means that now is later than the expiry, in whole seconds. */
    @Test
    void documentLivesUntilItsSecondIsOver() {
        assertEquals(new Lifetime.Until((NOW + 1) * 1_000), Expiry.lifetime(NOW));
    }

    @Test
    void expiryIsReadBackFromTheLifetime() {
        for (long expiry : new long[] {0, 1, NOW, Expiry.MAX}) {
            assertEquals(expiry, Expiry.of(Expiry.lifetime(expiry)));
        }
    }
}
