package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The table of a query by ranges of growing width: how long it takes by the plan that the server chooses, and by each of two that
 * it is told to use.
 */
final class Widths {
    /** The widest share of the better plan's time that the chosen one should take. */
    private static final double GOAL = 1.1;

    /** The shares of all documents that are asked for, in thousandths. */
    private static final List<Integer> THOUSANDTHS = List.of(1, 10, 30, 100, 300, 1000);

    private static final int REPEATS = 9;

    /** A query of few documents is short, and is asked more often. */
    private static final int REPEATS_OF_FEW = 45;

    private final StringBuilder text;
    private final int documents;
    private final boolean isSmoke;
    private double worst;

    Widths(String name, int documents, Scale scale) {
        this.text = new StringBuilder(name);
        this.documents = documents;
        this.isSmoke = scale == Scale.SMOKE;
    }

    /** Asks for the documents whose number lies in a range. */
    @FunctionalInterface
    interface RangeQuery {
        /** Returns the number of documents that were found. */
        long run(int from, int until) throws Exception;
    }

    /** Measures one kind of query at every width; the three take turns. */
    void measure(String kind, RangeQuery chosen, RangeQuery byIndex, RangeQuery byScan) throws Exception {
        List<RangeQuery> ways = List.of(chosen, byIndex, byScan);
        for (int thousandths : THOUSANDTHS) {
            int width = Math.max(1, (int) ((long) documents * thousandths / 1000));
            double[][] times = new double[ways.size()][isSmoke ? 1 : thousandths < 100 ? REPEATS_OF_FEW : REPEATS];
            for (int repeat = isSmoke ? 0 : -5; repeat < times[0].length; repeat++) {
                for (int turn = 0; turn < ways.size(); turn++) {
                    int way = Math.floorMod(turn + repeat, ways.size());
                    // Each comes behind itself: a scan leaves less in the processor's caches than an index does.
                    millis(ways.get(way), width);
                    double once = millis(ways.get(way), width);
                    if (repeat >= 0) {
                        times[way][repeat] = once;
                    }
                }
            }
            line(kind, thousandths, median(times[0]), median(times[1]), median(times[2]));
        }
    }

    private void line(String kind, int thousandths, double chosen, double byIndex, double byScan) {
        double ratio = chosen / Math.min(byIndex, byScan);
        worst = Math.max(worst, ratio);
        text.append(String.format(
                Locale.ROOT,
                "%n    %-6s %5.1f %%: chosen %8.2f ms, by index %8.2f, by scan %8.2f, chosen : better %.2f",
                kind,
                thousandths / 10.0,
                chosen,
                byIndex,
                byScan,
                ratio));
    }

    private double millis(RangeQuery query, int width) throws Exception {
        int from = (documents - width) / 2;
        long start = SystemClock.INSTANCE.tickNanos();
        long found = query.run(from, from + width);
        long nanos = SystemClock.INSTANCE.tickNanos() - start;
        if (found != width) {
            throw new IllegalStateException("found " + found + " of " + width);
        }
        return nanos / 1e6;
    }

    private static double median(double[] times) {
        Arrays.sort(times);
        return times[times.length / 2];
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s%n    worst %.2f times the better plan   <= %.1f: %s",
                text,
                worst,
                GOAL,
                worst <= GOAL ? "reached" : "MISSED");
    }
}
