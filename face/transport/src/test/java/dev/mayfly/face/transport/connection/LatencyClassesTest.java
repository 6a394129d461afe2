package dev.mayfly.face.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Times of requests are told apart well enough for a median and a worst of a hundred. */
final class LatencyClassesTest {
    private final RequestTimes.Tally tally = new RequestTimes.Tally();

    @Test
    void everyTimeIsInTheFirstClassWhoseBoundItDoesNotPass() {
        long[] bounds = LatencyClasses.bounds();
        assertEquals(0, LatencyClasses.classOf(0));
        assertEquals(0, LatencyClasses.classOf(-1));
        for (int index = 0; index < bounds.length; index++) {
            assertEquals(index, LatencyClasses.classOf(bounds[index]));
            assertEquals(index + 1, LatencyClasses.classOf(bounds[index] + 1));
        }
        assertEquals(bounds.length, LatencyClasses.classOf(Long.MAX_VALUE));
        assertEquals(Duration.ofNanos(1_000).toNanos(), bounds[0]);
        assertEquals(Duration.ofSeconds(50).toNanos(), bounds[bounds.length - 1]);
    }

    @Test
    void quantilesAreWrongByLessThanAClass() {
        for (int micros = 1; micros <= 1_000; micros++) {
            tally.add(micros * 1_000L);
        }
        LatencyClasses spread = tally.spread();
        assertEquals(1_000, spread.count());
        assertEquals(500, spread.quantileNanos(0.5) / 1e3, 1);
        assertEquals(990, spread.quantileNanos(0.99) / 1e3, 1);
        assertEquals(1_000, spread.quantileNanos(1) / 1e3, 0.001);
    }

    @Test
    void oneSlowRequestIsTheWorst() {
        for (int i = 0; i < 98; i++) {
            tally.add(10_000);
        }
        tally.add(Duration.ofSeconds(2).toNanos());
        tally.add(Duration.ofMinutes(5).toNanos());
        LatencyClasses spread = tally.spread();
        assertTrue(spread.quantileNanos(0.5) <= 10_000, "median");
        assertTrue(spread.quantileNanos(0.99) > Duration.ofSeconds(1).toNanos(), "worst of a hundred");
        assertEquals(Duration.ofSeconds(50).toNanos(), spread.quantileNanos(1));
    }

    @Test
    void twoAreAddedUp() {
        tally.add(10_000);
        LatencyClasses both = tally.spread().plus(tally.spread());
        assertEquals(2, both.count());
        assertEquals(0, new RequestTimes.Tally().spread().quantileNanos(0.5));
    }
}
